// RUN: %islc -w --check --strict -verify-diagnostics %s
// RUN: %islc -w --check %s
TObject T { instance int n = 0; }
Event on_reached(Object o, Field f) {
  // expected-error @+1 {{`f.index()` of an edge that can begin at a root, which has no field; guard it with `f != null` (--strict) [ISL-E442]}}
  if (f.index() > 3) o.n = 1;
}
Event on_reachedOnce(Object o) { if (o.n > 0) amplify(o); else deamplify(o); }
