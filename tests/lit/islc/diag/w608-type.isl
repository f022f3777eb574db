// RUN: %islc --check -verify-diagnostics %s
// A sequence alone leaves every access an event; a type, be it the widest, is the author's decision.
Context C { sequence = "*,shop.Cart.add,*"; }
TObject T { include = C; instance int n = 0; }
// expected-warning @+1 {{Context `C` has no `type`: on_write makes every access of the program an event [ISL-W608]}}
Event on_write(Object o, Field f, Word w1, Word w2) { ++o.n; }
Event on_reachedOnce(Object o) { if (o.n == 0) amplify(o); else deamplify(o); }
