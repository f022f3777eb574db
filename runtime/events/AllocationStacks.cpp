#include "events/AllocationStacks.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "base/JvmtiBuffer.h"
#include "base/Text.h"
#include "store/TypeName.h"

namespace isl {
namespace {

uint64_t mix(uint64_t hash, uint64_t value) {
  return (hash ^ value) * 0x9e3779b97f4a7c15u + (hash >> 29);
}

// Of a class, by its name with dots; never 0.
uint64_t typeNumber(std::string_view name) { return std::hash<std::string_view>()(name) | 1; }

}  // namespace

void AllocationStacks::onSample(jvmtiEnv* jvmti, JNIEnv* jni, const Sample& sample) {
  const bool large = sample.bytes >= kLarge;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (taken_ == 0) firstMs_ = sample.nowMs;
    const uint64_t ms = sample.nowMs - std::min(firstMs_, sample.nowMs);
    if (!large && taken_ >= kAtOnce + ms / kEveryMs) return;
    taken_++;
  }
  jvmtiFrameInfo frames[kFrames];
  jint count = 0;
  if (jvmti->GetStackTrace(nullptr, 0, kFrames, frames, &count) != JVMTI_ERROR_NONE) return;
  std::string type;
  JvmtiText signature(jvmti);
  const bool wantsType = keepsTypes_ || sample.object != nullptr;
  uint64_t number = 1;
  if (wantsType &&
      jvmti->GetClassSignature(sample.type, signature.out(), nullptr) == JVMTI_ERROR_NONE) {
    number = typeNumber(displayName(signature.get()));
    if (keepsTypes_) type = signature.get();
  }
  jboolean array = JNI_FALSE;
  if (sample.bytes >= kLeastArray) jvmti->IsArrayClass(sample.type, &array);
  uint64_t hash = mix(static_cast<uint64_t>(count), std::hash<std::string>()(type));
  for (jint i = 0; i < count; i++) hash = mix(hash, FrameLines::key(frames[i]));
  {
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = stacks_.find(hash);
    if (found == stacks_.end()) {
      if (stacks_.size() >= kMaxStacks) makeRoom();
      if (stacks_.size() >= kMaxStacks) {
        dropped_++;
        return;
      }
      found = stacks_.emplace(hash, Stack{}).first;
      found->second.frames = std::make_shared<Frames>(Frames{{frames, frames + count}, {}});
      found->second.type = std::move(type);
    }
    Stack& stack = found->second;
    if (stack.count++ == 0) stack.first = taken_;
    stack.last = taken_;
    stack.lastBytes = sample.allocatedBytes;
    if (array == JNI_TRUE) stack.largestArray = std::max(stack.largestArray, sample.bytes);
  }
  if (sample.object != nullptr) living_.add(jni, sample.object, hash, number);
}

// Under the lock.
void AllocationStacks::makeRoom() {
  if (taken_ < madeRoomAt_ + kMaxStacks / 4) return;
  madeRoomAt_ = taken_;
  const LivingSamples::ByStack living = living_.byStack();
  for (auto each = stacks_.begin(); each != stacks_.end();) {
    const Stack& stack = each->second;
    const bool old = stack.count == 1 && stack.last + kMaxStacks / 2 < taken_;
    each = old && living.count(each->first) == 0 ? stacks_.erase(each) : std::next(each);
  }
}

// Lines by how many samples they had.
class AllocationStacks::Callers {
 public:
  // False: no line of the program.
  bool add(const FrameLines::Line& at, uint64_t count) {
    if (!at.isProgram()) return false;
    auto& entry = lines_[{at.file, at.line}];
    entry.first += count;
    entry.second = {dotted(at.cls) + "." + at.method, at.file, at.line};
    return true;
  }
  // `part`: so much of the samples has to agree.
  SourceLine best(double part = 0) const {
    SourceLine best;
    uint64_t most = 0, all = 0;
    for (const auto& [key, entry] : lines_) {
      all += entry.first;
      if (entry.first > most) {
        most = entry.first;
        best = entry.second;
      }
    }
    return static_cast<double>(most) >= part * static_cast<double>(all) ? best : SourceLine{};
  }

 private:
  std::map<std::pair<std::string, int32_t>, std::pair<uint64_t, SourceLine>> lines_;
};

