// RUN: %islc -w --emit=cpp %s > %t.cpp
// RUN: %cxx -std=c++20 -O2 -Wall -Wextra -Werror -Wno-pedantic -fno-exceptions -fno-rtti -I%source/runtime/include -c %t.cpp -o %t.o
// RUN: %FileCheck %s < %t.cpp
// RUN: %islc -w --emit=plan %s | %FileCheck --check-prefix=PLAN %s
// What derives from another constant is computed where it is used; so it follows tune=.
const int TWICE = BASE * 2;
const int BASE = 4;
const int FOURFOLD = TWICE * UserParameter / BASE;
const int KINDS = 8;
// CHECK: int32_t TWICE_0();
// CHECK-NEXT: int32_t BASE_1 = 4;
// CHECK: int32_t TWICE_0() { return isl::mul(BASE_1, 2); }
// CHECK-NEXT: {{.*}} int32_t FOURFOLD_2() {
// CHECK-NEXT: {{^}}  return isl::div<int32_t>(nullptr,
// A field of the same name does not hide the constant where another field begins with it.
// CHECK: int32_t first_f = TWICE_0();
// CHECK-NEXT: int32_t TWICE_f = 7;
// CHECK: int32_t size = FOURFOLD_2();
// CHECK: consts[] = {
// CHECK-NEXT: {.name = "BASE"
// CHECK-NEXT: {.name = "UserParameter"
// CHECK-NEXT: };
// PLAN: constant TWICE = 8: follows the constants it is made of
// PLAN: constant BASE = 4: tune=BASE:VALUE sets it at agent start
// PLAN: constant KINDS = 8: fixed, the bound of a partition depends on it
History H { type = "int"; size = FOURFOLD; }
Partition P { kind = context[KINDS]; history = H; }
TObject T { partition = P; instance int n = UserParameter / 3; instance double d = 0.0;
            instance int first = TWICE; instance int TWICE = 7; }
Event on_reachedOnce(Object o) {
  o.d = -o.d + o.first + o.TWICE;
  getHistory(o).update(TWICE % o.n);
  if (o.n > FOURFOLD && o.d > 0) amplify(o); else deamplify(o);
}
