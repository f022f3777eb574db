// RUN: %islc --check -verify-diagnostics %s
History H { type = "int"; size = 10; }
Partition P { kind = alloc; history = H; }
TObject T { partition = P; instance int n = 0; instance boolean b; }
Event on_reachedOnce(Object o) {
  double d = o.n;
// expected-warning @+1 {{floating values compared with `==`; NaN never equals anything [ISL-W616]}}
  o.b = d == 1.0;
  if (o.b || o.n > 1) amplify(o);
  getHistory(o).update(1); deamplify(o); o.n = 2; o.b = true;
}
