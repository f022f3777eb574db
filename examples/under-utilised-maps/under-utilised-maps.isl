// Figure 3.12 with its lost braces: hash tables of which at most 30% of the slots were in use at
// every check of a whole window. Tables without slots have no rate and are left alone.
//
// The figure has the entries of a HashMap. Here it is any array of objects that any Map refers to: nodes of
// HashMap, LinkedHashMap and ConcurrentHashMap, keys and values of IdentityHashMap and of fastutil's maps of
// objects. Each of them keeps more than 30% of its slots in use where it grows by itself.

Context MapContext {
  type = "java.util.Map";
}

Context TrackingContext {
  path = MapContext;
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
  include = TrackingContext;
  partition = P;
}

Event on_reachedOnce(Object o) {
  UtilityRates rates = getHistory(o);
  Object[] array = (Object[]) o;
  if (array.length == 0)
    return;
  int numNonNull = 0;
  for (Object element : array) {
    if (element != null)
      ++numNonNull;
  }
  double rate = ((double) numNonNull) / array.length;
  rates.update(rate);
  if (rate > 0.3)
    deamplify(o);
  else if (rates.isFull()) {
    for (int i = 0; i < UserParameter; ++i) {
      if (rates.get(i) > 0.3)
        return;
    }
    amplify(o);
  }
}
