// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{syntax error: expected `;` before `}` [ISL-E107]}}
Context C { type = "A" }
