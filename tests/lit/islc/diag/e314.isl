// RUN: %islc -w --check -verify-diagnostics %s
// expected-error @+1 {{undefined constant `UserParamter` (did you mean `UserParameter`?); add `const int UserParamter = ...;` [ISL-E314]}}
History H { type = "int"; size = UserParamter; }
