// RUN: %islc --check -verify-diagnostics %s
TObject T { }
// expected-warning @+1 {{amplify in on_alloc: the symptom is checked outside a heap check [ISL-W604]}}
Event on_alloc(Object o) { amplify(o); }
Event on_reachedOnce(Object o) { deamplify(o); }
