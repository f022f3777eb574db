// Arrays of all lengths count where another handler, another object or a shared history sees what happens to one.
// RUN: %islc -w --emit=plan %s | %FileCheck %s
// RUN: sed 's/kind = alloc/kind = all/' %s > %t.isl && %islc -w --emit=plan %t.isl | %FileCheck --check-prefix=OWN %s
// RUN: sed 's/path = Lists;//' %t.isl > %t0.isl && %islc -w --emit=plan %t0.isl | %FileCheck --check-prefix=OWN %s
// RUN: sed 's/path = Lists;//; s/^Event on_read.*/Event on_read(Object o, Field f, Word w1, Word w2) { amplify(o); }/' %t.isl > %t1.isl && %islc -w --emit=plan %t1.isl | %FileCheck %s
// RUN: (cat %t.isl; echo 'Event on_reached(Object o, Field f) { o.n += 1; }') > %t2.isl && %islc -w --emit=plan %t2.isl | %FileCheck %s
// RUN: (sed 's/path = Lists;//' %t.isl; echo 'Event on_call(Object o, Method m, Word w1, Word w2) { amplify(o); }') > %t3.isl && %islc -w --emit=plan %t3.isl | %FileCheck %s
// RUN: (cat %t.isl; echo 'Event on_alloc(Object o) { o.n = 3; }') > %t4.isl && %islc -w --emit=plan %t4.isl | %FileCheck --check-prefix=OWN %s
// RUN: sed 's/java.lang.Object\[\]/java.util.HashMap/; s/(Object\[\]) o/null/; s/a.length/o.n/' %t.isl > %t5.isl && %islc -w --emit=plan %t5.isl | %FileCheck %s
// RUN: %islc -w --paper --emit=plan %examples/under-utilised-maps/under-utilised-maps.isl | %FileCheck %s
// CHECK: instrumented:
// CHECK-NOT: shorter
// OWN: arrays shorter than 4 are left alone
Context Lists { type = "java.util.ArrayList"; }
Context Rows { path = Lists; type = "java.lang.Object[]"; }
History H { type = "int"; size = 4; }
Partition P { kind = alloc; history = H; }
TObject T { include = Rows; partition = P; instance int n = 0; }
Event on_read(Object o, Field f, Word w1, Word w2) { o.n += 1; }
Event on_reachedOnce(Object o) { Object[] a = (Object[]) o; getHistory(o).update(o.n); if (a.length > 3) amplify(o); }
