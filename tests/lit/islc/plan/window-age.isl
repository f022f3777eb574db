// RUN: %islc -w --emit=plan %s | %FileCheck %s
// RUN: %islc -w --emit=cpp %s | %FileCheck --check-prefix=CODE %s
// RUN: sed 's/if (o.closed) deamplify(o);/amplify(o);/' %s > %t.isl && %islc -w --emit=plan %t.isl | %FileCheck --check-prefix=ANY %s
// RUN: %islc -w --emit=plan %examples/boxed-numbers/boxed-numbers.isl | %FileCheck --check-prefix=ABOVE %s
// RUN: %islc -w --emit=plan %examples/leak/leak.isl | %FileCheck --check-prefix=ANY %s
// What every penalty waits for is the window, whichever way the conditions are written; the least of them where they
// differ. A penalty that waits for nothing leaves none.
// CHECK: window: penalties begin where age(o) >= (LEAST + 1)
// CODE: uint32_t window() { return isl::windowOfAge(int64_t(isl::add(LEAST_0, 1)), 0); }
// ABOVE: window: penalties begin where age(o) > UserParameter
// ANY-NOT: window: penalties
const int LEAST = 4;
TObject T { instance boolean closed = false; instance int n = 0; }
Event on_reachedOnce(Object o) {
  if (o.closed) deamplify(o);
  if (age(o) < LEAST + 1) return;
  if (o.n > 3) {
    for (int i = 0; i < 3; ++i) {
      if (!(20 > age(o) || o.closed)) { amplify(o); continue; }
      deamplify(o);
    }
  } else if (age(o) <= 7 || o.n == 1) {
    amplifyBy(o, 8);
  } else {
    amplify(o);
  }
  ++o.n;
  o.closed = true;
}
