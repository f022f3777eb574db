// RUN: %islc -w --check -verify-diagnostics %s
TObject T { instance int n = 0; instance boolean b; }
Event on_call(Object o, Method m, Word w1, Word w2) {
  // expected-error @+1 {{`Shop.close` is no name of a method; write the simple name, as in `close` [ISL-E445]}}
  if (m.isNamed("Shop.close")) o.b = true;
  // expected-error @+1 {{`` is no name of a method; write the simple name, as in `close` [ISL-E445]}}
  if (m.isNamed("")) o.b = true;
  // expected-error @+1 {{argument 1 of `isNamed` has type `int`, expected `name in double quotes` [ISL-E417]}}
  if (m.isNamed(1)) o.b = true;
  // expected-error @+1 {{`isNamed` takes 1 arguments, not 0 [ISL-E416]}}
  if (m.isNamed()) o.b = true;
  if (m.isNamed("close")) o.b = true;
}
Event on_reachedOnce(Object o) { if (o.b) amplify(o); else deamplify(o); }
