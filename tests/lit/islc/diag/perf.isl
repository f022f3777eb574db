// RUN: %islc --check -Wno-W607 -Wperf -verify-diagnostics %s
// RUN: %islc --emit=plan -w %s | %FileCheck %s
// CHECK: handler on_write: native (it reads the instance field `n`)
// CHECK: logged for each event: the object; each such object gets a record at its first event
// RUN: %islc --check -Wno-W607 -Werror %s
Context Root { type = "java.util.ArrayList"; }
// expected-remark @+2 {{sequence: the stack is walked at every entry of a method that it names [ISL-P703]}}
// expected-remark @+1 {{path: every heap check validates the references from `Root` [ISL-P707]}}
Context C { type = "java.lang.Object[]"; sequence = "*,Main.run,*"; path = Root; }
History H { type = "int"; size = 4; }
// expected-remark @+1 {{kind context[16]: every method that calls or allocates, the JDK's too, counts its entries and exits [ISL-P704]}}
Partition P { kind = context[16]; history = H; }
// expected-remark @+1 {{8 bytes of record for every tracked object, because the partition's kind is not `all` [ISL-P702]}}
TObject T { include = C; partition = P; instance int n = 0; }
// expected-remark @+1 {{on_write runs for every event, from a log of the thread: it reads the instance field `n` [ISL-P701]}}
Event on_write(Object o, Field f, Word w1, Word w2) { ++o.n; }
// expected-remark @+1 {{on_reached runs once for every reference to a tracked object in every heap check [ISL-P706]}}
Event on_reached(Object o, Field f) { if (!f.isRoot()) o.n = 0; }
// expected-remark @+1 {{on_reachedOnce looks into arrays: their contents are read at every heap check [ISL-P705]}}
Event on_reachedOnce(Object o) {
  H h = getHistory(o);
  h.update(((Object[]) o).length);
  if (h.isFull() && h.containsSameValue()) amplify(o); else deamplify(o);
}
