// RUN: %islc -w --check -verify-diagnostics %s
Context C { type = "A"; }
// expected-error @+1 {{block comment is never closed [ISL-E103]}}
/* begun, never ended
