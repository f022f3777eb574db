// RUN: %islc --check -verify-diagnostics %s
TObject T { instance int a; }
Event on_call(Object o, Method m, Word w1, Word w2) {
  Object x = addressToObject(w1, w2);
// expected-warning @+1 {{result of addressToObject is used without a check for null [ISL-W621]}}
  if (m.isStatic()) x.a = o.a;
}
Event on_reachedOnce(Object o) { amplify(o); deamplify(o); }
