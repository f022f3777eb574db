// RUN: %islc -w --check -verify-diagnostics %s
Context C { type = "A"; path = D; }
Context D { type = "B"; }
TObject T { include = C; }
// expected-error @+1 {{amplify in on_alloc, but the main context has a path, which is known at heap checks only [ISL-E443]}}
Event on_alloc(Object o) { amplify(o); }
