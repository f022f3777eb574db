// How a native record lies in memory: IslRecord, the instance fields, the history of the object itself.
#pragma once

#include <cstdint>

#include "isl/abi.h"

namespace isl {

// Parts of a record start at multiples of 8.
constexpr uint32_t recordAlign(uint32_t n) { return (n + 7) & ~7u; }

struct RecordLayout {
  explicit RecordLayout(const IslSpec& spec)
      : history(static_cast<uint32_t>(sizeof(IslRecord)) + recordAlign(spec.fieldsBytes)),
        bytes(history) {
    if (spec.hasHistory && spec.partition == ISL_PARTITION_ALL) {
      bytes += recordAlign(spec.historyBytes());
    }
  }

  uint32_t history;  // where it begins
  uint32_t bytes;
};

inline unsigned char* fieldsOf(IslRecord& record) {
  return reinterpret_cast<unsigned char*>(&record + 1);
}

}  // namespace isl
