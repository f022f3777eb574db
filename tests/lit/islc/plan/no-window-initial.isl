// RUN: %islc -w --emit=plan %s | %FileCheck %s
// CHECK: epoch summary: none ({{.*}}more than one flag that begins as false
History H { type = "boolean"; size = UserParameter; }
Partition P { kind = all; history = H; }
TObject T { partition = P; instance boolean u = true; }
Event on_rw(Object o, Field f, Word w1, Word w2) { o.u = true; deamplify(o); }
Event on_reachedOnce(Object o) {
  H h = getHistory(o);
  h.update(o.u);
  if (h.isFull() && !h.contains(true)) amplify(o);
  o.u = false;
}
