// RUN: %islc -w --check -verify-diagnostics %s
TObject T { }
// expected-error @+1 {{event has 2 parameters, expected 1: `on_alloc(Object o)` [ISL-E216]}}
Event on_alloc(Object o, Field f) { }
// expected-error @+1 {{event has 1 parameter, expected 4: `on_rw(Object o, Field f, Word w1, Word w2)` [ISL-E216]}}
Event on_rw(Object o) { }
