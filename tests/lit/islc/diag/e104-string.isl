// RUN: %islc --check -verify-diagnostics %s
// RUN: not %islc --check %s 2>&1 | %FileCheck %s
// expected-error @+1 {{a string stands in double quotes; single quotes hold one character [ISL-E104]}}
Context C { type = 'java.lang.String'; }
TObject T { include = C; }
// CHECK: Context C { type = 'java.lang.String'; }
// CHECK-NEXT: ^
// CHECK-NEXT: "java.lang.String"
