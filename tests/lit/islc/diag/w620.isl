// RUN: %islc --check -verify-diagnostics %s
History H { type = "int"; size = 100; }
Partition P { kind = alloc; history = H; }
TObject T { partition = P; }
Event on_reachedOnce(Object o) {
  H all = getHistory(o);
  all.subHistory(10, 10).update(1);
  for (int i = 0; i < all.length(); i += 10) {
    H part = all.subHistory(i, 10);
    // expected-warning @+1 {{the handler ends at the first region that is not full; write `continue;` to go on with the others [ISL-W620]}}
    if (!part.isFull()) return;
    if (!part.containsSameValue()) { deamplify(o); return; }
  }
  amplify(o);
}
