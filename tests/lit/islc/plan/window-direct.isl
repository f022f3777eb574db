// RUN: %islc -w --emit=plan %s | %FileCheck %s
// CHECK: epoch summary: stale window
History H { type = "boolean"; size = UserParameter; }
Partition P { kind = all; history = H; }
TObject T { partition = P; instance boolean u; }
Event on_rw(Object o, Field f, Word w1, Word w2) { o.u = true; deamplify(o); }
Event on_reachedOnce(Object o) {
  getHistory(o).update(o.u);
  if (getHistory(o).isFull()) { if (!getHistory(o).contains(true)) amplify(o); }
  o.u = false;
}
