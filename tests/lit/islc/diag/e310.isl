// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{unknown partition kind `al` (did you mean `all`?); kinds are single, type, alloc, context[i], all [ISL-E310]}}
Partition P { kind = al; }
