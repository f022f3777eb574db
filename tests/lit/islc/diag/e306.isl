// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{type arguments are erased at run time; write `java.util.List` [ISL-E306]}}
Context C { type = "java.util.List<String>"; }
