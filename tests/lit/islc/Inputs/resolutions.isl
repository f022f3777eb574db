// Accepted without a word under the decisions that resolutions.test lists.
Event on_reachedOnce(MyObj o) {  // before what it refers to; the TObject's name as type
  History whole = getHistory(o);  // any history
  H history = getHistory(o).subHistory(0, UserParameter);  // a view, named like a property
  long kind = history.length(), size = 0, type = 1, path = 2, all = kind + size + type + path;
  if (all < o.seen && whole.length() > 0 && history.isFull()) amplify(o);
  else deamplify(o);
}
Context Owners { type = "java.util.HashMap"; }
Context Main { path = Owners; sequence = " *.main , * , ? , *"; type = "java.util.Map.Entry[]"; }
History H { size = UserParameter * MAX_NUM_FIELDS; type = "long"; }
Partition P { history = H; kind = context[4]; }
TObject MyObj { partition = P; include = Main; instance int seen; instance long last = -1; }
Event on_write(Object o, Field f, Word w1, Word w2) {
  if (!f.isPrimitive()) return;
  o.last = combine(w1, w2);
  getHistory(o).subHistory(f.index() * UserParameter, UserParameter).update(o.last);
}
Event on_call(Object o, Method m, Word r1, Word r2) {
  if (!m.getReturnType().isReference()) return;
  Object result = addressToObject(r1, r2);
  if (result != null) ++result.seen;
}
