// RUN: %islc -w --check -verify-diagnostics %s
History H { type = "int"; size = 10; }
Partition P { kind = alloc; history = H; }
TObject T { partition = P; instance int n = 0; instance boolean b; }
Event on_reachedOnce(Object o) {
// expected-error @+1 {{conversion from `double` to `int` can lose information and needs a cast [ISL-E405]}}
  o.n = 2.5;
// expected-error @+1 {{conversion from `int` to `byte` can lose information and needs a cast [ISL-E405]}}
  byte small = 300;
  o.n = small;
  if (o.b || o.n > 1) amplify(o);
  getHistory(o).update(1); deamplify(o); o.n = 2; o.b = true;
}
