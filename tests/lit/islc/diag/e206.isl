// RUN: %islc -w --check -verify-diagnostics %s
Context C { type = "A"; }
// expected-error @+1 {{`C` is a Context, not a History [ISL-E206]}}
Partition P { kind = all; history = C; }
