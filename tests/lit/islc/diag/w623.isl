// RUN: %islc --check -verify-diagnostics %s
Context Finalizers { type = "java.lang.ref.Finalizer"; }
// expected-warning @+1 {{a heap check does not follow a `java.lang.ref.Finalizer` to its referent, so this path matches nothing [ISL-W623]}}
Context Soft { type = "java.lang.ref.SoftReference"; path = Finalizers; }
// expected-warning @+1 {{a heap check does not follow a `java.lang.ref.SoftReference` to its referent, so this path matches nothing [ISL-W623]}}
Context Page { type = "byte[]"; path = Soft; }
TObject T { include = Page; }
Event on_reachedOnce(Object o) { if (age(o) > 3) amplify(o); else deamplify(o); }
