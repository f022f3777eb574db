// RUN: %islc -w --check -verify-diagnostics %s
History H { type = "int"; size = 10; }
Partition P { kind = alloc; history = H; }
TObject T { partition = P; instance int n = 0; instance boolean b; }
Event on_reachedOnce(Object o) {
// expected-error @+1 {{syntax error: expected `)` before `return` [ISL-E107]}}
  if (o.b
    return;
// expected-error @+1 {{syntax error: expected `;` before `:` [ISL-E107]}}
  return:
  if (o.b || o.n > 1) amplify(o);
  getHistory(o).update(1); deamplify(o); o.n = 2; o.b = true;
}
