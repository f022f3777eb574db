// RUN: %islc --check -verify-diagnostics %s
History H { type = "boolean"; size = 10; }
Partition P { kind = all; history = H; }
TObject T { partition = P; }
Event on_reachedOnce(Object o) {
  H h = getHistory(o);
// expected-warning @+1 {{boolean history is only updated with `true`, so `isFull() && !contains(true)` can never hold [ISL-W606]}}
  h.update(true);
  if (h.isFull() && !h.contains(true)) amplify(o); else deamplify(o);
}
