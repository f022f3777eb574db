// RUN: %islc -w --check -verify-diagnostics %s
History H { type = "int"; size = 10; }
Partition P { kind = alloc; history = H; }
TObject T { partition = P; instance int n = 0; instance boolean b; }
Event on_reachedOnce(Object o) {
// expected-error @+1 {{floating-point literal `1e999` overflows in type `double` [ISL-E111]}}
  double d = 1e999;
// expected-error @+1 {{floating-point literal `1e-99f` underflows to zero in type `float` [ISL-E111]}}
  float f = 1e-99f;
  o.b = d > f;
  if (o.b || o.n > 1) amplify(o);
  getHistory(o).update(1); deamplify(o); o.n = 2; o.b = true;
}
