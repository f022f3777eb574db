// RUN: %islc -w --check -verify-diagnostics %s
History H { type = "int"; size = 10; }
Partition P { kind = alloc; history = H; }
TObject T { partition = P; instance int n = 0; instance boolean b; }
Event on_reachedOnce(Object o) {
// expected-error @+1 {{malformed number `0x`: no digits after `0x` [ISL-E106]}}
  o.n = 0x;
// expected-error @+1 {{malformed number `0b2`: `2` is not a digit here [ISL-E106]}}
  o.n = 0b2;
// expected-error @+1 {{malformed number `09`: octal literals are not part of ISL [ISL-E106]}}
  o.n = 09;
// expected-error @+1 {{malformed number `1_`: `_` may only stand between digits [ISL-E106]}}
  o.n = 1_;
  if (o.b || o.n > 1) amplify(o);
  getHistory(o).update(1); deamplify(o); o.n = 2; o.b = true;
}
