// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{bound of `context[i]` must be a constant integer from 1 to 65536 [ISL-E312]}}
Partition P { kind = context[0]; }
