// REQUIRES: jdk17
// RUN: env JAVA_HOME=$(dirname $(dirname %java17)) %islc --check -verify-diagnostics %s
// RUN: env JAVA_HOME=$(dirname $(dirname %java17)) %islc --check %s 2>&1 | %FileCheck %s
// expected-warning @+1 {{type `java.util.ArrayLst` is not in the JDK (did you mean `java.util.ArrayList`?) [ISL-W617]}}
Context A { type = "java.util.ArrayLst"; }
// CHECK: ^~~~
// CHECK-NEXT: java.util.ArrayList
// expected-warning @+1 {{type `java.util.Map.Entri` is not in the JDK (did you mean `java.util.Map.Entry`?) [ISL-W617]}}
Context B { type = "java.util.Map.Entri[]"; path = A; }
// expected-warning @+1 {{type `sun.zzz.Qqqq` is not in the JDK [ISL-W617]}}
Context C { type = "sun.zzz.Qqqq"; path = B; }
// expected-warning @+1 {{type `ConcurrentHashMap` names no package; did you mean `java.util.concurrent.ConcurrentHashMap`? [ISL-W617]}}
Context D { type = "ConcurrentHashMap"; path = C; }
// expected-warning @+1 {{type `string` names no package; did you mean `java.lang.String`? [ISL-W617]}}
Context K { type = "string"; path = D; }
// What is there, and what nobody can know, is not spoken of.
Context E { type = "java.util.Map.Entry[]"; path = K; }
Context F { type = "com.sun.tools.javac.api.JavacTool"; path = E; }
Context G { type = "java.util.HashMap$Node"; path = F; }
Context H { type = "com.acme.Shop"; path = G; }
Context I { type = "Shop"; path = H; }
Context J { type = "byte[]"; path = I; }
TObject T { include = J; }
Event on_reachedOnce(Object o) { if (age(o) > 3) amplify(o); else deamplify(o); }
