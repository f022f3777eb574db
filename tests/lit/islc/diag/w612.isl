// RUN: %islc --check -verify-diagnostics %s
// expected-warning @+1 {{Context `C` is never used [ISL-W612]}}
Context C { type = "A"; }
TObject T { }
