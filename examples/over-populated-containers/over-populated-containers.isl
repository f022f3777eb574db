// Over-populated containers: tables into which much is put and from which next to nothing is ever got. A
// list's table, owned by a java.util.ArrayList, counts the elements that are stored and read; it is
// penalised while a whole window of checks has found fewer reads than a tenth of what it holds.
//
// The paper evaluates this amplifier without printing it; this is a reconstruction.

Context ListContext {
  type = "java.util.ArrayList";
}

Context TableContext {
  path = ListContext;
  type = "java.lang.Object[]";
}

History ReadRates {
  type = "double";
  size = UserParameter;
}

Partition P {
  kind = all;
  history = ReadRates;
}

TObject Table {
  include = TableContext;
  partition = P;
  instance int reads = 0;
}

Event on_read(Object o, Field f, Word w1, Word w2) {
  o.reads += 1;
}

Event on_reachedOnce(Object o) {
  Object[] elements = (Object[]) o;
  int held = 0;
  for (Object e : elements) {
    if (e != null)
      ++held;
  }
  if (held < 16)
    return;
  double rate = ((double) o.reads) / held;
  o.reads = 0;
  ReadRates rates = getHistory(o);
  rates.update(rate);
  if (rate >= 0.1) {
    deamplify(o);
    return;
  }
  if (!rates.isFull())
    return;
  for (int i = 0; i < rates.length(); ++i) {
    if (rates.get(i) >= 0.1)
      return;
  }
  amplify(o);
}
