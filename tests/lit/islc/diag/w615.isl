// RUN: %islc --check -verify-diagnostics %s
// expected-warning @+1 {{kind = all with 160 bytes of history per object [ISL-W615]}}
History H { type = "long"; size = 20; }
Partition P { kind = all; history = H; }
TObject T { partition = P; }
