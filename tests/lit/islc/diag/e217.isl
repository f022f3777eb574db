// RUN: %islc -w --check -verify-diagnostics %s
TObject T { }
// expected-error @+1 {{parameter `f` has type `Field`, expected `Object`: `on_alloc(Object o)` [ISL-E217]}}
Event on_alloc(Field f) { }
