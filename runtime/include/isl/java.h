// Java's arithmetic and the values of handlers, for generated code. No STL; nothing allocates.
#pragma once

#include "isl/abi.h"

namespace isl {

// Integers wrap: computed unsigned, where C++ defines it.
inline int32_t add(int32_t a, int32_t b) { return int32_t(uint32_t(a) + uint32_t(b)); }
inline int64_t add(int64_t a, int64_t b) { return int64_t(uint64_t(a) + uint64_t(b)); }
inline int32_t sub(int32_t a, int32_t b) { return int32_t(uint32_t(a) - uint32_t(b)); }
inline int64_t sub(int64_t a, int64_t b) { return int64_t(uint64_t(a) - uint64_t(b)); }
inline int32_t mul(int32_t a, int32_t b) { return int32_t(uint32_t(a) * uint32_t(b)); }
inline int64_t mul(int64_t a, int64_t b) { return int64_t(uint64_t(a) * uint64_t(b)); }
inline int32_t neg(int32_t a) { return sub(int32_t(0), a); }
inline int64_t neg(int64_t a) { return sub(int64_t(0), a); }

// Comparisons of promoted operands.
template <class T>
inline bool lt(T a, T b) {
  return a < b;
}
template <class T>
inline bool le(T a, T b) {
  return a <= b;
}
template <class T>
inline bool gt(T a, T b) {
  return a > b;
}
template <class T>
inline bool ge(T a, T b) {
  return a >= b;
}
template <class T>
inline bool eq(T a, T b) {
  return a == b;
}
template <class T>
inline bool ne(T a, T b) {
  return a != b;
}

// MIN / -1 is MIN; x / 0 is a fault.
template <class T>
inline T div(IslEnv* env, T a, T b, int line) {
  if (b == 0) env->fault(env, ISL_FAULT_DIVIDE, line);
  return b == -1 ? neg(a) : a / b;
}
template <class T>
inline T rem(IslEnv* env, T a, T b, int line) {
  if (b == 0) env->fault(env, ISL_FAULT_DIVIDE, line);
  return b == -1 ? T(0) : a % b;
}

// In constant expressions, which have no handler to end; the compiler has seen divisors that are
// not 0, so only a tuned constant can be one, and what depends on it is 0 then.
template <class T>
inline T div(decltype(nullptr), T a, T b, int) {
  return b == 0 ? T(0) : b == -1 ? neg(a) : a / b;
}
template <class T>
inline T rem(decltype(nullptr), T a, T b, int) {
  return b == 0 || b == -1 ? T(0) : a % b;
}

// Shift distances count modulo the width of the left operand.
inline int32_t shl(int32_t a, int64_t n) { return int32_t(uint32_t(a) << (n & 31)); }
inline int64_t shl(int64_t a, int64_t n) { return int64_t(uint64_t(a) << (n & 63)); }
inline int32_t shr(int32_t a, int64_t n) { return a >> (n & 31); }
inline int64_t shr(int64_t a, int64_t n) { return a >> (n & 63); }
inline int32_t ushr(int32_t a, int64_t n) { return int32_t(uint32_t(a) >> (n & 31)); }
inline int64_t ushr(int64_t a, int64_t n) { return int64_t(uint64_t(a) >> (n & 63)); }

// Floating to integral saturates, NaN gives 0.
inline int32_t toInt(double d) {
  if (d != d) return 0;
  if (d >= 2147483647.0) return INT32_MAX;
  return d <= -2147483648.0 ? INT32_MIN : int32_t(d);
}
inline int64_t toLong(double d) {
  if (d != d) return 0;
  if (d >= 9223372036854775807.0) return INT64_MAX;
  return d <= -9223372036854775808.0 ? INT64_MIN : int64_t(d);
}

template <class To, class From>
inline To bits(From from) {
  static_assert(sizeof(To) == sizeof(From), "same width");
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}

// fmod without libm, exact: long division of the significands.
inline double rem(double x, double y) {
  uint64_t ux = bits<uint64_t>(x), uy = bits<uint64_t>(y), sign = ux & (uint64_t(1) << 63);
  int ex = int(ux >> 52 & 0x7ff), ey = int(uy >> 52 & 0x7ff);
  if (uy << 1 == 0 || y != y || ex == 0x7ff) return (x * y) / (x * y);
  if (ux << 1 <= uy << 1) return ux << 1 == uy << 1 ? 0 * x : x;
  static constexpr uint64_t one = uint64_t(1) << 52;
  auto significand = [](uint64_t u, int& e) {
    uint64_t m = u & (one - 1);
    if (e != 0) return m | one;
    for (e = 1; (m & one) == 0; m <<= 1) --e;
    return m;
  };
  uint64_t mx = significand(ux, ex), my = significand(uy, ey);
  for (; ex > ey; --ex) {
    if (mx >= my) mx -= my;
    mx <<= 1;
  }
  if (mx >= my) mx -= my;
  if (mx == 0) return 0 * x;
  for (; (mx & one) == 0; mx <<= 1) --ex;
  uint64_t result = ex > 0 ? (mx - one) | uint64_t(ex) << 52 : mx >> (1 - ex);
  return bits<double>(result | sign);
}
inline float rem(float x, float y) { return float(rem(double(x), double(y))); }

// Words of an accessed value: high and low half.
inline int64_t combine(uint32_t w1, uint32_t w2) { return int64_t(uint64_t(w1) << 32 | w2); }

// A value of type Object: null, an object that the runtime knows, or an element of an array, of
// which only "not null" is known.
struct Ref {
  IslObject* object = nullptr;
  bool present = false;
};
inline Ref ref(IslObject* o) { return {o, o != nullptr}; }
inline Ref opaque(bool present) { return {nullptr, present}; }
inline bool same(Ref a, Ref b) {
  if (!a.present || !b.present) return a.present == b.present;
  return a.object && b.object && a.object->identity == b.object->identity;
}

// The instance fields of a tracked object, else null.
template <class Fields>
inline Fields* fieldsOf(Ref r) {
  if (!r.object || !r.object->record) return nullptr;
  return reinterpret_cast<Fields*>(r.object->record + 1);
}
// Of other objects a field has its declared value, and keeps it.
template <class Fields, class T>
inline T get(Ref r, T Fields::*field) {
  const Fields* fields = fieldsOf<Fields>(r);
  return fields ? fields->*field : Fields().*field;
}
// Memory that would stay the same is left alone. 0.0 equals -0.0 and is not the same value.
template <class T>
inline bool changes(T old, T value) {
  return old != value;
}
inline bool changes(float, float) { return true; }
inline bool changes(double, double) { return true; }
template <class Fields, class T>
inline T set(Ref r, T Fields::*field, T value) {
  Fields* fields = fieldsOf<Fields>(r);
  if (fields && changes(fields->*field, value)) fields->*field = value;
  return value;
}

// A value of an array type: null or the contents of an array.
struct Array {
  IslObject* object = nullptr;
};
inline Ref ref(Array a) { return ref(a.object); }

inline Array toArray(IslEnv* env, Ref r, char kind, int line) {
  if (!r.present) return {};
  bool ok = r.object && r.object->array && r.object->array->elementKind == kind;
  if (!ok) env->fault(env, ISL_FAULT_CAST, line);
  return {r.object};
}
inline int32_t length(IslEnv* env, Array a, int line) {
  if (!a.object) env->fault(env, ISL_FAULT_NULL, line);
  return a.object->array->length;
}
template <class T>
inline T element(IslEnv* env, Array a, int32_t i, int line) {
  if (i < 0 || i >= length(env, a, line)) env->fault(env, ISL_FAULT_INDEX, line);
  const void* elements = a.object->array->elements;
  return elements ? static_cast<const T*>(elements)[i] : T();
}
inline Ref referenceElement(IslEnv* env, Array a, int32_t i, int line) {
  if (i < 0 || i >= length(env, a, line)) env->fault(env, ISL_FAULT_INDEX, line);
  const uint64_t* slots = a.object->array->nonNull;
  return opaque(slots && (slots[i / 64] >> (i % 64) & 1) != 0);
}

// The step budget that keeps a handler's loops bounded.
inline void step(IslEnv* env, int line) {
  if (env->steps == 0) env->fault(env, ISL_FAULT_STEPS, line);
  --env->steps;
}

struct TypeValue {
  char kind;
};
inline bool isReference(TypeValue t) { return t.kind == 'L' || t.kind == '['; }
inline bool isPrimitive(TypeValue t) { return !isReference(t) && t.kind != 'V'; }

inline bool isNamed(const IslMethod* method, const char* name) {
  const char* at = method->name;
  while (*at != 0 && *at == *name) ++at, ++name;
  return *at == *name;
}

inline int64_t sizeOf(Ref r) { return r.object ? int64_t(r.object->size) : 0; }
inline int32_t held(Ref r) {
  const uint64_t things = r.object ? r.object->held : 0;
  return things > INT32_MAX ? INT32_MAX : int32_t(things);
}
inline int64_t heldBytes(Ref r) { return r.object ? int64_t(r.object->heldBytes) : 0; }
inline int64_t bornBytes(Ref r) { return r.object ? int64_t(r.object->bornBytes) : 0; }
inline int64_t diedBytes(Ref r) { return r.object ? int64_t(r.object->diedBytes) : 0; }
inline bool isLambda(Ref r) { return r.object && r.object->isLambda != 0; }
// The window of a spec whose penalties begin at an age of `least`, or `more` above it.
inline uint32_t windowOfAge(int64_t least, uint32_t more) {
  constexpr int64_t kMost = 1 << 20;  // as of a history
  return (least < 1 ? 1 : uint32_t(least < kMost ? least : kMost)) + (least < 1 ? 0 : more);
}
inline int64_t age(const IslEnv* env, Ref r) {
  return r.object && r.object->record ? int64_t(env->check) - r.object->record->bornCheck : 0;
}

}  // namespace isl
