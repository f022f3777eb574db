// RUN: %islc --check -verify-diagnostics %s
History H { type = "int"; size = 10; }
Partition P { kind = alloc; history = H; }
TObject T { partition = P; instance int n = 0; instance boolean b; }
Event on_reachedOnce(Object o) {
// expected-warning @+1 {{local `l` is never used; did you mean `l` where `1` is written? [ISL-W601]}}
  int l = 1;
  if (o.b || o.n > 1) amplify(o);
  getHistory(o).update(1); deamplify(o); o.n = 2; o.b = true;
}
