// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{instance field cannot be named `length`; it is reserved [ISL-E334]}}
TObject T { instance int length; }
