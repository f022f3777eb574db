// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{history size must be a constant integer expression [ISL-E307]}}
History H { type = "int"; size = 1.5; }
