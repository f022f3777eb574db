// RUN: %islc --check -verify-diagnostics %s
TObject T { instance boolean used = false; instance boolean old = false; }
Event on_reachedOnce(Object o) {
  // expected-warning @+1 {{assignment in a condition; `==` compares [ISL-W622]}}
  if (o.used = true) deamplify(o);
  // Parentheses say that it is meant.
  if ((o.used = o.old)) deamplify(o);
  // expected-warning @+1 {{assignment in a condition; `==` compares [ISL-W622]}}
  while (o.used = false) o.old = o.used;
  if (o.used == o.old) amplify(o);
}
