// Objects of the program that no check has found used for three checks: a window for tests of seconds.
History UseHistory {
  type = "boolean";
  size = 3;
}

Partition P {
  kind = all;
  history = UseHistory;
}

TObject Tracked {
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
