// With an array type as main context the events are those of elements; -fno-deferral makes a touch an
// event, too. Without handlers of accesses nothing but allocations is instrumented.
// RUN: %islc -w --emit=plan %s | %FileCheck %s
// RUN: %islc -w --emit=plan -fno-deferral %s | %FileCheck --check-prefix=EVENTS %s
// CHECK: instrumented: allocations (site and epoch), and
// CHECK-NEXT: touches at field and element writes
// CHECK-NEXT: of: `int[]` and its subtypes
// CHECK-NEXT: fields: elements
// CHECK-NOT: logged:
// EVENTS: instrumented: allocations (site and epoch), and
// EVENTS-NEXT: logged: writes of elements of `int[]`
// EVENTS-NEXT: handler on_write: native (deferral is switched off by -fno-deferral)
Context Rows { type = "int[]"; }
TObject T { include = Rows; instance boolean n; }
Event on_write(Object o, Field f, Word w1, Word w2) { o.n = true; }
Event on_reachedOnce(Object o) { if (!o.n) amplify(o); else deamplify(o); }
