// RUN: %islc --check -verify-diagnostics %s
TObject T { }
// expected-warning @+1 {{both on_reached and on_reachedOnce: the first edge fires on_reachedOnce, then every edge on_reached [ISL-W607]}}
Event on_reached(Object o, Field f) { amplify(o); }
Event on_reachedOnce(Object o) { deamplify(o); }
