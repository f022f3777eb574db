// RUN: %islc --check -verify-diagnostics %s
History H { type = "int"; size = 10; }
Partition P { kind = alloc; history = H; }
TObject T { partition = P; instance int n = 0; instance boolean b; }
Event on_reachedOnce(Object o) {
// expected-warning @+1 {{history is read but never updated, so it can never become full [ISL-W605]}}
  if (getHistory(o).isFull()) amplify(o); else deamplify(o);
  if (o.b || o.n > 1) { o.n = 2; o.b = false; }
}
