// RUN: %islc --check -Wperf -verify-diagnostics %s
// RUN: %islc --emit=plan -w %s | %FileCheck %s
// CHECK: steps through a table of the flags `back` `used` in the object's word: at these accesses, at normal returns of methods that return an object of any class
// CHECK: handler on_rw: java (it only steps between states of
// CHECK-NEXT: where an earlier spec keeps flags there, or one touches at more accesses: native, logged for each event: the object; each
// CHECK: handler on_call: java (it only steps between states of
// CHECK-NEXT: where an earlier spec keeps flags there, or one touches at more accesses: native, logged for each event: the object, the object that the value refers to
// expected-remark @+1 {{8 bytes of record for every tracked object}}
TObject T { instance boolean used = false; instance boolean back = false; }
// expected-remark @+1 {{on_rw takes a step in a table at every event: it only steps between states of `back` and `used`, which fit the object's own word [ISL-P708]}}
Event on_rw(Object o, Field f, Word w1, Word w2) { if (o.back) { o.used = true; deamplify(o); } }
// expected-remark @+1 {{on_call takes a step in a table at every event}}
Event on_call(Object o, Method m, Word r1, Word r2) {
  if (!m.getReturnType().isReference()) return;
  Object result = addressToObject(r1, r2);
  if (result != null) result.back = true;
}
Event on_reachedOnce(Object o) { if (o.back && !o.used) amplify(o); }
