// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{the program has events but no TObject [ISL-E211]}}
Event on_alloc(Object o) { }
