// RUN: %islc -w --check -verify-diagnostics %s
TObject T { }
Event on_alloc(Object o) { deamplify(o); }
// expected-error @+1 {{event `on_alloc` is handled twice [ISL-E215]}}
Event on_alloc(Object o) { }
