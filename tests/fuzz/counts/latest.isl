// Objects of sites where the latest values of each field are those that the program says itself: it writes their
// digest to the first field (Objects.java).
const int N = 6;
const int FIELDS = 24;
Context Things { type = "Base"; }
History H { type = "long"; size = N * FIELDS; }
Partition P { kind = alloc; history = H; }
TObject T { include = Things; partition = P; }
Event on_write(Object o, Field f, Word w1, Word w2) {
  if (!f.isPrimitive()) return;
  long v = asInt(w1) * 31L + asInt(w2);
  H all = getHistory(o);
  all.subHistory(f.index() * N, N).update(v);
}
Event on_reachedOnce(Object o) {
  H all = getHistory(o);
  H account = all.subHistory(0, N);
  if (account.length() != 2) return;
  long digest = 0L;
  for (int i = 1; i < FIELDS; i++) {
    H field = all.subHistory(i * N, N);
    digest = digest * 31L + field.length();
    for (int k = 0; k < field.length(); k++) digest = digest * 31L + field.get(k);
  }
  int low = (int) digest;
  int high = (int) (digest >>> 32);
  if (account.get(0) == high * 31L && account.get(1) == low * 31L) amplify(o); else deamplify(o);
}
