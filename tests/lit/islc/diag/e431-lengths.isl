// RUN: %islc -w --check -verify-diagnostics %s
History H { type = "int"; size = 10; }
Partition P { kind = alloc; history = H; }
TObject T { partition = P; instance int n = 0; instance boolean b; }
Event on_reachedOnce(Object o) {
  H s = getHistory(o).subHistory(0, 5);
// expected-error @+1 {{length of a subHistory must be a constant that divides the history's size and is the same in the whole spec (5) [ISL-E431]}}
  H r = getHistory(o).subHistory(0, 2);
  s.update(1); r.update(1);
  if (o.b || o.n > 1) amplify(o);
  getHistory(o).update(1); deamplify(o); o.n = 2; o.b = true;
}
