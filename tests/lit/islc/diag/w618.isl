// RUN: %islc --check -WW618 -verify-diagnostics %s
// RUN: %islc --check -Werror %s
TObject T { }
Event on_reachedOnce(Object o) {
  // expected-warning @+1 {{local `size` is named like a property or kind of a construct [ISL-W618]}}
  long size = sizeOf(o);
  if (size > 8) amplify(o); else deamplify(o);
}
