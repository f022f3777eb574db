#include "agent/Features.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <limits>

#include "base/Text.h"
#include "events/EventKeys.h"
#include "store/CallingContexts.h"
#include "store/FlagCodes.h"
#include "store/MethodId.h"

namespace isl {
namespace {

// Types that a spec's contexts name; nullopt-like empty element: any type.
struct Wanted {
  bool everything = false;
  std::vector<TypeName> types;
};

void want(Wanted& wanted, const char* type) {
  if (type == nullptr) {
    wanted.everything = true;
    return;
  }
  TypeName name = typeNameFromSource(type);
  if (name.dims == 0 && name.element == "java.lang.Object") wanted.everything = true;
  if (name.dims == 0) wanted.types.push_back(std::move(name));
}

bool tracksArrays(const IslSpec& spec) {
  for (uint32_t c = 0; c < spec.contextCount; c++) {
    const char* type = spec.contexts[c].type;
    if (type != nullptr && typeNameFromSource(type).dims > 0) return true;
  }
  return false;
}

}  // namespace

namespace {

Status contextsFit(const std::vector<const IslSpec*>& specs, const SequenceSet& sequences) {
  const uint32_t contexts = contextModulus(specs);
  if (contexts > kMaxContexts) {
    return Error{"the bounds of context[i] of its specs have no common multiple up to " +
                 std::to_string(kMaxContexts) + ": compile them to agents of their own"};
  }
  if (contexts > 0 && sequences.size() > kMaxSequencesBesideContexts) {
    return Error{"its specs have more than " + std::to_string(kMaxSequencesBesideContexts) +
                 " call sequences beside a context[i]: compile them to agents of their own"};
  }
  return {};
}

}  // namespace

Status planSpecs(const std::vector<const IslSpec*>& specs, SequenceSet& sequences,
                 std::vector<SpecPlan>& plans) {
  for (const IslSpec* spec : specs) {
    if (spec->abiVersion != ISL_ABI_VERSION) {
      return Error{"R808 spec " + std::string(spec->name) + " was compiled for ABI version " +
                   std::to_string(spec->abiVersion) + ", this runtime has " +
                   std::to_string(ISL_ABI_VERSION) +
                   ": compile it again with the islc of this runtime"};
    }
    SpecPlan plan;
    plan.spec = spec;
    for (uint32_t c = 0; c < spec->contextCount; c++) {
      int index = -1;
      if (spec->contexts[c].sequence != nullptr) {
        std::string error;
        index = sequences.add(spec->contexts[c].sequence, error);
        if (!error.empty()) {
          return Error{"spec " + std::string(spec->name) + ", context " + spec->contexts[c].name +
                       ": " + error};
        }
      }
      plan.sequenceOf.push_back(index);
    }
    plans.push_back(std::move(plan));
  }
  return contextsFit(specs, sequences);
}

instrument::Features featuresFor(const std::vector<const IslSpec*>& specs,
                                 const Hierarchy& hierarchy, const SequenceSet& sequences,
                                 instrument::EventSink* events, bool scopes, uint32_t disabled) {
  instrument::Features features;
  features.events = events;
  Wanted touched, born;
  bool arrayEvents = false;
  for (const IslSpec* spec : specs) {
    if (spec->onDied != nullptr) continue;  // its lines come from sampled stacks
    // One with states that logs events needs no barrier.
    const bool logged = spec->flagCount > 0 && !WordLayout::keepsFlagsOf(*spec);
    const bool touches = !logged && (spec->touchOnRead != 0 || spec->touchOnWrite != 0);
    features.touchReads |= touches && spec->touchOnRead != 0;
    features.touchWrites |= touches && spec->touchOnWrite != 0;
    if (spec->mainContext < 0) {
      born.everything = true;
      touched.everything |= touches;
      continue;
    }
    if (touches) want(touched, spec->contexts[spec->mainContext].type);
    for (uint32_t c = 0; c < spec->contextCount; c++) want(born, spec->contexts[c].type);
    // Arrays take site, sequence and last touch from the object that owns them, whatever that is.
    if (tracksArrays(*spec)) {
      const char* type = spec->contexts[spec->mainContext].type;
      const bool mainIsArray = type != nullptr && typeNameFromSource(type).dims > 0;
      bool ownerNamed = spec->contexts[spec->mainContext].path >= 0 && mainIsArray;
      if (!ownerNamed) born.everything = true;
      if (mainIsArray && touches) touched.everything = true;
      arrayEvents |= mainIsArray && hasEvents(*spec);
    }
  }
  // An object that one long-running loop uses must not look stale.
  features.touchIterations = (disabled & ISL_NO_LOOP_TOUCHES) == 0;
  features.touchDedupe = (disabled & ISL_NO_TOUCH_DEDUPE) == 0;
  features.freshElision = (disabled & ISL_NO_FRESH_ELISION) == 0;
  features.loopCounts = (disabled & ISL_NO_LOOP_COUNTS) == 0;
  features.births = true;
  // Calls into the JDK are remembered for what it allocates on the way. A spec for few types pays for
  // none of that: the few objects of its types that the JDK itself allocates keep the JDK's line, and
  // the report names the caller from sampled stacks. Arrays with events have a site of their own, and nearly
  // all of those that a container owns are allocated by the JDK.
  const bool wantsCallers = born.everything || arrayEvents;
  features.libraryCalls = wantsCallers && (disabled & ISL_NO_LIBRARY_CALLS) == 0;
  features.housekeeping = true;
  features.contexts = contextModulus(specs) > 0;
  features.sequences = !sequences.empty() || features.contexts;
  features.scopes = scopes;
  const bool filter = (disabled & ISL_NO_TYPE_FILTERS) == 0;
  if (filter && !touched.everything && (features.touchReads || features.touchWrites)) {
    features.touchable = [types = touched.types, &hierarchy](std::string_view name) {
      return std::any_of(types.begin(), types.end(),
                         [&](const TypeName& t) { return hierarchy.mayHold(name, t); });
    };
  }
  if (filter && !born.everything) {
    features.trackable = [types = born.types, &hierarchy](std::string_view name) {
      return std::any_of(types.begin(), types.end(),
                         [&](const TypeName& t) { return hierarchy.mayBe(name, t); });
    };
  }
  if (!sequences.empty() && !sequences.wantsStacks()) {
    features.sequenceKey = [&sequences](std::string_view cls, std::string_view method,
                                        std::string_view descriptor) {
      return sequences.key(dotted(cls), method, descriptor);
    };
    features.unbracketed = [&sequences](std::string_view cls, std::string_view method,
                                        std::string_view descriptor) {
      sequences.key(dotted(cls), method, descriptor, false);
    };
  }
  return features;
}

void addStates(const IslSpec& spec, const Hierarchy& hierarchy, instrument::Features& features,
               uint32_t disabled) {
  features.states = true;
  const FlagCodes codes(spec);
  features.usesSet = codes.usesSetBits() && (disabled & ISL_NO_QUIET_USES) == 0;
  features.returnsOnce = codes.firstReturn() != 0;
  if (spec.seesReturns == 0) return;
  const IslHandler* call = nullptr;
  for (uint32_t h = 0; h < spec.handlerCount; h++) {
    if (spec.handlers[h].event == ISL_ON_CALL) call = &spec.handlers[h];
  }
  const char* type = spec.mainContext < 0 ? nullptr : spec.contexts[spec.mainContext].type;
  const TypeName wanted = typeNameFromSource(type != nullptr ? type : "java.lang.Object");
  features.returnSteps = [call, wanted, &hierarchy](std::string_view cls, std::string_view name,
                                                    std::string_view descriptor, bool isStatic) {
    const std::string_view result = descriptor.substr(descriptor.find(')') + 1);
    if (result.size() < 3 || result[0] != 'L') return false;
    const std::string ended(name);
    const IslMethod method{'L', static_cast<uint8_t>(isStatic),
                           stableMethodId(cls, name, descriptor), ended.c_str()};
    if (call->acceptsMethod != nullptr && call->acceptsMethod(&method) == 0) return false;
    return hierarchy.mayHold(result.substr(1, result.size() - 2), wanted);
  };
}

bool wordsAreAges(const std::vector<const IslSpec*>& specs) {
  return std::none_of(specs.begin(), specs.end(),
                      [](const IslSpec* spec) { return spec->flagCount > 0 || hasEvents(*spec); });
}

namespace {

// A use is a use to all specs that touch: one bit of the word cannot tell what kind of access it was.
bool seesTouchesOf(const IslSpec& spec, const std::vector<const IslSpec*>& specs) {
  bool stays = true;
  for (uint8_t flags = 0; flags < 4; flags++) stays &= spec.onUse[flags] == flags;
  return stays || std::all_of(specs.begin(), specs.end(), [&spec](const IslSpec* other) {
           return other->flagCount > 0 || ((other->touchOnRead == 0 || spec.touchOnRead != 0) &&
                                           (other->touchOnWrite == 0 || spec.touchOnWrite != 0));
         });
}

}  // namespace

const IslSpec* specWithStates(const std::vector<const IslSpec*>& specs) {
  for (const IslSpec* spec : specs) {
    if (spec->flagCount > 0 && seesTouchesOf(*spec, specs)) return spec;
  }
  return nullptr;
}

bool needsHierarchy(const instrument::Features& features) {
  return features.events != nullptr || static_cast<bool>(features.returnSteps) ||
         static_cast<bool>(features.touchable) || static_cast<bool>(features.trackable);
}

namespace {

template <typename T>
Status storeInteger(const IslConst& target, const std::string& text) {
  errno = 0;
  char* end = nullptr;
  const long long value = strtoll(text.c_str(), &end, 0);
  if (end == text.c_str() || *end != '\0' || errno != 0 ||
      value < static_cast<long long>(std::numeric_limits<T>::min()) ||
      value > static_cast<long long>(std::numeric_limits<T>::max())) {
    return Error{"`" + text + "` is not a value of its type"};
  }
  *static_cast<T*>(target.value) = static_cast<T>(value);
  return {};
}

Status storeConst(const IslConst& target, const std::string& text) {
  switch (target.kind) {
    case 'B': return storeInteger<int8_t>(target, text);
    case 'C': return storeInteger<uint16_t>(target, text);
    case 'S': return storeInteger<int16_t>(target, text);
    case 'I': return storeInteger<int32_t>(target, text);
    case 'J': return storeInteger<int64_t>(target, text);
    case 'Z':
      if (text != "true" && text != "false")
        return Error{"`" + text + "` is neither true nor false"};
      *static_cast<bool*>(target.value) = text == "true";
      return {};
    default: break;
  }
  char* end = nullptr;
  const double value = strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0') return Error{"`" + text + "` is not a number"};
  if (target.kind == 'F')
    *static_cast<float*>(target.value) = static_cast<float>(value);
  else
    *static_cast<double*>(target.value) = value;
  return {};
}

}  // namespace

Status applyTuning(const std::vector<const IslSpec*>& specs, const std::string& name,
                   const std::string& value) {
  bool found = false;
  std::string known;
  for (const IslSpec* spec : specs) {
    for (uint32_t c = 0; c < spec->constCount; c++) {
      if (known.find(spec->consts[c].name) == std::string::npos) {
        known += (known.empty() ? "" : ", ") + std::string(spec->consts[c].name);
      }
      if (name != spec->consts[c].name) continue;
      found = true;
      const Status stored = storeConst(spec->consts[c], value);
      if (!stored) return Error{"tune=" + name + ": " + stored.message()};
    }
  }
  if (!found) {
    return Error{"tune=" + name + ": no spec in this agent has such a constant; there are: " +
                 (known.empty() ? "none" : known)};
  }
  for (const IslSpec* spec : specs) {
    const uint32_t window = spec->window();
    if (window < 1 || window > (1u << 20)) {
      return Error{"tune=" + name + ": a history of " + std::to_string(window) +
                   " elements is not possible, use 1 to 1048576"};
    }
  }
  return {};
}

}  // namespace isl
