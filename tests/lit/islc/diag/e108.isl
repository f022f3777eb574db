// RUN: %islc -w --check -verify-diagnostics %s
Event on_alloc(Object o) {
  if (true) {
    deamplify(o);
// expected-error @+1 {{missing `}` before `deamplify` [ISL-E108]}}
  deamplify(o);
}
