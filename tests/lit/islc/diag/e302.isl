// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{malformed sequence pattern: the pattern is empty [ISL-E302]}}
Context A { sequence = ""; }
// expected-error @+1 {{malformed sequence pattern: an element between commas is empty [ISL-E302]}}
Context B { sequence = "a,,b"; }
// expected-error @+1 {{malformed sequence pattern: illegal character `+` [ISL-E302]}}
Context C { sequence = "a+b"; }
