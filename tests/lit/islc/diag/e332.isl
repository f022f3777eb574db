// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{duplicate instance field `x` [ISL-E332]}}
TObject T { instance int x; instance int x; }
