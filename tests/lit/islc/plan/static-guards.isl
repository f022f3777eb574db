// Which conditions at the head of a handler are decided when the access is instrumented: those that only return.
// RUN: %islc -w --emit=plan %s | %FileCheck %s
// CHECK: handler on_read:
// CHECK: guard decided when the access is instrumented: nothing where f.isArrayElement()
// CHECK-NEXT: guard decided when the access is instrumented: nothing where !f.isPrimitive()
// CHECK: handler on_write:
// CHECK-NOT: guard
// CHECK: handler on_call:
// CHECK-NOT: guard
Context Lists { type = "java.util.ArrayList"; }
TObject T { include = Lists; instance int n = 0; instance int m = 0; }
Event on_read(Object o, Field f, Word w1, Word w2) {
  if (f.isArrayElement()) return;
  if (!f.isPrimitive()) { return; }
  o.n += asInt(w1);
}
// What is done before the return is done only there, but it is done.
Event on_write(Object o, Field f, Word w1, Word w2) {
  if (!f.isPrimitive()) { o.m += 1; return; }
  o.n += asInt(w1);
}
Event on_call(Object o, Method m, Word w1, Word w2) {
  if (m.getReturnType().isReference()) {
    Object result = addressToObject(w1, w2);
    if (result != null) result.m += 1;
    return;
  }
  if (o != null) o.n += asInt(w1);
}
Event on_reachedOnce(Object o) { if (o.n == 3 && o.m == 2) amplify(o); }
