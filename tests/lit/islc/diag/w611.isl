// RUN: %islc --check -verify-diagnostics %s
TObject T { instance int n = 0; }
Event on_reachedOnce(Object o) {
  int k = ((int[]) o).length;
  // expected-warning @+1 {{`k` can be 0: the division ends the handler with a fault; compare it with 0 first [ISL-W611]}}
  o.n = 100 / k;
  // expected-warning @+1 {{`k` can be 0: the division ends the handler with a fault}}
  o.n %= k;
  o.n /= UserParameter;
  if (o.n > 3) amplify(o); else deamplify(o);
}