std::vector<AllocationStacks::Stack>
AllocationStacks::copied(const std::vector<std::string>& types) const {
  const LivingSamples::ByStack living = living_.byStack();
  std::vector<LivingSamples::ByStack> ofTypes;
  for (const std::string& type : types) ofTypes.push_back(living_.byStack(typeNumber(type)));
  const auto at = [](const LivingSamples::ByStack& objects, uint64_t hash) {
    const auto found = objects.find(hash);
    return found == objects.end() ? 0 : found->second;
  };
  std::vector<Stack> stacks;
  std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& [hash, stack] : stacks_) {
    stacks.push_back(stack);
    stacks.back().living = at(living, hash);
    for (const LivingSamples::ByStack& ofType : ofTypes) stacks.back().ofTypes += at(ofType, hash);
    if (!types.empty()) stacks.back().ofFirst = at(ofTypes.front(), hash);
  }
  return stacks;
}

// To look each frame of each stack up again takes longer than all else that a report asks of them.
const std::vector<const FrameLines::Line*>& AllocationStacks::linesOf(jvmtiEnv* jvmti, JNIEnv* jni,
                                                                      const Stack& stack) {
  Frames& frames = *stack.frames;
  if (frames.lines.empty()) {
    for (const jvmtiFrameInfo& frame : frames.infos)
      frames.lines.push_back(&lines_.of(jvmti, jni, frame));
  }
  return frames.lines;
}

template <typename Add>
SourceLine AllocationStacks::callerBy(Add&& add) const {
  const std::vector<Stack> stacks = copied();
  for (const auto weight : {&Stack::living, &Stack::count}) {
    Callers callers;
    for (const Stack& stack : stacks) {
      if (stack.*weight > 0) add(callers, stack, stack.*weight);
    }
    SourceLine best = callers.best();
    if (!best.file.empty()) return best;
  }
  return {};
}

SourceLine AllocationStacks::allocatorOf(jvmtiEnv* jvmti, JNIEnv* jni, std::string_view type) {
  return callerBy([&](Callers& callers, const Stack& stack, uint64_t weight) {
    if (stack.type != type) return;
    for (const FrameLines::Line* line : linesOf(jvmti, jni, stack)) {
      if (callers.add(*line, weight)) return;
    }
  });
}

SourceLine AllocationStacks::callerOf(jvmtiEnv* jvmti, JNIEnv* jni, std::string_view cls,
                                      std::string_view method) {
  return callerBy([&](Callers& callers, const Stack& stack, uint64_t weight) {
    bool inside = false;
    for (const FrameLines::Line* each : linesOf(jvmti, jni, stack)) {
      const FrameLines::Line& at = *each;
      if (!inside) {
        // What the method allocates itself, or has the JDK or a constructor allocate.
        inside = at.cls == cls && at.method == method;
        if (!inside && !isJdkName(at.cls) && at.method != "<init>") return;
        continue;
      }
      if (callers.add(at, weight)) return;
    }
  });
}

SourceLine AllocationStacks::ownCallerOf(jvmtiEnv* jvmti, JNIEnv* jni, const FrameLines::Line& at,
                                         const std::function<bool(const FrameLines::Line&)>& isOwn,
                                         uint64_t since, const std::vector<std::string>& types) {
  const std::vector<Stack> stacks = copied(types);
  std::set<std::tuple<std::string, std::string, int32_t>> running;
  for (const Stack& stack : stacks) {
    if (stack.lastBytes < since) continue;
    for (const FrameLines::Line* each : linesOf(jvmti, jni, stack)) {
      const FrameLines::Line& line = *each;
      if (isOwn(line)) running.emplace(line.cls, line.method, line.line);
    }
  }
  const auto agree = [this](uint64_t Stack::*weight) {
    return weight == &Stack::ofFirst ? 0 : weight == &Stack::count && living_.known() ? 1 : kAgree;
  };
  const auto tells = [&](bool anyLine, uint64_t Stack::*weight, SourceLine& caller) {
    Callers callers;
    uint64_t through = 0, own = 0;
    for (const Stack& stack : stacks) {
      if (stack.*weight == 0) continue;
      bool inside = false, over = false, found = false;
      for (const FrameLines::Line* each : linesOf(jvmti, jni, stack)) {
        const FrameLines::Line& line = *each;
        if (!inside) {
          inside = line.isAt(at, anyLine);
          continue;
        }
        if (!isOwn(line)) continue;
        over = running.count({line.cls, line.method, line.line}) == 0;
        found = !over && callers.add(line, stack.*weight);
        if (over || found) break;
      }
      if (inside && !over) through += stack.*weight;
      if (found) own += stack.*weight;
    }
    if (2 * own >= through) caller = callers.best(agree(weight));
    return through > 0;
  };
  SourceLine caller;
  for (const auto weight : {&Stack::ofFirst, &Stack::ofTypes, &Stack::count}) {
    if (tells(false, weight, caller) || tells(true, weight, caller)) break;
  }
  return caller;
}

