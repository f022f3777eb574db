// Values of thread locals that nobody uses any more: what a thread of a pool still holds for work that has ended.

Context Slots {
  type = "java.lang.ThreadLocal$ThreadLocalMap$Entry";
}

Context Values {
  path = Slots;
  type = "java.lang.Object";
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
  include = Values;
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
