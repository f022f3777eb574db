// RUN: %islc -w --check -verify-diagnostics %s
History H { type = "int"; size = 10; }
Partition P { kind = alloc; history = H; }
TObject T { partition = P; instance int n = 0; instance boolean b; }
Event on_reachedOnce(Object o) {
  final int k = 1;
// expected-error @+1 {{cannot assign to the final local `k` [ISL-E411]}}
  k = 2;
// expected-error @+1 {{cannot assign to the event parameter `o` [ISL-E411]}}
  o = null;
// expected-error @+1 {{cannot assign to the constant `UserParameter` [ISL-E411]}}
  UserParameter = 3;
  o.n = k;
  if (o.b || o.n > 1) amplify(o);
  getHistory(o).update(1); deamplify(o); o.n = 2; o.b = true;
}
