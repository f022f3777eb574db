// RUN: %islc -w --check -verify-diagnostics %s
// What the regular expressions of agents do not have is refused when the spec is compiled.
Context Good { sequence = "re:[^,]*\\.main,(?:.*?,)?Shop\\$Cart\\.(load|add)\\w{1,20}(,.*)?"; }
// expected-error @+1 {{malformed sequence pattern: a `(` of the regular expression is never closed [ISL-E302]}}
Context A { sequence = "re:a(b"; }
// expected-error @+1 {{a `)` of the regular expression was never opened}}
Context B { sequence = "re:a)b"; }
// expected-error @+1 {{a `[` of the regular expression is never closed}}
Context C { sequence = "re:[a-z"; }
// expected-error @+1 {{`*` of the regular expression has nothing to repeat}}
Context D { sequence = "re:a|*b"; }
// expected-error @+1 {{`+` of the regular expression has nothing to repeat}}
Context E { sequence = "re:a*+"; }
// expected-error @+1 {{`(?=` is not supported in the regular expression of a sequence}}
Context F { sequence = "re:a(?=b)"; }
// expected-error @+1 {{`\1` is not supported in the regular expression of a sequence}}
Context G { sequence = "re:(a)\\1"; }
// expected-error @+1 {{`{2,1}` is no repetition}}
Context H { sequence = "re:a{2,1}"; }
// expected-error @+1 {{the repetitions of the regular expression multiply to too much}}
Context I { sequence = "re:(((a{100}){100}){100})"; }
// expected-error @+1 {{`[]` of the regular expression holds no character}}
Context J { sequence = "re:a[]b"; }
// expected-error @+1 {{the regular expression is not valid: Invalid range end}}
Context K { sequence = "re:[z-a]"; }
// expected-error @+1 {{the regular expression ends with `\`}}
Context L { sequence = "re:a\\"; }
