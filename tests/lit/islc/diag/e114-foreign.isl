// RUN: %islc --check -verify-diagnostics %s
// RUN: not %islc --check %s 2>&1 | %FileCheck %s
// Words and operators of other languages, and slips of the words that begin a construct.
// expected-error @+1 {{`context` is no word of ISL; write `Context` [ISL-E114]}}
context C { type = "java.lang.String"; }
// CHECK: ^~~~~~~
// CHECK-NEXT: Context
// expected-error @+1 {{`Const` is no word of ISL; write `const` [ISL-E114]}}
Const int LEAST = 3;
// expected-error @+1 {{`Histroy` is no word of ISL; write `History` [ISL-E114]}}
Histroy event { type = "boolean"; size = 4; }
TObject T { include = C; instance boolean used = false; instance int n = 0; }
// expected-error @+1 {{`event` is no word of ISL; write `Event` [ISL-E114]}}
event on_reachedOnce(Object o) {
  // expected-error @+1 {{`===` is no operator; write `==` [ISL-E114]}}
  if (o.n === 3)
    amplify(o);
  // CHECK: if (o.n === 3)
  // CHECK-NEXT: ^~~
  // CHECK-NEXT: {{^ *==$}}
  // expected-error @+1 {{`elif` is no word of ISL; write `else if` [ISL-E114]}}
  elif (o.used) {
    deamplify(o);
  }
  // expected-error @+1 {{`<>` is no operator; write `!=` [ISL-E114]}}
  if (o.n <> 2) deamplify(o);
  // expected-error @+1 {{`!==` is no operator; write `!=` [ISL-E114]}}
  if (o.n !== 2) deamplify(o);
  // expected-error @+1 {{`=>` is no operator; write `>=` [ISL-E114]}}
  if (o.n => 2) deamplify(o);
  // expected-error @+1 {{`=<` is no operator; write `<=` [ISL-E114]}}
  if (o.n =< 2) deamplify(o);
  // expected-error @+1 {{`:=` is no operator; write `=` [ISL-E114]}}
  o.n := 2;
  o.used = o.n < 3 || o.n > 4;  // these are operators
}
