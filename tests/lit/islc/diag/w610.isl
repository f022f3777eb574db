// RUN: %islc --check -verify-diagnostics %s
TObject T { instance double d = 0; }
Event on_reachedOnce(Object o) {
  Object[] a = (Object[]) o;
  // expected-warning @+1 {{`a.length` can be 0: the floating division gives NaN or infinity; compare it with 0 first [ISL-W610]}}
  o.d = 1.0 / a.length;
  long n = sizeOf(o);
  if (n > 0) o.d = 3.0 / (double) n;
  if (o.d > 0.3) amplify(o); else deamplify(o);
}
