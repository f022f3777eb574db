// RUN: %islc -w --check -verify-diagnostics %s
History H { type = "int"; size = 10; }
Partition P { kind = alloc; history = H; }
TObject T { partition = P; instance int n = 0; instance boolean b; }
Event on_reachedOnce(Object o) {
  int i = 1;
// expected-error @+1 {{`i` is already declared in this handler [ISL-E402]}}
  { int i = 2; o.n = i; }
  o.n = i;
  if (o.b || o.n > 1) amplify(o);
  getHistory(o).update(1); deamplify(o); o.n = 2; o.b = true;
}
