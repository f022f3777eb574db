// Resources that nobody uses any more and that something still holds: streams, connections, statements. They were
// perhaps never closed; one that is closed and forgotten is collected and not found.

Context Resources {
  type = "java.lang.AutoCloseable";
}

History UseHistory {
  type = "boolean";
  size = UserParameter;
}

Partition P {
  kind = all;
  history = UseHistory;
}

TObject Tracked {
  include = Resources;
  partition = P;
  instance boolean used = false;
}

Event on_rw(Object o, Field f, Word w1, Word w2) {
  o.used = true;
  deamplify(o);
}

Event on_reachedOnce(Object o) {
  UseHistory h = getHistory(o);
  h.update(o.used);
  if (h.isFull() && !h.contains(true))
    amplify(o);
  o.used = false;
}
