// Memory for a pass over the heap, straight from mmap: another thread may hold malloc's lock while the world is
// stopped, so nothing here allocates in any other way. Pages cost nothing until they are touched.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace isl::rawheap {

inline void* mapMemory(size_t bytes) {
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

// Of memory that will be used from end to end: faults for pages of 4 KB are a tenth of a pass over a large heap.
constexpr size_t kLeastLarge = size_t{4} << 20;
inline void preferLargePages(void* memory, size_t bytes) {
  if (bytes >= kLeastLarge) madvise(memory, bytes, MADV_HUGEPAGE);
}

// What a container keeps from one pass to the next. A page from the kernel costs ten times what clearing one that is kept
// does, and passes over small heaps spent a fifth of their time on pages; one that fills so much takes 10 ms and more.
constexpr size_t kKept = size_t{1} << 20;

// Owns one mapping. `bytes` of address space, zeroed; false: the kernel has none.
class Mapping {
 public:
  Mapping() = default;
  ~Mapping() { release(); }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  bool reserve(size_t bytes) {
    release();
    memory_ = mapMemory(bytes == 0 ? 1 : bytes);
    bytes_ = memory_ == nullptr ? 0 : bytes;
    return memory_ != nullptr;
  }
  void release() {
    if (memory_ != nullptr) munmap(memory_, bytes_ == 0 ? 1 : bytes_);
    memory_ = nullptr;
    bytes_ = 0;
  }
  // Gives back all but the first bytes, which stay as they are.
  void trim(size_t bytes) {
    if (bytes < bytes_) madvise(static_cast<char*>(memory_) + bytes, bytes_ - bytes, MADV_DONTNEED);
  }
  void swap(Mapping& other) {
    void* const memory = memory_;
    const size_t bytes = bytes_;
    memory_ = other.memory_;
    bytes_ = other.bytes_;
    other.memory_ = memory;
    other.bytes_ = bytes;
  }
  void* get() const { return memory_; }
  size_t bytes() const { return bytes_; }

 private:
  void* memory_ = nullptr;
  size_t bytes_ = 0;
};

// An array that grows to a bound fixed beforehand. No destructors run.
template <typename T>
class MappedArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  bool reserve(size_t bound) {
    size_ = 0;
    bound_ = mapping_.reserve(bound * sizeof(T)) ? bound : 0;
    return mapping_.get() != nullptr;
  }
  // As reserve(), in the memory of before where it is enough; what is in it is anything.
  bool reuse(size_t bound) {
    if (mapping_.bytes() < bound * sizeof(T) && !mapping_.reserve((bound + bound / 2) * sizeof(T)))
      return reserve(bound);
    size_ = 0;
    bound_ = bound;
    return true;
  }
  void release() {
    mapping_.release();
    size_ = bound_ = 0;
  }
  // Until the next reuse().
  void rest() {
    mapping_.trim(kKept);
    size_ = bound_ = 0;
  }
  // About so many will be pushed.
  void expect(size_t count) {
    preferLargePages(mapping_.get(), (count < bound_ ? count : bound_) * sizeof(T));
  }
  // False: the bound is reached.
  bool push(const T& value) {
    if (size_ == bound_) return false;
    data()[size_++] = value;
    return true;
  }
  T* data() { return static_cast<T*>(mapping_.get()); }
  const T* data() const { return static_cast<const T*>(mapping_.get()); }
  T& operator[](size_t i) { return data()[i]; }
  const T& operator[](size_t i) const { return data()[i]; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  void truncate(size_t size) { size_ = size; }
  size_t touchedBytes() const { return size_ * sizeof(T); }

 private:
  Mapping mapping_;
  size_t size_ = 0, bound_ = 0;
};

// First in, first out; doubles when full, so the memory is at most twice that of what was in it at once. While it
// grows it needs half as much again.
template <typename T>
class MappedRing {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  bool reserve(size_t first) {
    head_ = tail_ = 0;
    mask_ = 1;
    while (mask_ < first) mask_ *= 2;
    if (!mapping_.reserve(mask_ * sizeof(T))) return false;
    --mask_;
    return true;
  }
  // As reserve(), or larger, in the memory of before.
  bool reuse(size_t first) {
    head_ = tail_ = 0;
    return mask_ + 1 >= first && mapping_.get() != nullptr ? true : reserve(first);
  }
  void release() {
    mapping_.release();
    head_ = tail_ = mask_ = 0;
  }
  // Until the next reuse().
  void rest() {
    if (capacityBytes() > kKept) release();
  }
  size_t size() const { return tail_ - head_; }
  bool empty() const { return head_ == tail_; }
  // False: no memory.
  bool push(const T& value) {
    if (__builtin_expect(tail_ - head_ > mask_, 0) && !grow()) return false;
    data()[tail_++ & mask_] = value;
    return true;
  }
  T pop() { return data()[head_++ & mask_]; }
  size_t capacityBytes() const { return (mask_ + 1) * sizeof(T); }

  // A copy of the ring's ends for a loop that keeps them in registers: push while there is room, then put it back.
  struct Ends {
    T* data;
    size_t head, tail, mask;
    bool full() const { return tail - head > mask; }
    void push(const T& value) { data[tail++ & mask] = value; }
    T pop() { return data[head++ & mask]; }
    size_t size() const { return tail - head; }
  };
  Ends take() const { return {data(), head_, tail_, mask_}; }
  void put(const Ends& ends) {
    head_ = ends.head;
    tail_ = ends.tail;
  }
  // Room for so many more without growing; false: no memory.
  bool makeRoom(size_t more) {
    while (mask_ + 1 - (tail_ - head_) < more)
      if (!grow()) return false;
    return true;
  }

 private:
  T* data() const { return static_cast<T*>(mapping_.get()); }
  __attribute__((noinline)) bool grow() {
    const size_t capacity = mask_ + 1;
    Mapping larger;
    if (mapping_.get() == nullptr || !larger.reserve(2 * capacity * sizeof(T))) return false;
    preferLargePages(larger.get(), larger.bytes());
    T* const to = static_cast<T*>(larger.get());
    const size_t size = tail_ - head_;
    for (size_t i = 0; i < size; ++i) to[i] = data()[(head_ + i) & mask_];
    mapping_.swap(larger);
    head_ = 0;
    tail_ = size;
    mask_ = 2 * capacity - 1;
    return true;
  }

  Mapping mapping_;
  size_t head_ = 0, tail_ = 0, mask_ = 0;
};

}  // namespace isl::rawheap
