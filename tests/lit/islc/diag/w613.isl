// RUN: %islc --check -verify-diagnostics %s
// expected-warning @+1 {{instance field `a` is never read [ISL-W613]}}
TObject T { instance int a; }
Event on_reachedOnce(Object o) { o.a = 1; amplify(o); deamplify(o); }
