// RUN: %islc --check -verify-diagnostics %s
// RUN: not %islc --check --diagnostics-format=json %s 2>&1 | %FileCheck %s
// expected-error @+2 {{`“` (U+201C) is no quotation mark of ISL; write `"` [ISL-E101]}}
// expected-error @+1 {{`”` (U+201D) is no quotation mark of ISL; write `"` [ISL-E101]}}
Context C { type = “java.lang.String”; }
// expected-error @+2 {{`‘` (U+2018) is no quotation mark of ISL; write `'` [ISL-E101]}}
// expected-error @+1 {{`’` (U+2019) is no quotation mark of ISL; write `'` [ISL-E101]}}
const char A = ‘a’;
// CHECK: "text": "\""
