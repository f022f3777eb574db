// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{initialiser of `x` must be a constant of type `int` [ISL-E333]}}
TObject T { instance int x = 1.5; }
