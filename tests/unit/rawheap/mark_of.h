// Marks a made-up heap from some roots, and records what is met.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "fake_vm.h"
#include "rawheap/Mark.h"
#include "rawheap/Roots.h"

namespace isl::rawheap::test {

struct Recorder {
  std::vector<MarkedObject> objects;
  void begin() { objects.clear(); }
  void object(const MarkedObject& object) { objects.push_back(object); }
  const MarkedObject* find(uint64_t address) const {
    for (const MarkedObject& object : objects)
      if (object.address == address) return &object;
    return nullptr;
  }
  std::set<uint64_t> addresses() const {
    std::set<uint64_t> all;
    for (const MarkedObject& object : objects) all.insert(object.address);
    return all;
  }
};

class MarkOf : public testing::TestWithParam<bool> {
 protected:
  static FakeVmOptions options() {
    FakeVmOptions options;
    options.compressedOops = GetParam();
    return options;
  }
  uint32_t oop() const { return heap.layout.oopBytes; }
  // Numbers 1 and up are the roots'.
  bool mark(Mark& mark, const std::vector<uint64_t>& from, bool soft = true) {
    const ObjectReader reader = heap.reader(soft);
    recorder.objects.clear();
    roots.reserve(1000);
    heap.klasses.begin();
    if (!mark.begin(heap.spaces, heap.layout, heap.reason)) return false;
    for (const uint64_t address : from) {
      Root root;
      root.address = address;
      root.words = static_cast<uint32_t>(
          reader.bytesOf(address, heap.klasses[heap.klasses.indexOfObject(address)]) / 8);
      root.kind = JVMTI_HEAP_REFERENCE_STACK_LOCAL;
      roots.push(root, {0, static_cast<jlong>(roots.size()) + 1, nullptr});
    }
    ObjectReader own = heap.reader(soft);
    return admitRoots(roots, 0, mark, own, heap.spaces, heap.reason) &&
           mark.drain(own, recorder, heap.reason);
  }
  FakeHeap heap{options()};
  Recorder recorder;
  Roots roots;
};

}  // namespace isl::rawheap::test
