// RUN: %islc --check -verify-diagnostics %s
// expected-warning @+1 {{sequence `*.main,*` excludes objects allocated by threads other than main [ISL-W609]}}
Context C { sequence = "*.main,*"; }
TObject T { include = C; }
Event on_reachedOnce(Object o) { amplify(o); deamplify(o); }
