// RUN: %islc -w --check -verify-diagnostics %s
// RUN: not %islc --check %s 2>&1 | %FileCheck %s
// What was meant is proposed, and the field is known from there on.
// expected-error @+1 {{instance field must have a primitive type, not `bool` (did you mean `boolean`?) [ISL-E331]}}
TObject T { instance bool used = false;
// CHECK: {{^TObject T}}
// CHECK-NEXT: ^~~~
// CHECK-NEXT: boolean
// expected-error @+1 {{instance field must have a primitive type, not `Integer` (did you mean `int`?) [ISL-E331]}}
  instance Integer n = 0;
// expected-error @+1 {{instance field must have a primitive type, not `String` [ISL-E331]}}
  instance String name;
}
Event on_reachedOnce(Object o) {
  // expected-error @+1 {{unknown type `Character` (did you mean `char`?) [ISL-E403]}}
  Character c = 'a';
  // expected-error @+1 {{undeclared name `TRUE` (did you mean `true`?) [ISL-E401]}}
  if (o.used == TRUE || o.n > 3) amplify(o);
  // expected-error @+1 {{undeclared name `False` (did you mean `false`?) [ISL-E401]}}
  o.used = False;
  o.n = 2;
}
