// RUN: %islc -w --check --paper -verify-diagnostics %s
// RUN: %islc -w --check %s
// expected-error @+1 {{a `const` of the program is not part of the printed language (--paper) [ISL-E703]}}
const int LIMIT = 3;
TObject T { }
Event on_reachedOnce(Object o) {
  // expected-error @+1 {{`age` is not part of the printed language (--paper) [ISL-E703]}}
  if (age(o) > LIMIT) amplify(o); else deamplify(o);
}
