// RUN: %islc -w --check -verify-diagnostics %s
TObject T { }
Event on_reachedOnce(Object o) {
  // expected-error @+1 {{`ticks` counts the entries of a method, and the spec names none; add `Boundary Rows { method = "shop.Import.row"; }` [ISL-E446]}}
  if (ticks() > 9) amplify(o); else deamplify(o);
}
