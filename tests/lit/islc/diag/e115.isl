// RUN: %islc --check -verify-diagnostics %s
// RUN: not %islc --check %s 2>&1 | %FileCheck %s
// expected-error @+1 {{`Event` is a reserved word and cannot be a name [ISL-E115]}}
History Event { type = "boolean"; size = 4; }
// CHECK: ^~~~~
// CHECK-NEXT: MyEvent
// expected-error @+1 {{`History` is a reserved word and cannot be a name [ISL-E115]}}
TObject History { instance boolean used = false; }
Event on_reachedOnce(Object o) {
  // expected-error @+1 {{`final` is a reserved word and cannot be a name [ISL-E115]}}
  int final = 3;
  if (o.used) amplify(o); else deamplify(o);
}
