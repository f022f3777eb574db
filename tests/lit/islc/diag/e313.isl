// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{kind `all` takes no bound; only `context[i]` does [ISL-E313]}}
Partition P { kind = all[3]; }
