// RUN: %islc -w --check -verify-diagnostics %s
TObject T { instance boolean seen = false; instance int n = 0; }
Event on_reachedOnce(Object o) {
  Object[] a = (Object[]) o;
// expected-error @+1 {{`a[0]` is an element of an Object[] and cannot be compared with another object; all that is known of an element is whether it is null [ISL-E444]}}
  if (a.length > 1 && a[0] == a[1]) amplify(o);
  Object last = null;
  for (Object e : a) {
// expected-error @+1 {{`last` is an element of an Object[] and cannot be compared with another object}}
    if (e != null && last == o) deamplify(o);
    last = e;
// expected-error @+1 {{`e` is an element of an Object[] and cannot be asked for its instance fields}}
    e.seen = true;
// expected-error @+1 {{`(Object) e` is an element of an Object[] and cannot be passed to a function}}
    amplify((Object) e);
  }
  if (last == null && o.seen) ++o.n;
}
