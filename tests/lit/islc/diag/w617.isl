// RUN: mkdir -p %t/classes/a && touch '%t/classes/a/B$C.class' && cd %t/classes && python3 -m zipfile -c %t/x.jar a/ && mkdir -p %t/more
// RUN: %islc --check --classpath=%t/x.jar:%t/more -verify-diagnostics %s
// RUN: %islc --check --classpath=%t/classes -verify-diagnostics %s
// RUN: %islc --check --classpath=%t/classes %s 2>&1 | %FileCheck --check-prefix=FIX --strict-whitespace %s
// RUN: %islc --check -Werror -Wno-W617 %s
Context Root { type = "java.util.HashMap"; }
Context Known { type = "a.B.C[]"; path = Root; }
// expected-warning @+1 {{type `a.B.D` is not on the class path (did you mean `a.B.C`?) [ISL-W617]}}
Context Near { type = "a.B.D"; path = Known; }
// expected-warning @+1 {{type `C` is not on the class path (did you mean `a.B.C`?) [ISL-W617]}}
Context Short { type = "C[]"; path = Near; }
// expected-warning @+1 {{type `org.Unlike` is not on the class path [ISL-W617]}}
Context Unknown { type = "org.Unlike"; path = Short; }
// FIX: Context Short
// FIX-NEXT: {{^}}                       ^~~~~
// FIX-NEXT: {{^}}                        a.B.C
TObject T { include = Unknown; }
Event on_reachedOnce(Object o) { if (age(o) > 3) amplify(o); else deamplify(o); }
