// Soft caches that never hit: soft references that nobody has asked for their value for a whole window of checks. What
// they lead to stays until memory runs short. The penalty is that of the references; their values are as many.

Context References {
  type = "java.lang.ref.SoftReference";
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
  include = References;
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
