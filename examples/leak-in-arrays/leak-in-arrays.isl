// Figure 3.1: strings that an Object[] keeps alive, though nobody uses them any more. The printed
// program also restricts both contexts to the calling contexts of the main thread
// (sequence = "*.main,*"); here every thread counts.

Context ArrayContext {
  type = "java.lang.Object[]";
}

Context TrackingContext {
  path = ArrayContext;
  type = "java.lang.String";
}

History UseHistory {
  type = "boolean";
  size = UserParameter;
}

Partition P {
  kind = all;
  history = UseHistory;
}

TObject MyObj {
  include = TrackingContext;
  partition = P;
  instance boolean useFlag = false;
}

Event on_rw(Object o, Field f, Word w1, Word w2) {
  o.useFlag = true;
  deamplify(o);
}

Event on_reachedOnce(Object o) {
  UseHistory h = getHistory(o);
  h.update(o.useFlag);
  if (h.isFull() && !h.contains(true))
    amplify(o);
  o.useFlag = false;
}
