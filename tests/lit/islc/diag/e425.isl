// RUN: %islc -w --check -verify-diagnostics %s
History H { type = "int"; size = 10; }
Partition P { kind = alloc; history = H; }
TObject T { partition = P; instance int n = 0; instance boolean b; }
Event on_read(Object o, Field f, Word w1, Word w2) {
// expected-error @+1 {{operator `+` is not defined for Word; convert with combine(w1, w2), asInt(w) or asDouble(w1, w2) [ISL-E425]}}
  o.n = w1 + w2;
}
