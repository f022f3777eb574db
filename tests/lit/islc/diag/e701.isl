// RUN: %islc -w -verify-diagnostics %s
TObject T { instance int a; }
// expected-error @+1 {{`on_read` cannot be deferred to the heap check and an agent cannot run it otherwise: it uses `w1` of the single access [ISL-E701]}}
Event on_read(Object o, Field f, Word w1, Word w2) { o.a = asInt(w1); }
Event on_reachedOnce(Object o) { if (o.a > 3) amplify(o); deamplify(o); }
