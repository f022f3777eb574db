// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{kind `context` needs a bound: `context[i]` [ISL-E311]}}
Partition P { kind = context; }
