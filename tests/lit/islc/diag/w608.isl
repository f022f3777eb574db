// RUN: %islc --check -verify-diagnostics %s
TObject T { instance boolean used = false; }
// A deferred handler costs one mark a touch and is not complained about.
Event on_read(Object o, Field f, Word w1, Word w2) { o.used = true; deamplify(o); }
// expected-warning @+1 {{no `include`: on_write makes every access of the program an event [ISL-W608]}}
Event on_write(Object o, Field f, Word w1, Word w2) { if (f.isPrimitive()) deamplify(o); }
Event on_reachedOnce(Object o) { if (o.used) amplify(o); }
