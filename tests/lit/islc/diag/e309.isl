// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{history size 2097152 exceeds the limit of 1048576 elements (16777216 bytes per entity) [ISL-E309]}}
History H { type = "long"; size = 1 << 21; }
