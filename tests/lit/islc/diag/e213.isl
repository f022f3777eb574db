// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{`amplify` hides a built-in name [ISL-E213]}}
Context amplify { type = "A"; }
