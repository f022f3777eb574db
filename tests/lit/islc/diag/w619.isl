// RUN: %islc --check -verify-diagnostics %s
History H { type = "int"; size = 10; }
Partition P { kind = alloc; history = H; }
TObject T { partition = P; instance int n = 0; instance boolean b; }
Event on_reachedOnce(Object o) {
  Object other = o;
// expected-warning @+1 {{deamplify of an object other than the event's own is ignored when it is not tracked [ISL-W619]}}
  deamplify(other);
  if (o.b || o.n > 1) amplify(o);
  getHistory(o).update(1); deamplify(o); o.n = 2; o.b = true;
}
