// RUN: %islc -w --check -verify-diagnostics %s
Context C { type = "A"; }
// expected-error @+1 {{redefinition of `C`; all constructs share one namespace [ISL-E201]}}
History C { type = "int"; size = 1; }
