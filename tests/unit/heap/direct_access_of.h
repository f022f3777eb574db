// A made-up heap whose objects have words, read directly.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "heap/DirectAccess.h"
#include "rawheap/fake_walk.h"

namespace isl::test {

// Before the heap is opened: how its headers keep hashes.
inline void describeHeaders(rawheap::test::FakeVm& vm) {
  vm.constant("markWord::hash_shift", 8);
  vm.constant("markWord::hash_bits", 31);
  vm.constant("markWord::unlocked_value", 1);
  vm.constant("markWord::lock_mask_in_place", 3);
}

inline std::unique_ptr<DirectAccess>
directAccessOf(rawheap::test::FakeHeap& heap, rawheap::test::FakeWalk& jvm, ClassTable& classes) {
  auto direct = std::make_unique<rawheap::DirectHeap>(jvm.jvmti());
  rawheap::Reason why;
  EXPECT_TRUE(direct->open(heap.vm.tables(), jvm.jni(), why)) << why.text;
  return std::make_unique<DirectAccess>(jvm.jvmti(), classes, std::move(direct));
}

}  // namespace isl::test
