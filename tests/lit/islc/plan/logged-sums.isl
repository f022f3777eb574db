// Handlers that only add up are told apart from those whose order or number of runs matters.
// RUN: rm -rf %t && mkdir %t && for e in 'o.n += 3;' 'o.n--; o.m = true;' 'o.n -= 1; deamplify(o);' 'o.n = 2; o.n += 1;' 'o.n += o.n;' 'o.f += 1;' 'if (o.m) o.n += 1;' 'amplify(o);' 'o.n += 1; o.m = f.isPrimitive();'; do sed "s/EFFECT/$e/" %s > %t/a.isl && %islc -w --emit=plan %t/a.isl | grep -c "only adds up"; done > %t/out; true
// RUN: tr '\n' ' ' < %t/out | %FileCheck %s
// CHECK: 1 1 1 0 0 0 0 0 0
Context Rows { type = "int[]"; }
TObject T { include = Rows; instance int n = 0; instance boolean m = false; instance float f; }
Event on_read(Object o, Field f, Word w1, Word w2) { EFFECT }
Event on_reachedOnce(Object o) { if (o.n == 1 && o.m) amplify(o); }
