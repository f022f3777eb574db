// Resources that were opened and never closed: objects whose close() has not returned since their birth a window of checks
// ago. It does not matter whether they are used, so it finds what a registry, a heart-beat or a pool keeps busy as well.
// The path says which other type still holds them. Ones that stay open for good do not grow with the work.

Context Resources {
  type = "java.lang.AutoCloseable";
}

Partition P {
  kind = all;
}

TObject Tracked {
  include = Resources;
  partition = P;
  defect = growth;
  instance boolean closed = false;
}

Event on_call(Object o, Method m, Word w1, Word w2) {
  if (!m.isNamed("close"))
    return;
  o.closed = true;
}

Event on_reachedOnce(Object o) {
  if (!o.closed && age(o) >= UserParameter)
    amplify(o);
  else
    deamplify(o);
}
