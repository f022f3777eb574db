#include "heap/ObjectRecords.h"

#include <algorithm>
#include <cstring>

namespace isl {
namespace {

constexpr uint64_t kLentIdentity = uint64_t{1} << 41;  // of an object without a node

}  // namespace

ObjectRecords::ObjectRecords(const IslSpec* spec, const WalkState& walk, NodeTable& nodes)
    : spec_(spec), walk_(walk), nodes_(nodes), layout_(*spec),
      lendsHistory_(spec->hasHistory && spec->partition != ISL_PARTITION_ALL &&
                    spec->partition != ISL_PARTITION_TYPE),
      pool_(layout_.bytes), entities_(spec, walk) {}

IslRecord* ObjectRecords::ensure(uint32_t node) {
  if (IslRecord* known = find(node)) return known;
  auto* record = reinterpret_cast<IslRecord*>(pool_.ensure(node));
  init(*record);
  record->classId = nodes_[node].classId;
  return record;
}

// Of zeroed memory.
void ObjectRecords::init(IslRecord& record) const {
  record.bornCheck = walk_.check;
  if (spec_->initFields != nullptr) spec_->initFields(fieldsOf(record));
  if (spec_->hasHistory && spec_->partition == ISL_PARTITION_ALL && spec_->initHistory != nullptr) {
    spec_->initHistory(reinterpret_cast<unsigned char*>(&record) + layout_.history);
  }
}

void ObjectRecords::beginAnew() {
  forEach([this](uint32_t node, const IslRecord& old) {
    const uint32_t site = old.site, classId = old.classId;
    IslRecord* const record = find(node);
    memset(static_cast<void*>(record), 0, layout_.bytes);
    init(*record);
    record->site = site;
    record->classId = classId;
  });
}

void* ObjectRecords::historyOf(IslRecord& record, uint32_t word) {
  if (!spec_->hasHistory) return nullptr;
  switch (spec_->partition) {
    case ISL_PARTITION_ALL: return reinterpret_cast<unsigned char*>(&record) + layout_.history;
    case ISL_PARTITION_TYPE: return entities_.ofType(record.classId);
    default: return entities_.ofWord(word);
  }
}

IslObject ObjectRecords::objectOf(uint32_t node) {
  const Node& n = nodes_[node];
  IslObject object{};
  object.record = ensure(node);
  object.record->site = walk_.plainOf(siteOf(n.word));
  if (object.record->classId == 0) object.record->classId = n.classId;
  object.size = n.bytes;
  object.charge = n.bytes + n.arrayBytes;
  object.history = historyOf(*object.record, n.word);
  object.identity = node;
  return object;
}

IslObject ObjectRecords::lend(const Burst& burst, uint32_t word) {
  lent_.resize(layout_.bytes);
  std::fill(lent_.begin(), lent_.end(), static_cast<unsigned char>(0));
  auto* record = reinterpret_cast<IslRecord*>(lent_.data());
  init(*record);
  record->classId = burst.classId;
  record->site = walk_.plainOf(siteOf(word));
  IslObject object{};
  object.record = record;
  object.size = (*walk_.classes)[burst.classId].instanceBytes;
  object.charge = object.size + burst.arrayBytes;
  object.identity = kLentIdentity;
  object.history = historyOf(*record, word);
  return object;
}

void ObjectRecords::keep(uint32_t node) { memcpy(pool_.ensure(node), lent_.data(), lent_.size()); }

void ObjectRecords::restore(Copy copy) {
  pool_ = std::move(copy.pool);
  entities_.restore(std::move(copy.histories));
}

}  // namespace isl
