// RUN: %islc --check -verify-diagnostics %s
// RUN: not %islc --check %s 2>&1 | %FileCheck %s
TObject T { instance boolean used = false; instance int n = 0; }
Event on_reachedOnce(Object o) {
  // expected-error @+1 {{`and` is no operator; write `&&` [ISL-E114]}}
  if (o.used and o.n > 3) amplify(o);
  // CHECK: if (o.used and
  // CHECK-NEXT: ^~~
  // CHECK-NEXT: &&
  // expected-error @+1 {{`or` is no operator; write `||` [ISL-E114]}}
  if (o.used or o.n > 3) amplify(o);
  // expected-error @+1 {{`not` is no operator; write `!` [ISL-E114]}}
  if (not o.used) amplify(o);
  o.used = false;
  deamplify(o);
}
