// RUN: %islc -w --check -verify-diagnostics %s
Context Head { type = "A"; }
// expected-error @+1 {{unknown Context `Haed` (did you mean `Head`?) [ISL-E205]}}
Context C { type = "A"; path = Haed; }
