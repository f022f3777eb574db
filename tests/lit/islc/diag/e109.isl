// RUN: %islc -w --check -verify-diagnostics %s
Context C { type = "A"; }
// expected-error @+1 {{unexpected `deamplify` after the last construct; statements belong into an `Event` [ISL-E109]}}
deamplify(o);
