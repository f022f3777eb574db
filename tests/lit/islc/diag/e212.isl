// expected-error @+1 {{empty program; a spec needs at least one construct [ISL-E212]}}
// RUN: %islc -w --check -verify-diagnostics %s
