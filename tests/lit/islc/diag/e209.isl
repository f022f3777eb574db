// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{contexts refer to each other in a circle: A -> B -> A [ISL-E209]}}
Context A { path = B; }
Context B { path = A; }
