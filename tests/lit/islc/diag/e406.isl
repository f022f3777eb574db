// RUN: %islc -w --check -verify-diagnostics %s
History H { type = "int"; size = 10; }
Partition P { kind = alloc; history = H; }
TObject T { partition = P; instance int n = 0; instance boolean b; }
Event on_reachedOnce(Object o) {
// expected-error @+1 {{condition must be `boolean`, not `int` [ISL-E406]}}
  if (o.n) return;
// expected-error @+1 {{an assignment of `int` is no condition; `==` compares [ISL-E406]}}
  if (o.n = 3) return;
  if (o.b || o.n > 1) amplify(o);
  getHistory(o).update(1); deamplify(o); o.n = 2; o.b = true;
}
