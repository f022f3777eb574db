// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{instance field must have a primitive type, not `Object` [ISL-E331]}}
TObject T { instance Object x; }
