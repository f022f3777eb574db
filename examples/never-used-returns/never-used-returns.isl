// Results nobody reads: objects that some method returned and that nobody has used in a whole window of
// checks after that. Uses before the return (filling the object) do not count.
//
// Figure 3.13 of the paper updates its history with `true` only, so that a full history always contains
// it and nothing is ever amplified; here each check records whether the result has been used by then.

History UseHistory {
  type = "boolean";
  size = UserParameter;
}

Partition P {
  kind = all;
  history = UseHistory;
}

TObject Result {
  partition = P;
  instance boolean returned = false;
  instance boolean used = false;
}

Event on_rw(Object o, Field f, Word w1, Word w2) {
  if (o.returned) {
    o.used = true;
    deamplify(o);
  }
}

Event on_call(Object o, Method m, Word return1, Word return2) {
  if (!m.getReturnType().isReference())
    return;
  Object result = addressToObject(return1, return2);
  if (result != null)
    result.returned = true;
}

Event on_reachedOnce(Object o) {
  if (!o.returned)
    return;
  UseHistory h = getHistory(o);
  h.update(o.used);
  if (h.isFull() && !h.contains(true))
    amplify(o);
}
