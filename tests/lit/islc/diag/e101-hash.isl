// RUN: %islc --check -verify-diagnostics %s
// RUN: not %islc --check %s 2>&1 | %FileCheck %s
// expected-error @+1 {{illegal character `#` (U+0023); comments begin with `//` [ISL-E101]}}
# a note
// CHECK: # a note
// CHECK-NEXT: {{^\^$}}
// CHECK-NEXT: {{^//$}}
// expected-error @+2 {{(U+0060) is no quotation mark of ISL; write `"` [ISL-E101]}}
// expected-error @+1 {{(U+0060) is no quotation mark of ISL; write `"` [ISL-E101]}}
Context C { type = `java.lang.String`; }
TObject T { include = C; instance int n = 0; }
// expected-error @+1 {{illegal character `#` (U+0023) [ISL-E101]}}
Event on_reachedOnce(Object o) { o.n = 1 # 2; }
