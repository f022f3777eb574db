// General staleness: any object of the program that no check has found used for a whole window
// is probably leaked. Its penalty grows with every further check and goes with the next use.

History UseHistory {
  type = "boolean";
  size = UserParameter;  // checks without a use before an object counts as stale
}

Partition P {
  kind = all;
  history = UseHistory;
}

TObject Tracked {
  partition = P;
  defect = growth;  // what stays as it is is idle memory, not a leak
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
