// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{property `type` is given twice [ISL-E203]}}
History H { type = "int"; type = "long"; size = 1; }
