// RUN: %islc -w --check -verify-diagnostics %s
// RUN: not %islc --check %s 2>&1 | %FileCheck %s
// The semicolons of C++ go, and fields say that they are the object's.
// expected-error @+1 {{syntax error: unexpected `;` [ISL-E107]}}
Context C { type = "java.lang.String"; };
TObject T {
  include = C;
// expected-error @+1 {{syntax error: expected `instance` before `int` [ISL-E107]}}
  int n = 0;
  // CHECK: {{^  int n = 0;}}
  // CHECK-NEXT: ^~~
  // CHECK-NEXT: instance
}
Event on_reachedOnce(Object o) { if (o.n > 1) amplify(o); else deamplify(o); ++o.n; }
