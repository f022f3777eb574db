// A stress test and no leak pattern: every access of every object of the program is an event, with its
// value, and so is every call and birth. Nothing is ever suspicious, as no object is born twice.

TObject Any {
  instance int reads = 0;
  instance int writes = 0;
  instance int calls = 0;
  instance int births = 0;
  instance long sum = 0;
}

Event on_read(Object o, Field f, Word w1, Word w2) {
  o.reads += 1;
  o.sum += asInt(w2) + f.index();
}

Event on_write(Object o, Field f, Word w1, Word w2) {
  o.writes += 1;
  o.sum += asInt(w2);
}

Event on_call(Object o, Method m, Word r1, Word r2) {
  o.calls += 1;
}

Event on_alloc(Object o) {
  o.births += 1;
}

Event on_reachedOnce(Object o) {
  if (o.births > 1)
    amplify(o);
}
