// RUN: %islc -w --check -verify-diagnostics %s
TObject T { }
// expected-error @+1 {{getHistory: the TObject has no partition [ISL-E428]}}
Event on_alloc(Object o) { getHistory(o); }
