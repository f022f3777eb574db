// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{history elements must have a primitive type (no object can be made during a collection), not `Object` [ISL-E305]}}
History H { type = "Object"; size = 3; }
