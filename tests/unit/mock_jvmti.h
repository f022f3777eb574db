// A jvmtiEnv without a JVM. Every function of the table returns JVMTI_ERROR_NOT_AVAILABLE and counts
// its calls until a test sets its own:
//
//   MockJvmti jvmti;
//   jvmti.set(&jvmtiInterface_1_::GetPhase, [](jvmtiEnv* env, jvmtiPhase* phase) { ... });
//   codeUnderTest(&jvmti);
//   EXPECT_EQ(jvmti.calls(&jvmtiInterface_1_::SetTag), 0u);
//
// A lambda without captures reaches its test through MockJvmti::from(env)->user. Functions that a
// test sets are not counted by the mock.
#pragma once

#include <jvmti.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

namespace isl::test {

class MockJvmti : public jvmtiEnv {
 public:
  static constexpr size_t kEntries = sizeof(jvmtiInterface_1_) / sizeof(void*);

  MockJvmti() {
    fill(std::make_index_sequence<kEntries>());
    functions = &table_;
  }
  // The environment points into the mock itself.
  MockJvmti(const MockJvmti&) = delete;
  MockJvmti& operator=(const MockJvmti&) = delete;

  static MockJvmti* from(jvmtiEnv* env) { return static_cast<MockJvmti*>(env); }

  template <typename Function>
  void set(Function jvmtiInterface_1_::*member, std::common_type_t<Function> function) {
    table_.*member = function;
  }

  template <typename Function>
  size_t calls(Function jvmtiInterface_1_::*member) const {
    const auto* const base = reinterpret_cast<const char*>(&table_);
    const auto* const entry = reinterpret_cast<const char*>(&(table_.*member));
    return counts_[static_cast<size_t>(entry - base) / sizeof(void*)];
  }

  size_t totalCalls() const {
    size_t total = 0;
    for (size_t count : counts_) total += count;
    return total;
  }

  // Allocate and Deallocate on malloc; `outstanding` tells a test what was not given back.
  void useMalloc() {
    set(&jvmtiInterface_1_::Allocate, [](jvmtiEnv* env, jlong size, unsigned char** memory) {
      *memory = static_cast<unsigned char*>(std::malloc(static_cast<size_t>(size)));
      ++from(env)->outstanding;
      return JVMTI_ERROR_NONE;
    });
    set(&jvmtiInterface_1_::Deallocate, [](jvmtiEnv* env, unsigned char* memory) {
      if (memory) --from(env)->outstanding;
      std::free(memory);
      return JVMTI_ERROR_NONE;
    });
  }

  // A copy of `text` in memory that the code under test must give to Deallocate.
  char* newString(const char* text) {
    unsigned char* memory = nullptr;
    if (Allocate(static_cast<jlong>(strlen(text) + 1), &memory) != JVMTI_ERROR_NONE) return nullptr;
    return strcpy(reinterpret_cast<char*>(memory), text);
  }

  void* user = nullptr;
  long outstanding = 0;

 private:
  // All entries take the environment first and their further arguments in registers or on the
  // caller's stack, so one function of this shape may stand in for each of them (System V ABI).
  template <size_t Index>
  static jvmtiError JNICALL unset(jvmtiEnv* env) {
    ++from(env)->counts_[Index];
    return JVMTI_ERROR_NOT_AVAILABLE;
  }

  template <size_t... Index>
  void fill(std::index_sequence<Index...>) {
    using Entry = jvmtiError(JNICALL*)(jvmtiEnv*);
    const std::array<Entry, kEntries> entries = {&unset<Index>...};
    static_assert(sizeof entries == sizeof table_);
    memcpy(static_cast<void*>(&table_), entries.data(), sizeof table_);
  }

  jvmtiInterface_1_ table_;
  std::array<size_t, kEntries> counts_{};
};

}  // namespace isl::test
