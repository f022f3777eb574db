// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{unknown Partition `P` [ISL-E208]}}
TObject T { partition = P; }
