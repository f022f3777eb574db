// RUN: %islc -w --check -verify-diagnostics %s
History H { type = "int"; size = 10; }
Partition P { kind = alloc; history = H; }
TObject T { partition = P; instance int n = 0; instance boolean b; }
Event on_read(Object o, Field f, Word w1, Word w2) {
// expected-error @+1 {{the content of arrays is not available in on_read, only in on_reached, on_reachedOnce [ISL-E418]}}
  int[] a = (int[]) o;
// expected-error @+1 {{the content of arrays is not available in on_read, only in on_reached, on_reachedOnce [ISL-E418]}}
  o.n = a[0];
}
