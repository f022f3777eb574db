// Histories of partition entities: a ring over memory that the runtime owns, and write-through
// views of its regions (subHistory). No STL; nothing allocates.
//
// Memory of an entity: HistoryHead, one HistoryCursor per region, the elements (booleans packed
// into 64-bit words). Order: get(0) is the oldest element. length() is one more than the highest
// slot ever written, so that never-written regions do not count.
#pragma once

#include "isl/java.h"

namespace isl {

struct HistoryCursor {
  int32_t next;
  int32_t count;
};

struct HistoryHead {
  int32_t capacity;
  int32_t regionLength;  // of every subHistory; 0 = the spec makes none
  int32_t high;          // 1 + the highest slot written
  int32_t regions;       // number of cursors
  HistoryCursor ring;    // of the history as a whole
};

template <class T>
struct HistoryStore {
  static uint32_t bytes(int32_t n) { return (uint32_t(n) * uint32_t(sizeof(T)) + 7) / 8 * 8; }
  static T get(const void* data, int32_t i) { return static_cast<const T*>(data)[i]; }
  static void set(void* data, int32_t i, T value) { static_cast<T*>(data)[i] = value; }
  static bool equal(T a, T b) { return a == b; }
};
template <>
inline bool HistoryStore<float>::equal(float a, float b) {
  return bits<uint32_t>(a) == bits<uint32_t>(b) || (a != a && b != b);
}
template <>
inline bool HistoryStore<double>::equal(double a, double b) {
  return bits<uint64_t>(a) == bits<uint64_t>(b) || (a != a && b != b);
}
template <>
struct HistoryStore<bool> {
  static uint32_t bytes(int32_t n) { return (uint32_t(n) + 63) / 64 * 8; }
  static bool get(const void* data, int32_t i) {
    return (static_cast<const uint64_t*>(data)[i / 64] >> (i % 64) & 1) != 0;
  }
  static void set(void* data, int32_t i, bool value) {
    uint64_t& word = static_cast<uint64_t*>(data)[i / 64];
    uint64_t mask = uint64_t(1) << (i % 64);
    word = value ? word | mask : word & ~mask;
  }
  static bool equal(bool a, bool b) { return a == b; }
};

inline int32_t historyRegions(int32_t capacity, int32_t regionLength) {
  return regionLength > 0 ? (capacity + regionLength - 1) / regionLength : 0;
}
template <class T>
inline uint32_t historyBytes(int32_t capacity, int32_t regionLength) {
  return uint32_t(sizeof(HistoryHead)) +
         uint32_t(historyRegions(capacity, regionLength)) * uint32_t(sizeof(HistoryCursor)) +
         HistoryStore<T>::bytes(capacity);
}
template <class T>
inline void initHistory(void* memory, int32_t capacity, int32_t regionLength) {
  __builtin_memset(memory, 0, historyBytes<T>(capacity, regionLength));
  auto* head = static_cast<HistoryHead*>(memory);
  head->capacity = capacity;
  head->regionLength = regionLength;
  head->regions = historyRegions(capacity, regionLength);
}

// A handler's value of a History type: the whole ring or one region of it.
template <class T>
class History {
 public:
  History() = default;
  History(IslEnv* env, Ref object, int line) : env_(env) {
    if (!object.object || !object.object->history) env->fault(env, ISL_FAULT_NULL, line);
    head_ = static_cast<HistoryHead*>(object.object->history);
    auto* regions = reinterpret_cast<HistoryCursor*>(head_ + 1);
    data_ = regions + head_->regions;
    cursor_ = &head_->ring;
    size_ = head_->capacity;
  }

  History subHistory(int32_t offset, int32_t length, int line) const {
    bool ok = !isView() && length > 0 && length == head_->regionLength && offset >= 0 &&
              offset <= head_->capacity - length;
    const int32_t region =
        ok ? offset / length : 0;  // a division is most of what an event costs here
    if (!ok || region * length != offset) env_->fault(env_, ISL_FAULT_HISTORY_INDEX, line);
    History view = *this;
    view.cursor_ = reinterpret_cast<HistoryCursor*>(head_ + 1) + region;
    view.offset_ = offset;
    view.size_ = length;
    return view;
  }

  void update(T value) {
    int32_t slot = offset_ + cursor_->next;
    HistoryStore<T>::set(data_, slot, value);
    cursor_->next = cursor_->next + 1 == size_ ? 0 : cursor_->next + 1;
    if (cursor_->count < size_) ++cursor_->count;
    if (slot >= head_->high) head_->high = slot + 1;
  }

  T get(int32_t i, int line) const {
    if (i < 0 || i >= length()) env_->fault(env_, ISL_FAULT_HISTORY_INDEX, line);
    return at(i);
  }
  T last(int line) const { return get(length() - 1, line); }
  int32_t length() const { return isView() ? cursor_->count : head_->high; }
  int32_t capacity() const { return size_; }
  bool isFull() const {
    if (isView() || cursor_->count == size_) return cursor_->count == size_;
    // Views and the history itself write the same slots, each from the beginning of its region.
    auto* region = reinterpret_cast<const HistoryCursor*>(head_ + 1);
    const int32_t regions = head_->regions;
    for (int32_t i = 0; i < regions; ++i) {
      bool covered = region[i].count == head_->regionLength ||
                     head_->ring.count >= (i + 1) * head_->regionLength;
      if (!covered) return false;
    }
    return regions != 0;
  }
  bool contains(T value) const {
    for (int32_t i = 0, n = length(); i < n; ++i) {
      if (HistoryStore<T>::equal(at(i), value)) return true;
    }
    return false;
  }
  bool containsSameValue() const {
    for (int32_t i = 1, n = length(); i < n; ++i) {
      if (!HistoryStore<T>::equal(at(i), at(0))) return false;
    }
    return true;
  }

 private:
  bool isView() const { return cursor_ != &head_->ring; }
  T at(int32_t i) const {
    // Only a ring that has gone round starts elsewhere than at its first slot.
    int32_t start = cursor_->count == size_ ? cursor_->next : 0;
    int32_t slot = i < size_ - start ? i + start : i + start - size_;
    return HistoryStore<T>::get(data_, offset_ + slot);
  }

  IslEnv* env_ = nullptr;
  HistoryHead* head_ = nullptr;
  HistoryCursor* cursor_ = nullptr;
  void* data_ = nullptr;
  int32_t offset_ = 0;
  int32_t size_ = 0;
};

}  // namespace isl
