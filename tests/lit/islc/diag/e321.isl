// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{unknown kind of defect `grow` (did you mean `growth`?); a spec's defect is growth or presence [ISL-E321]}}
TObject T { defect = grow; }
