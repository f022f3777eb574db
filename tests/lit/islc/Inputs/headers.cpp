// Java's arithmetic and the history operations, as generated code uses them.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "isl/history.h"

static int failures = 0, faultKind = 0;
static jmp_buf leave;
static void onFault(IslEnv*, int kind, int) {
  faultKind = kind;
  longjmp(leave, 1);
}
static IslEnv env{1, 6, 3, nullptr};

#define CHECK(c)                                                                                   \
  if (!(c)) ++failures, printf("line %d: %s\n", __LINE__, #c)
#define FAULTS(kind, e)                                                                            \
  faultKind = 0;                                                                                   \
  if (setjmp(leave) == 0) (void)(e);                                                               \
  CHECK(faultKind == kind)

static void arithmetic() {
  CHECK(isl::add(INT32_MAX, 1) == INT32_MIN);
  CHECK(isl::mul(INT64_MAX, int64_t(2)) == -2);
  CHECK(isl::div<int32_t>(&env, INT32_MIN, -1, 1) == INT32_MIN);
  CHECK(isl::rem<int64_t>(&env, INT64_MIN, -1, 1) == 0);
  CHECK(isl::rem<int32_t>(&env, -7, 3, 1) == -1);
  FAULTS(ISL_FAULT_DIVIDE, isl::div<int32_t>(&env, 1, 0, 1));
  CHECK(isl::shl(1, 33) == 2 && isl::shr(-8, 1) == -4 && isl::ushr(-1, 28) == 15);
  CHECK(isl::ushr(int64_t(-1), 65) == INT64_MAX);
  CHECK(isl::toInt(1e20) == INT32_MAX && isl::toInt(-1e20) == INT32_MIN);
  CHECK(isl::toInt(__builtin_nan("")) == 0 && isl::toLong(1e30) == INT64_MAX);
  CHECK(isl::rem(5.5, 2.0) == 1.5 && isl::rem(-5.5, 2.0) == -1.5);
  CHECK(isl::rem(1e300, 3.0) == __builtin_fmod(1e300, 3.0));
  CHECK(isl::rem(1.0, 4.9e-324) == 0 && isl::rem(7e-320, 3e-320) == __builtin_fmod(7e-320, 3e-320));
  CHECK(isl::combine(1, 0xffffffffu) == 0x1ffffffffLL);
}

template <class T>
struct Entity {
  Entity(int size, int region) {
    memory = malloc(isl::historyBytes<T>(size, region));
    isl::initHistory<T>(memory, size, region);
    object.history = memory;
  }
  ~Entity() { free(memory); }
  isl::History<T> get() { return {&env, isl::ref(&object), 1}; }
  void* memory;
  IslObject object{};
};

static void ring() {
  Entity<bool> e(3, 0);
  auto h = e.get();
  CHECK(h.length() == 0 && !h.isFull() && h.containsSameValue() && !h.contains(false));
  FAULTS(ISL_FAULT_HISTORY_INDEX, h.get(0, 1));
  h.update(true), h.update(false);
  CHECK(h.length() == 2 && !h.isFull() && h.get(0, 1) && !h.get(1, 1));
  h.update(false), h.update(false);
  CHECK(e.get().isFull() && !h.contains(true) && h.containsSameValue() && h.length() == 3);
  h.update(true);
  CHECK(!h.get(0, 1) && h.get(2, 1) && h.last(1));
}

static void views() {
  Entity<int64_t> e(6, 2);
  auto h = e.get();
  auto second = h.subHistory(2, 2, 1);
  second.update(7), second.update(8), second.update(9);
  CHECK(second.isFull() && second.get(0, 1) == 8 && second.get(1, 1) == 9);
  CHECK(h.length() == 4 && !h.isFull());
  CHECK(h.subHistory(2, 2, 1).length() == 2 && h.subHistory(0, 2, 1).length() == 0);
  h.subHistory(0, 2, 1).update(1), h.subHistory(0, 2, 1).update(1);
  h.subHistory(4, 2, 1).update(1), h.subHistory(4, 2, 1).update(2);
  CHECK(h.isFull() && h.subHistory(0, 2, 1).containsSameValue());
  FAULTS(ISL_FAULT_HISTORY_INDEX, h.subHistory(1, 2, 1));
  FAULTS(ISL_FAULT_HISTORY_INDEX, h.subHistory(6, 2, 1));
}

// The history and its views write the same slots: one written twice does not count twice.
static void mixed() {
  Entity<int32_t> e(4, 2);
  auto h = e.get();
  h.update(1), h.update(2);
  h.subHistory(0, 2, 1).update(3), h.subHistory(0, 2, 1).update(4);
  CHECK(!h.isFull() && h.length() == 2);
  h.subHistory(2, 2, 1).update(5);
  CHECK(!h.isFull() && h.length() == 3);
  h.subHistory(2, 2, 1).update(6);
  CHECK(h.isFull() && h.length() == 4);
}

static void values() {
  Entity<double> e(2, 0);
  auto h = e.get();
  h.update(__builtin_nan("")), h.update(0.0);
  CHECK(h.contains(__builtin_nan("")) && !h.contains(-0.0) && h.contains(0.0));
  IslObject none{};
  FAULTS(ISL_FAULT_NULL, (isl::History<double>(&env, isl::ref(&none), 1)));
  uint64_t slots[1] = {5};
  IslArray array{3, 'L', slots, nullptr};
  IslObject o{};
  o.array = &array;
  isl::Array a = isl::toArray(&env, isl::ref(&o), 'L', 1);
  CHECK(isl::referenceElement(&env, a, 2, 1).present &&
        !isl::referenceElement(&env, a, 1, 1).present);
  FAULTS(ISL_FAULT_INDEX, isl::referenceElement(&env, a, 3, 1).present);
  FAULTS(ISL_FAULT_CAST, isl::toArray(&env, isl::ref(&o), 'I', 1).object);
  FAULTS(ISL_FAULT_NULL, isl::length(&env, {}, 1));
}

int main() {
  env.fault = reinterpret_cast<decltype(env.fault)>(&onFault);
  arithmetic();
  ring();
  views();
  mixed();
  values();
  printf("%d failures\n", failures);
  return failures != 0;
}
