// RUN: %islc -w -verify-diagnostics %s
TObject T { instance int a; }
Event on_read(Object o, Field f, Word w1, Word w2) { o.a = 1; }
// expected-error @+1 {{`on_write` cannot be deferred to the heap check and an agent cannot run it otherwise: its body differs from that of on_read, and a touch does not tell them apart [ISL-E701]}}
Event on_write(Object o, Field f, Word w1, Word w2) { o.a = 2; }
Event on_reachedOnce(Object o) { if (o.a > 3) amplify(o); deamplify(o); }
