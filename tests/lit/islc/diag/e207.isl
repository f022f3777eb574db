// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{unknown History `H` [ISL-E207]}}
Partition P { kind = all; history = H; }
