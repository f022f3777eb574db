// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{`java..String` is not a Java type name [ISL-E303]}}
Context C { type = "java..String"; }
