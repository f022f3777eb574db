// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{`type` must be a string literal [ISL-E301]}}
Context C { type = A; }
