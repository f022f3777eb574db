// RUN: %islc -w --emit=plan %s | %FileCheck %s
// CHECK: epoch summary: stale window
History H { type = "boolean"; size = UserParameter; }
Partition P { kind = all; history = H; }
TObject T { partition = P; instance boolean u; }
Event on_read(Object x, Field f, Word w1, Word w2) { deamplify(x); x.u = true; }
Event on_write(Object o, Field f, Word w1, Word w2) { o.u = true; { deamplify(o); } }
Event on_reachedOnce(Object o) {
  H h;
  h = getHistory(o);
  boolean seen = o.u;
  o.u = false;
  h.update(seen);
  if (!h.isFull() || h.contains(true)) return;
  amplify(o);
}