SourceLine
AllocationStacks::makesRoomIn(jvmtiEnv* jvmti, JNIEnv* jni, std::string_view cls, uint64_t least,
                              const std::function<bool(const FrameLines::Line&)>& isOwn) {
  SourceLine found;
  const uint64_t enough = std::max(least, kLeastArray);
  uint64_t largest = 0;
  for (const Stack& stack : copied()) {
    if (stack.largestArray < enough) continue;
    bool inside = false;
    const FrameLines::Line* program = nullptr;
    for (const FrameLines::Line* each : linesOf(jvmti, jni, stack)) {
      inside = inside || each->cls == cls;
      if (program == nullptr && each->isProgram()) program = each;
    }
    if (!inside || program == nullptr || (isOwn && !isOwn(*program))) continue;
    const SourceLine nearest = {dotted(program->cls) + "." + program->method, program->file,
                                program->line};
    const bool other = nearest.file != found.file || nearest.line != found.line;
    if (found.line >= 0 && other && cls.rfind("java/", 0) == 0) return {};
    if (stack.largestArray <= largest) continue;
    largest = stack.largestArray;
    found = nearest;
  }
  return found;
}

void AllocationStacks::Runs::add(const Stack& stack) {
  count += stack.count;
  first = std::min(first, stack.first);
  last = std::max(last, stack.last);
  lastBytes = std::max(lastBytes, stack.lastBytes);
}

uint64_t AllocationStacks::Runs::ended(uint64_t all, uint64_t from) const {
  const uint64_t after = count - (from == first ? 1 : 0);
  return after * (all - std::min(all, last)) >= kMissed * std::max<uint64_t>(1, last - from)
             ? lastBytes
             : 0;
}

AllocationStacks::Runs AllocationStacks::runsOf(jvmtiEnv* jvmti, JNIEnv* jni,
                                                const FrameLines::Line& at, uint64_t& all) {
  const std::vector<Stack> stacks = copied();
  all = 0;
  for (const Stack& stack : stacks) all += stack.count;
  for (const bool anyLine : {false, true}) {
    Runs runs;
    for (const Stack& stack : stacks) {
      const std::vector<const FrameLines::Line*>& lines = linesOf(jvmti, jni, stack);
      const auto isThere = [&](const FrameLines::Line* line) { return line->isAt(at, anyLine); };
      if (std::any_of(lines.begin(), lines.end(), isThere)) runs.add(stack);
    }
    if (runs.count > 0) return runs;
  }
  return {};
}

uint64_t AllocationStacks::lastRanAt(jvmtiEnv* jvmti, JNIEnv* jni, const FrameLines::Line& at) {
  uint64_t all = 0;
  const Runs runs = runsOf(jvmti, jni, at, all);
  return runs.count > 0 ? runs.ended(all, 0) : 0;
}

uint64_t AllocationStacks::lastSeenAt(jvmtiEnv* jvmti, JNIEnv* jni, const FrameLines::Line& at) {
  uint64_t all = 0;
  return runsOf(jvmti, jni, at, all).lastBytes;
}

uint64_t AllocationStacks::lastMadeAt(const std::string& type) const {
  uint64_t last = 0;
  for (const Stack& stack : copied({type}))
    if (stack.ofFirst > 0) last = std::max(last, stack.lastBytes);
  return last;
}

uint64_t AllocationStacks::testsRanUntil(jvmtiEnv* jvmti, JNIEnv* jni,
                                         const std::vector<FrameLines::Line>& lines,
                                         const std::function<bool(const std::string&)>& isOwn) {
  const std::vector<Stack> stacks = copied();
  uint64_t all = 0;
  std::unordered_map<std::string, Runs> tests;
  std::map<std::string, uint64_t> there, inMethod;  // samples
  for (const Stack& stack : stacks) {
    all += stack.count;
    std::string test;
    bool atLine = false, atMethod = false;
    for (const FrameLines::Line* each : linesOf(jvmti, jni, stack)) {
      const FrameLines::Line& at = *each;
      for (const FrameLines::Line& line : lines) {
        atLine = atLine || at.isAt(line, false);
        atMethod = atMethod || at.isAt(line, true);
      }
      if (isOwn(at.cls)) test = at.cls;
    }
    tests[test].add(stack);
    if (atLine) there[test] += stack.count;
    if (atMethod) inMethod[test] += stack.count;
  }
  const auto& came = there.empty() ? inMethod : there;
  uint64_t samples = 0, until = 0;
  for (const auto& [test, count] : came) samples += count;
  for (const auto& [test, count] : came) {
    if (kFew * count < samples) continue;
    const Runs& runs = tests[test];
    const uint64_t ended = test.empty() ? 0 : runs.ended(all, runs.first);
    if (ended == 0) return 0;
    until = std::max(until, ended);
  }
  return until;
}

uint64_t AllocationStacks::dropped() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return dropped_;
}

}  // namespace isl
