// RUN: %islc -w -verify-diagnostics %s
// RUN: %islc -w --check -Werror %s
// Call chains that no agent can follow are refused before the JVM does it.
// expected-error @+1 {{no agent can follow this sequence: a regular expression needs every method of the program instrumented; write a list of elements with `*` [ISL-E704]}}
Context A { type = "a.A"; sequence = "re:.*load"; }
// expected-error @+1 {{no agent can follow this sequence: a last element `?` needs every method}}
Context B { type = "a.B"; sequence = "*.load, ?"; path = A; }
// expected-error @+1 {{no agent can follow this sequence: methods are told apart by class and name only; leave `(...)` away}}
Context C { type = "a.C"; sequence = "a.B.load(I),*"; path = B; }
// expected-error @+1 {{a regular expression needs every method}}
Context Unused { sequence = "re:x"; }
TObject T { include = C; }
