// What is logged for handlers that run for every event, of which types, and what is kept.
// RUN: %islc -w --emit=plan %s | %FileCheck %s
// RUN: %islc --check -w -Wperf %s 2>&1 | %FileCheck --check-prefix=NONE --allow-empty %s
// RUN: %islc --check -Wno-W608 -Wno-W603 -Wperf %s 2>&1 | %FileCheck --check-prefix=PERF %s
// CHECK: instrumented: allocations (site and epoch), and
// CHECK-NEXT: logged: reads of instance fields of `java.util.ArrayList` and its subtypes
// CHECK-NEXT: logged: writes of instance fields of `java.util.ArrayList` and its subtypes
// CHECK-NEXT: logged: normal returns of methods that are called on, or return, `java.util.ArrayList` and its subtypes
// CHECK-NEXT: logged: births of `java.util.ArrayList` and its subtypes
// CHECK: handler on_rw: native (it uses `f` of the single access)
// CHECK-NEXT: logged for each event: the object{{$}}
// CHECK-NEXT: guard decided when the access is instrumented: only where f.isPrimitive()
// CHECK: handler on_call: native (calls are not accesses of the object)
// CHECK-NEXT: the object, the object that the value refers to; each such object gets a record
// CHECK: handler on_alloc: native (it runs at the allocation)
// CHECK: record: 8 bytes per object besides the penalty and the site (fields 8, history 0)
// CHECK: tag: of each object with a record
// The head of 24, three cursors of 8, thirty chars rounded to 64.
// CHECK: history: 112 bytes per allocation site
// NONE-NOT: ISL-
// PERF: on_rw runs for every event, from a log of the thread: it uses `f` of the single access [ISL-P701]
// PERF: on_call runs for every event, from a log of the thread: calls are not accesses of the object [ISL-P701]
// PERF: on_alloc runs for every event, from a log of the thread: it runs at the allocation [ISL-P701]
Context Lists { type = "java.util.ArrayList"; }
History H { type = "char"; size = UserParameter * 3; }
Partition P { kind = alloc; history = H; }
TObject T { include = Lists; partition = P; instance int n = 0; }
Event on_rw(Object o, Field f, Word w1, Word w2) {
  if (f.isPrimitive()) getHistory(o).subHistory(0, UserParameter).update('a');
}
Event on_call(Object o, Method m, Word w1, Word w2) {
  Object result = addressToObject(w1, w2);
  if (result != null) result.n = 1;
}
Event on_alloc(Object o) { o.n = 3; }
Event on_reachedOnce(Object o) { if (o.n == 3 && getHistory(o).isFull()) amplify(o); }
