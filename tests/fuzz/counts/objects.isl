// Objects that were accessed and called as often, with the values, as the program says (Objects.java): it calls
// `account` of each, which returns its argument.
Context Things { type = "Tracked"; }
TObject T {
  include = Things;
  instance int reads = 0; instance int writes = 0; instance int calls = 0; instance int returned = 0;
  instance int digest = 0; instance int state = 0; instance int right = 0;
}
Event on_read(Object o, Field f, Word w1, Word w2) {
  if (o.state > 0) return;
  o.reads += 1;
  if (f.isPrimitive()) o.digest = o.digest * 31 + f.index() * 7 + asInt(w1) + 3 * asInt(w2);
  else o.digest = o.digest * 31 + (asInt(w2) != 0 ? 5 : 4);
}
Event on_write(Object o, Field f, Word w1, Word w2) {
  if (o.state > 0) return;
  o.writes += 1;
  if (f.isPrimitive()) o.digest = o.digest * 31 + f.index() * 11 + asInt(w1) + 3 * asInt(w2);
  else o.digest = o.digest * 31 + (asInt(w2) != 0 ? 5 : 4);
}
Event on_call(Object o, Method m, Word r1, Word r2) {
  if (m.getReturnType().isReference()) {
    Object result = addressToObject(r1, r2);
    if (result != null && result.state == 0) result.returned += 1;
    if (o != null && o.state == 0) {
      o.calls += 1;
      o.digest = o.digest * 31 + (result != null ? 5 : 4);
    }
    return;
  }
  if (o == null) return;
  if (o.state > 0) {
    int known = o.state == 1 ? o.reads : o.state == 2 ? o.writes : o.state == 3 ? o.calls
        : o.state == 4 ? o.returned : o.digest;
    if (known == asInt(r2)) o.right += 1;
    o.state += 1;
    return;
  }
  if (asLong(r1, r2) == 417175266769353233L) {
    o.state = 1;
    return;
  }
  o.calls += 1;
  o.digest = o.digest * 31 + asInt(r1) + 3 * asInt(r2);
}
Event on_reachedOnce(Object o) {
  if (o.state == 6 && o.right == 5) amplify(o); else deamplify(o);
}
