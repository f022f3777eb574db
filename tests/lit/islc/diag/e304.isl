// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{a Context describes objects; `int` is not a class, interface or array type [ISL-E304]}}
Context C { type = "int"; }
