// RUN: %islc -w --check -verify-diagnostics %s
History H { type = "int"; size = 10; }
Partition P { kind = alloc; history = H; }
TObject T { partition = P; instance int n = 0; instance boolean b; }
Event on_reachedOnce(Object o) {
// expected-error @+1 {{syntax error: expected an expression before `;` [ISL-E107]}}
  o.n = 1 +;
// expected-error @+1 {{syntax error: expected a name before `3x` [ISL-E107]}}
  int 3x = 2;
  if (o.b || o.n > 1) amplify(o);
  getHistory(o).update(1); deamplify(o); o.n = 2; o.b = true;
}
