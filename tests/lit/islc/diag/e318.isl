// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{overflow of `+` in a constant expression [ISL-E318]}}
const int A = 2147483647 + 1;
