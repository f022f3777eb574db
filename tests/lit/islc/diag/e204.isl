// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{History `H` lacks the property `size` [ISL-E204]}}
History H { type = "int"; }
// expected-error @+1 {{Partition `P` lacks the property `kind` [ISL-E204]}}
Partition P { history = H; }
