// Under-utilised arrays: arrays of objects, of 16 slots and more, of which at most 30% were in use at every check
// of a whole window. They may be anybody's: a table of one's own, a list that was given too much room.

Context Slots {
  type = "java.lang.Object[]";
}

History UtilityRates {
  type = "double";
  size = UserParameter;
}

Partition P {
  kind = all;
  history = UtilityRates;
}

TObject Table {
  include = Slots;
  partition = P;
}

// Arrays with an event of their own are told by the line that makes them, others by that of their owner.
Event on_alloc(Object o) {
  deamplify(o);
}

Event on_reachedOnce(Object o) {
  Object[] array = (Object[]) o;
  if (array.length < 16)
    return;
  int used = 0;
  for (Object element : array) {
    if (element != null)
      ++used;
  }
  double rate = ((double) used) / array.length;
  UtilityRates rates = getHistory(o);
  rates.update(rate);
  if (rate > 0.3) {
    deamplify(o);
    return;
  }
  if (!rates.isFull())
    return;
  for (int i = 0; i < rates.length(); ++i) {
    if (rates.get(i) > 0.3)
      return;
  }
  amplify(o);
}
