// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{initialiser of `A` is not a constant expression; it depends on itself [ISL-E315]}}
const int A = B;
const int B = A;
