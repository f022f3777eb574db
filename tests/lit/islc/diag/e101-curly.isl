// RUN: %islc --check -verify-diagnostics %s
// RUN: not %islc --check --diagnostics-format=json %s 2>&1 | %FileCheck %s
// RUN: not %islc --check %s 2>&1 | %FileCheck --check-prefix=CARET --strict-whitespace %s
// The caret stands below its character, not below its byte.
// CARET: :20: error: `“`
// CARET-NEXT: {{^Context C.*$}}
// CARET-NEXT: {{^ {19}\^$}}
// CARET-NEXT: {{^ {19}"$}}
// CARET: :39: error: `”`
// CARET-NEXT: {{^Context C.*$}}
// CARET-NEXT: {{^ {36}\^$}}
// expected-error @+2 {{`“` (U+201C) is no quotation mark of ISL; write `"` [ISL-E101]}}
// expected-error @+1 {{`”` (U+201D) is no quotation mark of ISL; write `"` [ISL-E101]}}
Context C { type = “java.lang.String”; }
// expected-error @+2 {{`‘` (U+2018) is no quotation mark of ISL; write `'` [ISL-E101]}}
// expected-error @+1 {{`’` (U+2019) is no quotation mark of ISL; write `'` [ISL-E101]}}
const char A = ‘a’;
// What is more than one character is a string.
// expected-error @+2 {{`‘` (U+2018) is no quotation mark of ISL; write `"` [ISL-E101]}}
// expected-error @+1 {{`’` (U+2019) is no quotation mark of ISL; write `"` [ISL-E101]}}
Context D { type = ‘a.B’; sequence = "é"; }
// CHECK: "text": "\""
