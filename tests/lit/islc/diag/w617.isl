// RUN: mkdir -p %t/classes/a && touch '%t/classes/a/B$C.class' && cd %t/classes && python3 -m zipfile -c %t/x.jar a/ && mkdir -p %t/more
// RUN: %islc --check --classpath=%t/x.jar:%t/more -verify-diagnostics %s
// RUN: %islc --check --classpath=%t/classes -verify-diagnostics %s
// RUN: %islc --check -Werror -Wno-W617 %s
Context Root { type = "java.util.HashMap"; }
Context Known { type = "a.B.C[]"; path = Root; }
// expected-warning @+1 {{type `a.B.D` is not on the class path [ISL-W617]}}
Context Unknown { type = "a.B.D"; path = Known; }
TObject T { include = Unknown; }
Event on_reachedOnce(Object o) { if (age(o) > 3) amplify(o); else deamplify(o); }
