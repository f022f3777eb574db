#include "heap/SpecHandlers.h"

#include "heap/SiteWatch.h"

namespace isl {

SpecHandlers::SpecHandlers(const IslSpec* spec, size_t index, const WalkState& walk,
                           ObjectRecords& records)
    : spec_(spec), index_(index), walk_(walk), records_(records),
      flagsInWord_(WordLayout::keepsFlagsOf(*spec)), codes_(*spec), guard_(spec->source) {}

void SpecHandlers::onEvent(const IslHandler& handler, const EventObject& object,
                           const EventArgs& args) {
  IslObject self = records_.ofEvent(object), value{};
  const bool wantsValue = (handler.uses & ISL_USES_VALUE) != 0 && args.value.present;
  if (wantsValue) value = records_.ofEvent(args.value);
  const uint32_t before = self.record != nullptr ? self.record->flags : 0;
  const uint32_t valueBefore = value.record != nullptr ? value.record->flags : 0;
  IslObject* receiver = object.present ? &self : nullptr;
  IslObject* referred = wantsValue ? &value : nullptr;
  const auto event = static_cast<IslEventKind>(handler.event);
  eventCounts_[event] += args.times;
  guard_.run(event, walk_.check, [&](IslEnv* env) {
    env->times = args.times;
    if (handler.alloc != nullptr) {
      handler.alloc(env, receiver);
    } else if (handler.call != nullptr) {
      handler.call(env, receiver, args.method, args.word1, args.word2, referred);
    } else {
      handler.access(env, receiver, args.field, args.word1, args.word2, referred);
    }
  });
  if (self.record != nullptr) noteEffects(*self.record, before);
  if (value.record != nullptr && value.record != self.record)
    noteEffects(*value.record, valueBefore);
}

void SpecHandlers::countLikeLast(IslEventKind event, uint64_t events) {
  eventCounts_[event] += events;
  guard_.countLikeLast(event, events);
}

void SpecHandlers::atCheck(IslObject& object, uint32_t word, bool hasWord, CheckSums& sums) {
  const uint32_t before = object.record->flags;
  const bool touched = hasWord && epochOf(word) >= walk_.check;
  if (hasWord) takeFlags(*object.record, word, touched);
  if (touched && (spec_->touched != nullptr || spec_->flagCount > 0)) sums.touchedObjects++;
  if (touched && spec_->touched != nullptr) {
    guard_.run(ISL_ON_RW, walk_.check, [&](IslEnv* env) { spec_->touched(env, &object); });
  }
  if (spec_->onReachedOnce != nullptr) {
    sums.reachedObjects++;
    guard_.run(
        ISL_ON_REACHED_ONCE, walk_.check, [&](IslEnv* env) { spec_->onReachedOnce(env, &object); },
        walk_.program);
  }
  noteEffects(*object.record, before);
}

void SpecHandlers::onReached(IslObject& object, const IslField& field, CheckSums& sums) {
  sums.reachedEdges++;
  guard_.run(ISL_ON_REACHED, walk_.check,
             [&](IslEnv* env) { spec_->onReached(env, &object, &field); });
}

void SpecHandlers::takeFlags(IslRecord& record, uint32_t word, bool touched) const {
  if (!flagsInWord_) return;
  unsigned char* const fields = fieldsOf(record);
  const uint32_t flags = codes_.flagsOf(flagCodeOf(word));
  for (uint32_t i = 0; i < spec_->flagCount; i++) fields[spec_->flagOffsets[i]] = flags >> i & 1;
  if (!touched || (flags & kFlagClears) == 0) return;
  IslObject object{};
  object.record = &record;
  isl_deamplify(&object);
}

void SpecHandlers::noteEffects(const IslRecord& record, uint32_t before) {
  const uint32_t gained = record.flags & ~before;
  if ((gained & ISL_RECORD_AMPLIFIED) != 0) {
    effects_.amplified++;
    effects_.amplifiedSites.add(record.site);
    hotSites_.push_back(record.site);
  }
  if ((gained & ISL_RECORD_CLEARED) != 0) {
    effects_.cleared++;
    effects_.clearedSites.add(record.site);
    if (walk_.watch != nullptr && walk_.watch->watches(record.site)) {
      walk_.watch->cleared(index_, record.site);
    }
  }
}

void SpecHandlers::restore(Copy copy) {
  effects_ = std::move(copy.effects);
  guard_.restore(std::move(copy.faults));
}

}  // namespace isl
