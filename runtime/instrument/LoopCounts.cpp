#include "instrument/LoopCounts.h"

#include <algorithm>

#include "classfile/Relocation.h"
#include "instrument/Loops.h"

namespace isl::instrument {

using namespace classfile;

namespace {

bool isEvent(const Edit& edit) { return edit.key != 0 && edit.kind != EditKind::Region; }

class Counting {
 public:
  Counting(const MethodContext& m, const FlowFacts& facts, std::vector<Edit>& edits,
           CountedLoops& counted)
      : m_(m), facts_(facts), edits_(edits), counted_(counted) {
    for (size_t e = 0; e < edits.size(); ++e) {
      if (isEvent(edits[e])) events_.push_back(e);
    }
    std::sort(events_.begin(), events_.end(),
              [&](size_t x, size_t y) { return edits[x].place < edits[y].place; });
  }

  void loop(const QuietLoop& loop) {
    const std::vector<Insn>& insns = m_.code.insns();
    const uint32_t begin = insns[loop.first].bci, end = insns[loop.last + 1].bci;
    accesses_.clear();
    auto event =
        std::lower_bound(events_.begin(), events_.end(), placeBefore(begin),
                         [&](size_t e, uint32_t place) { return edits_[e].place < place; });
    for (; event != events_.end() && edits_[*event].place < placeBefore(end); ++event) {
      const Edit& edit = edits_[*event];
      // Other events would come out of order. An edit that is counted already is of a loop that
      // overlaps.
      if (edit.kind != EditKind::ElementUse || !edit.counted) return;
      accesses_.push_back(*event);
    }
    if (accesses_.empty() || accesses_.size() > kMostCountersOfLoop ||
        counted_.keys.size() + accesses_.size() > kMostCounters) {
      return;
    }
    const size_t before = counted_.keys.size();
    ends_ = isCounted(m_.code, loop);
    same_.clear();
    for (size_t e : accesses_) count(e, loop);
    for (uint32_t exit : exitsOf(m_.code, loop)) {
      for (size_t c = before; c < counted_.keys.size(); ++c) flush(insns[exit].bci, c);
    }
    counted_.ranges.push_back({begin, end});
  }

 private:
  // A counter of an array that is the same in the whole loop.
  struct Same {
    uint32_t origin;
    uint32_t slot;
    int32_t key;
    uint16_t counter;
  };

  uint16_t newCounter(int32_t key) {
    counted_.keys.push_back(key);
    return static_cast<uint16_t>(counted_.keys.size() - 1);
  }

  void count(size_t access, const QuietLoop& loop) {
    Edit edit = edits_[access];
    const uint32_t bci = edit.place / 2;
    const ElementFact fact = factOf(m_.code.indexAt(bci));
    const uint32_t origin = fact.origin;
    const bool outside =
        origin == kAtEntry || (origin != kNoLocal && (origin < loop.first || origin > loop.last));
    const bool same = ends_ && outside;
    edit.local = same ? sameCounter(fact, edit.key) : newCounter(edit.key);
    edit.kind = same ? EditKind::KeepSameArray : EditKind::KeepArray;
    edits_[access] = edit;
    edit.kind = same ? EditKind::CountSame : EditKind::CountElement;
    edit.helper = ends_ ? Helper::CountElement : Helper::CountUpToMost;
    edit.place = placeBehindPredecessor(bci + 1);  // loads and stores of elements have one byte
    edits_.push_back(edit);
  }

  uint16_t sameCounter(const ElementFact& fact, int32_t key) {
    for (const Same& known : same_) {
      if (known.origin == fact.origin && known.slot == fact.slot && known.key == key)
        return known.counter;
    }
    same_.push_back({fact.origin, fact.slot, key, newCounter(key)});
    return same_.back().counter;
  }

  ElementFact factOf(uint32_t index) const {
    const auto& all = facts_.elements;  // by index
    const auto at = std::lower_bound(
        all.begin(), all.end(), index,
        [](const ElementFact& fact, uint32_t wanted) { return fact.index < wanted; });
    return at != all.end() && at->index == index ? *at : ElementFact{index, kNoLocal, 0};
  }

  void flush(uint32_t bci, size_t counter) {
    Edit edit;
    edit.kind = EditKind::FlushCount;
    edit.helper = Helper::FlushCount;
    edit.place = placeBefore(bci);
    edit.key = counted_.keys[counter];
    edit.local = static_cast<uint16_t>(counter);
    edits_.push_back(edit);
  }

  const MethodContext& m_;
  const FlowFacts& facts_;
  std::vector<Edit>& edits_;
  CountedLoops& counted_;
  std::vector<size_t> events_;    // of `edits`, by place
  std::vector<size_t> accesses_;  // of the loop at hand
  std::vector<Same> same_;
  bool ends_ = false;
};

}  // namespace

void countLoops(const MethodContext& m, const FlowFacts& facts, std::vector<Edit>& edits,
                CountedLoops& counted) {
  counted.clear();
  // The frames of a constructor may speak of an uninitialised receiver.
  if (m.method.name == "<init>") return;
  const bool any = std::any_of(edits.begin(), edits.end(), [](const Edit& e) { return e.counted; });
  if (!any) return;
  Counting pass(m, facts, edits, counted);
  for (const QuietLoop& loop : findQuietLoops(m.code)) pass.loop(loop);
  if (counted.keys.empty()) return;
  Edit begin;
  begin.kind = EditKind::BeginCounts;
  begin.helper = Helper::FlushCount;
  begin.place = placeBehindPredecessor(0);
  begin.key = counted.keys[0];
  begin.local = static_cast<uint16_t>(counted.keys.size());
  edits.push_back(begin);
}

}  // namespace isl::instrument
