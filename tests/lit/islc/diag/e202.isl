// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{unknown property `tpye` in History (did you mean `type`?) [ISL-E202]}}
History H { tpye = "int"; type = "int"; size = 1; }
