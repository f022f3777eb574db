// RUN: %islc --check -verify-diagnostics %s
// expected-warning @+1 {{program never calls deamplify: false positives are never cancelled [ISL-W603]}}
TObject T { }
Event on_reachedOnce(Object o) { amplify(o); }
