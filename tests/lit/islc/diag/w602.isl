// RUN: %islc --check -verify-diagnostics %s
// expected-warning @+1 {{program never calls amplify: its VSO will always be 1 [ISL-W602]}}
TObject T { }
Event on_reachedOnce(Object o) { deamplify(o); }
