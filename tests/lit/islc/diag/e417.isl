// RUN: %islc -w --check -verify-diagnostics %s
History H { type = "int"; size = 10; }
Partition P { kind = alloc; history = H; }
TObject T { partition = P; instance int n = 0; instance boolean b; }
Event on_read(Object o, Field f, Word w1, Word w2) {
// expected-error @+1 {{argument 1 of `asInt` has type `int`, expected `Word` [ISL-E417]}}
  o.n = asInt(3);
}
