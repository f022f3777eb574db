// Unread fields: allocation sites whose objects have a field that is written and never read. One history for each site,
// of which every field has a region: the last writes, and the first read, which then stays.

// Every access of the program is an event: name a narrower type where you can.
Context Anything {
  type = "java.lang.Object";
}

History Accesses {
  type = "boolean";  // was it a read?
  size = UserParameter * MAX_NUM_FIELDS;
}

Partition P {
  kind = alloc;
  history = Accesses;
}

TObject Holder {
  include = Anything;
  partition = P;
}

Event on_write(Object o, Field f, Word w1, Word w2) {
  if (f.index() < 0 || f.index() >= MAX_NUM_FIELDS)
    return;
  Accesses all = getHistory(o);
  Accesses field = all.subHistory(f.index() * UserParameter, UserParameter);
  if (!field.contains(true))
    field.update(false);
}

Event on_read(Object o, Field f, Word w1, Word w2) {
  if (f.index() < 0 || f.index() >= MAX_NUM_FIELDS)
    return;
  Accesses all = getHistory(o);
  Accesses field = all.subHistory(f.index() * UserParameter, UserParameter);
  if (!field.contains(true))
    field.update(true);
}

Event on_reachedOnce(Object o) {
  Accesses all = getHistory(o);
  for (int i = 0; i < all.length(); i += UserParameter) {
    Accesses field = all.subHistory(i, UserParameter);
    if (field.isFull() && !field.contains(true)) {
      amplify(o);
      return;
    }
  }
  deamplify(o);
}
