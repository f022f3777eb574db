// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{string literal is not closed on its line [ISL-E102]}}
Context C { type = "java.lang.String; }
