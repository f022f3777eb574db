// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{division by zero in a constant expression [ISL-E317]}}
const int A = 1 / 0;
