// RUN: %islc --check -verify-diagnostics %s
TObject T { }
// expected-warning @+1 {{no `include`: on_read makes every access of the program an event [ISL-W608]}}
Event on_read(Object o, Field f, Word w1, Word w2) { deamplify(o); }
Event on_reachedOnce(Object o) { amplify(o); }
