// RUN: %islc -w --check -verify-diagnostics %s
TObject T { }
// expected-error @+1 {{unknown event `on_raed` (did you mean `on_read`?); events are on_read, on_write, on_rw, on_call, on_alloc, on_reached, on_reachedOnce, on_died [ISL-E214]}}
Event on_raed(Object o, Field f, Word w1, Word w2) { }
