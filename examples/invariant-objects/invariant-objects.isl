// Invariant objects: allocation sites whose objects all hold the same values in their fields, so that one
// shared object would do. One history for each site, of which every field has a region: the last values
// written to it, by whatever object of the site. A reference counts by the object it leads to: strings of
// one site are not the same because all are Latin-1, and are where they share their bytes. Copies of text and of
// arrays are for duplicated-strings and duplicated-arrays, which compare contents.
//
// Figure 3.11 of the paper takes primitive fields only. It records the constant 1 for each write and stops at the first field that is not
// full; here fields that are never written are skipped, one full field is needed, and an object of a site
// with differing values loses its penalty at the next check, not only the one that was written.

// Every write of a field in the program is an event: name a narrower type where you can.
Context Anything {
  type = "java.lang.Object";
}

History UpdateHistory {
  type = "long";
  size = UserParameter * MAX_NUM_FIELDS;
}

Partition P {
  kind = alloc;
  history = UpdateHistory;
}

TObject Value {
  include = Anything;
  partition = P;
}

Event on_write(Object o, Field f, Word w1, Word w2) {
  if (f.index() < 0 || f.index() >= MAX_NUM_FIELDS)
    return;
  long value = combine(w1, w2);
  UpdateHistory all = getHistory(o);
  UpdateHistory field = all.subHistory(f.index() * UserParameter, UserParameter);
  field.update(value);
}

Event on_reachedOnce(Object o) {
  UpdateHistory all = getHistory(o);
  boolean full = false;
  for (int i = 0; i < all.length(); i += UserParameter) {
    UpdateHistory field = all.subHistory(i, UserParameter);
    if (!field.containsSameValue()) {
      deamplify(o);
      return;
    }
    full = full || field.isFull();
  }
  if (full)
    amplify(o);
}
