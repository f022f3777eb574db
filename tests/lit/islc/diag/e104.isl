// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{invalid escape sequence `\q`; known are `\\ \" \' \n \t \uXXXX` [ISL-E104]}}
Context C { type = "a\qb"; }
