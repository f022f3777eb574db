// RUN: %islc -w --emit=cpp %s > %t.cpp
// RUN: %cxx -std=c++20 -O2 -Wall -Wextra -Werror -Wno-pedantic -fno-exceptions -fno-rtti -I%source/runtime/include -c %t.cpp -o %t.o
// RUN: %FileCheck %s < %t.cpp
// Every construct of handlers gives C++ that compiles without a warning.
const int STEP = 2;
const boolean DEEP = true;
Boundary Rows { method = "shop.Import$File.row"; }
History H { type = "double"; size = UserParameter * STEP; }
Partition P { kind = context[7]; history = H; }
TObject T {
  partition = P;
  instance boolean a; instance byte b = 1; instance short c; instance char d = 'x';
  instance int e = STEP; instance long f = -5L; instance float g = 1.5f; instance double h = 1e3;
}
// CHECK: struct Fields {
// CHECK-NEXT: int64_t f_f = int64_t(-5);
// CHECK-NEXT: double h_f = 1000.0;
// CHECK: int32_t historySize()
// CHECK: isl::mul(UserParameter_{{[0-9]+}}, STEP_{{[0-9]+}})
Event on_read(Object o, Field f, Word w1, Word w2) {
  long l = combine(w1, w2) + asInt(w1) + asLong(w1, w2);
  int i = w1;
  o.g += asFloat(w1); o.h = asDouble(w1, w2) % 3;
  if (f.isPrimitive() && !f.isArrayElement() && f.index() + f.offset() > i || f.isRoot()) o.f = l;
  Object v = addressToObject(w1, w2);
  if (v != null && v != o) v.a = w1 == w2;
}
Event on_call(Object o, Method m, Word r1, Word r2) {
  if (m.getReturnType().isReference() || m.isStatic()) deamplify(addressToObject(r1, r2));
  o.e = m.id();
}
Event on_alloc(Object o) { o.f = sizeOf(o) + gcCount() + ticks(); }
Event on_reached(Object o, Field f) { o.e = f.index(); }
Event on_reachedOnce(Object o) {
  H h = getHistory(o), sub = h.subHistory(STEP * 2, STEP);
  History any = h;
  int auto = 1, register = 2, $x = 3;
  // CHECK: int32_t auto_{{[0-9]+}} = 1;
  if (pressure() && !(o.a = pressure()) || units() > 5) auto = 2;
  auto += register++ + ++register;
  auto <<= 33; auto >>>= 1; auto /= register; auto %= 7; $x ^= auto | 5 & 3;
  o.b += 1; o.b++; --o.c; o.d = (char) (o.d + 1); o.e = auto++ + auto;
  // CHECK: ({ auto
  o.a = o.a ^ DEEP | !o.a; o.a &= o.e > 1; o.g = o.e; o.h *= 2; o.f = (long) o.h; o.b = (byte) o.h;
  final long mask = 1L << o.e;
  double rate = o.e == 0 ? 0 : (double) o.f / o.e;
  sub.update(rate); h.update(1); h.update('c');
  if (h.contains(rate) && sub.isFull() || !h.containsSameValue()) amplify(o); else deamplify(o);
  for (int i = 0, j = h.length(); i < j; i++, j -= 1) { if (h.get(i) > h.last()) continue; break; }
  while (auto > 0) { --auto; if (auto == 5) break; }
  do { auto++; } while (auto < 3);
  Object[] array = (Object[]) o;
  for (Object x : array) { if (x == null) continue; $x++; }
  for (final int x : (int[]) o) $x += x;
  Object[][] deep = (Object[][]) o;
  for (Object[] row : deep) { if (row != null) $x += row.length; }
  if (array.length > 0 && array[0] != null && (Object) array != null) $x = -$x + ~$x;
  o.f = age(o) + mask + any.capacity() + $x;
  ;
  return;
}
