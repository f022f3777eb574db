// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{history size must be at least 1, not 0 [ISL-E308]}}
History H { type = "int"; size = 0; }
