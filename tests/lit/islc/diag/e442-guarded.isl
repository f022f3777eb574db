// RUN: %islc -w --check --strict %s
// RUN: %islc -w --check %s
TObject T { instance int n = 0; }
Event on_reached(Object o, Field f) {
  if (f != null && f.index() > 3) o.n = 1;
}
Event on_reachedOnce(Object o) { if (o.n > 0) amplify(o); else deamplify(o); }
