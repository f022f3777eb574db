#include "events/EventKeys.h"

#include <algorithm>

#include "events/SlotTable.h"
#include "store/MethodId.h"

namespace isl {

using classfile::MemberRef;
using instrument::EventChoice;

namespace {

// Of the event it wants to know no more than that it took place.
bool onlyCounts(const IslHandler& handler) {
  constexpr unsigned kLooks = ISL_USES_FIELD | ISL_USES_WORDS | ISL_USES_VALUE;
  return (handler.uses & (ISL_ADDS | kLooks)) == ISL_ADDS;
}

bool runsAtOnce(const IslHandler& handler) {
  const bool perEvent = handler.mode == ISL_MODE_NATIVE || handler.mode == ISL_MODE_JAVA;
  return perEvent && handler.event <= ISL_ON_ALLOC;
}

bool isReferenceKind(char kind) { return kind == 'L' || kind == '['; }

// Internal name of the class that the descriptor (of a field, or what follows ')') names; empty for
// primitives and arrays.
std::string_view className(std::string_view descriptor) {
  if (descriptor.empty() || descriptor[0] != 'L') return {};
  return descriptor.substr(1, descriptor.size() - 2);
}

}  // namespace

bool hasEvents(const IslSpec& spec) {
  if (WordLayout::keepsFlagsOf(spec)) return false;
  for (uint32_t h = 0; h < spec.handlerCount; h++) {
    if (runsAtOnce(spec.handlers[h])) return true;
  }
  return false;
}

EventKeys::EventKeys(const std::vector<const IslSpec*>& specs, const Hierarchy& hierarchy,
                     const FieldLayouts& layouts)
    : specs_(specs), hierarchy_(hierarchy), layouts_(layouts) {
  EventKey alloc;
  alloc.shape = EventShape::Alloc;
  for (const IslSpec* spec : specs) {
    Target target;
    const char* type = spec->mainContext < 0 ? nullptr : spec->contexts[spec->mainContext].type;
    if (type != nullptr) {
      target.type = typeNameFromSource(type);
      target.any = target.type.dims == 0 && target.type.element == "java.lang.Object";
    }
    targets_.push_back(std::move(target));
    if (!hasEvents(*spec)) continue;
    any_ = true;
    if (targets_.back().type.dims == 0) continue;
    const int32_t least = isl_least_length(*spec);
    leastLength_ = tracksArrays_ ? std::min(leastLength_, least) : least;
    tracksArrays_ = true;
  }
  waitsForPath_ = tracksArrays_;
  for (uint32_t s = 0; s < specs.size(); s++) {
    if (!hasEvents(*specs[s]) || targets_[s].type.dims == 0) continue;
    waitsForPath_ &= (specs[s]->traits & ISL_TRAIT_PATH_ARRAYS) != 0;
    if (!waitsForPath_) break;
    const int32_t path = specs[s]->contexts[specs[s]->mainContext].path;
    targets_[s].path = typeNameFromSource(specs[s]->contexts[path].type);
  }
  for (uint32_t s = 0; s < specs_.size(); s++) {
    if (!hasEvents(*specs_[s])) continue;
    for (uint32_t h = 0; h < specs_[s]->handlerCount; h++) {
      const IslHandler& handler = specs_[s]->handlers[h];
      if (handler.event == ISL_ON_ALLOC && runsAtOnce(handler)) {
        alloc.handlers.push_back({s, &handler});
      }
    }
  }
  if (!alloc.handlers.empty()) allocKey_ = intern("", std::move(alloc)).key;
}

// Does the spec want no more than the latest values? No records: an object that gets one changes its word.
bool EventKeys::wantsLatest(const IslSpec& spec) const {
  bool keeps = false;
  for (uint32_t h = 0; h < spec.handlerCount; h++) {
    const IslHandler& handler = spec.handlers[h];
    if (!runsAtOnce(handler)) continue;
    if ((handler.uses & ISL_KEEPS_LATEST) == 0) return false;
    if ((handler.uses & (ISL_USES_RECORD | ISL_USES_PENALTY | ISL_USES_VALUE)) != 0) return false;
    keeps = true;
  }
  return keeps && spec.window() != 0;
}

// May the other spec log an access of a field that goes to a slot elsewhere, or give a record to an object whose site has
// slots? Then values would come out of order. One that needs records gives them before there is a slot.
bool EventKeys::disturbsLatest(const IslSpec& other) const {
  for (uint32_t h = 0; h < other.handlerCount; h++) {
    const IslHandler& handler = other.handlers[h];
    if (!runsAtOnce(handler)) continue;
    if (handler.event <= ISL_ON_RW || (handler.uses & ISL_USES_PENALTY) != 0) return true;
  }
  return false;
}

void EventKeys::keepLatest() {
  const IslSpec* found = nullptr;
  for (const IslSpec* spec : specs_) {
    if (found == nullptr && hasEvents(*spec) && wantsLatest(*spec)) found = spec;
  }
  if (found == nullptr) return;
  for (uint32_t s = 0; s < specs_.size(); s++) {
    const bool ofObjects = targets_[s].type.dims == 0 && hasEvents(*specs_[s]);
    if (specs_[s] != found && ofObjects && disturbsLatest(*specs_[s])) return;
  }
  latest_ = found;
}

void EventKeys::countInSlots() {
  for (const IslSpec* spec : specs_) {
    for (uint32_t h = 0; h < spec->handlerCount; h++) {
      const IslHandler& handler = spec->handlers[h];
      countsInSlots_ |= tracksArrays_ && runsAtOnce(handler) && onlyCounts(handler);
    }
  }
}

bool EventKeys::keepsLatest(const EventKey& key) const {
  return latest_ != nullptr && key.shape == EventShape::Field && !key.reference &&
         key.handlers.size() == 1 && specs_[key.handlers[0].spec] == latest_;
}

bool EventKeys::mayHold(uint32_t spec, std::string_view internalName) const {
  return targets_[spec].any || hierarchy_.mayHold(internalName, targets_[spec].type);
}

// The handlers of one event kind that want the key.
void EventKeys::collect(EventKey& key, IslEventKind event) {
  for (uint32_t s = 0; s < specs_.size(); s++) {
    if (!hasEvents(*specs_[s])) continue;
    const Target& target = targets_[s];
    bool wanted = false;
    if (key.shape == EventShape::Element) {
      const bool nested = target.type.dims > 1 || !target.type.primitive;
      const char kind = key.descriptor[0];
      static constexpr struct {
        std::string_view name;
        char kind;
      } kKinds[] = {{"boolean", 'B'}, {"byte", 'B'}, {"char", 'C'},  {"short", 'S'},
                    {"int", 'I'},     {"long", 'J'}, {"float", 'F'}, {"double", 'D'}};
      wanted = target.type.dims > 0 && nested && kind == 'L';
      for (const auto& k : kKinds) {
        wanted |= target.type.dims == 1 && target.type.element == k.name && kind == k.kind;
      }
    } else if (key.shape == EventShape::Call) {
      const std::string_view result =
          std::string_view(key.descriptor).substr(key.descriptor.find(')') + 1);
      const bool array = target.type.dims > 0;
      wanted = (key.method.isStatic == 0 && !array && mayHold(s, key.owner)) ||
               (array && isReferenceKind(result[0])) ||
               (!array && !className(result).empty() && mayHold(s, className(result)));
    } else {
      wanted = target.type.dims == 0 && mayHold(s, key.owner);
    }
    if (!wanted) continue;
    for (uint32_t h = 0; h < specs_[s]->handlerCount; h++) {
      const IslHandler& handler = specs_[s]->handlers[h];
      if (handler.event != event || !runsAtOnce(handler)) continue;
      if (handler.acceptsField != nullptr && handler.acceptsField(&key.field) == 0) continue;
      if (handler.acceptsMethod != nullptr && handler.acceptsMethod(&key.method) == 0) continue;
      key.handlers.push_back({s, &handler});
    }
  }
}

EventChoice EventKeys::intern(std::string text, EventKey key) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto known = known_.find(text);
  if (known != known_.end()) return known->second;
  EventChoice choice;
  if (!key.handlers.empty()) {
    unsigned uses = 0;
    for (const EventHandler& h : key.handlers) uses |= h.handler->uses;
    const unsigned asked = key.reference ? ISL_USES_WORDS | ISL_USES_VALUE : ISL_USES_WORDS;
    choice.words = (uses & asked) != 0;
    const bool identity = key.reference && (uses & ISL_USES_WORDS) != 0;
    const bool keeps = choice.words && keys_.size() + 1 < SlotLayout::kKeys && keepsLatest(key);
    choice.latest = key.latest = keeps;
    keys_.push_back(std::move(key));
    keys_.back().method.name = keys_.back().name.c_str();
    choice.key = static_cast<int32_t>(keys_.size()) | (identity ? kWantsIdentity : 0);
  }
  known_.emplace(std::move(text), choice);
  return choice;
}

EventChoice EventKeys::field(const MemberRef& member, bool write) {
  std::string text(write ? "W" : "R");
  text.append(member.owner).append(1, '.').append(member.name).append(member.descriptor);
  {
    std::lock_guard<std::mutex> lock(mutex_);
    auto known = known_.find(text);
    if (known != known_.end()) return known->second;
  }
  EventKey key;
  key.owner = member.owner;
  key.name = member.name;
  key.descriptor = member.descriptor;
  key.reference = isReferenceKind(key.descriptor[0]);
  key.field.isPrimitive = !key.reference;
  collect(key, write ? ISL_ON_WRITE : ISL_ON_READ);
  collect(key, ISL_ON_RW);
  return intern(std::move(text), std::move(key));
}

EventChoice EventKeys::element(char kind, bool write) {
  if (!tracksArrays_) return {};
  EventKey key;
  key.shape = EventShape::Element;
  key.descriptor.assign(1, kind);
  key.reference = kind == 'L';
  key.field.isPrimitive = !key.reference;
  key.field.isArrayElement = 1;
  key.resolved = true;
  collect(key, write ? ISL_ON_WRITE : ISL_ON_READ);
  collect(key, ISL_ON_RW);
  // The index goes the same way as the value, in and out of the log.
  bool index = false;
  key.counted = true;
  for (const EventHandler& h : key.handlers) {
    index |= (h.handler->uses & ISL_USES_FIELD) != 0;
    key.counted &= onlyCounts(*h.handler);
  }
  const bool counted = key.counted;
  EventChoice choice = intern(std::string(write ? "w" : "r") + kind, std::move(key));
  choice.words |= index;
  choice.counted = counted;
  return choice;
}

EventChoice EventKeys::call(std::string_view cls, std::string_view method,
                            std::string_view descriptor, bool isStatic) {
  EventKey key;
  key.shape = EventShape::Call;
  key.owner = cls;
  key.name = method;
  key.descriptor = descriptor;
  key.resolved = true;
  key.method.returns = descriptor[descriptor.find(')') + 1];
  key.method.isStatic = isStatic;
  key.method.id = stableMethodId(cls, method, descriptor);
  key.method.name = key.name.c_str();
  key.reference = isReferenceKind(key.method.returns);
  collect(key, ISL_ON_CALL);
  if (key.handlers.empty()) return {};
  std::string text("C");
  text.append(cls).append(1, '.').append(method).append(descriptor);
  return intern(std::move(text), std::move(key));
}

// `elements` is a class name, a descriptor or an array's; empty: nothing is known.
bool EventKeys::tracksArray(std::string_view elements) {
  if (!tracksArrays_) return false;
  if (elements.empty()) return true;
  // As a signature: a class name by itself lacks its brackets.
  const bool primitive = elements.size() == 1;
  const bool complete = primitive || elements[0] == '[' || elements.back() == ';';
  std::string signature("[");
  if (complete)
    signature.append(elements);
  else
    signature.append(1, 'L').append(elements).append(1, ';');
  const TypeName array = typeNameFromSignature(signature);
  for (uint32_t s = 0; s < specs_.size(); s++) {
    if (hasEvents(*specs_[s]) && arrayMatches(targets_[s].type, array, hierarchy_)) return true;
  }
  return false;
}

// The classes whose fields put arrays on a path know the arrays that they make; what others make may come
// to them later.
bool EventKeys::knowsBirths(std::string_view cls) {
  if (!waitsForPath_) return true;
  for (const Target& target : targets_) {
    if (!target.path.element.empty() && hierarchy_.isCertainly(cls, target.path)) return true;
  }
  return false;
}

bool EventKeys::ownsTracked(std::string_view internalName) const {
  for (const Target& target : targets_) {
    if (!target.path.element.empty() && hierarchy_.mayHold(internalName, target.path)) return true;
  }
  return false;
}

int32_t EventKeys::mayPutOnPath(const MemberRef& member) {
  if (!waitsForPath_ || !member.valid) return 0;
  const std::string_view type = member.descriptor;
  const bool general = type == "Ljava/lang/Object;" || type == "Ljava/lang/Cloneable;" ||
                       type == "Ljava/io/Serializable;";
  if ((!general && (type[0] != '[' || !tracksArray(type.substr(1)))) ||
      !ownsTracked(member.owner)) {
    return 0;
  }
  std::lock_guard<std::mutex> lock(mutex_);
  int32_t& key = storeKeys_[std::string(member.owner)];
  if (key == 0) {
    storeOwners_.emplace_back(member.owner);
    key = static_cast<int32_t>(storeOwners_.size());
  }
  return key;
}

std::string EventKeys::storeOwner(int32_t key) const {
  std::lock_guard<std::mutex> lock(mutex_);
  const bool given = key > 0 && static_cast<size_t>(key) <= storeOwners_.size();
  return given ? storeOwners_[static_cast<size_t>(key) - 1] : "";
}

bool EventKeys::putsOnPath(int32_t key) const {
  const std::string owner = storeOwner(key);
  return !owner.empty() && ownsTracked(owner);
}

bool arrayMatches(const TypeName& type, const TypeName& array, const Hierarchy& hierarchy) {
  if (type.dims == 0 || array.dims < type.dims) return false;
  if (array.dims > type.dims) return type.element == "java.lang.Object" && !type.primitive;
  if (type.primitive || array.primitive) return type.element == array.element;
  return type.element == array.element || hierarchy.mayBeCanonical(array.element, type);
}

bool EventKeys::mayConstruct(std::string_view cls) {
  for (uint32_t s = 0; s < specs_.size(); s++) {
    if (hasEvents(*specs_[s]) && targets_[s].type.dims == 0 && mayHold(s, cls)) return true;
  }
  return false;
}

EventKey* EventKeys::find(int32_t key) {
  const auto index = static_cast<uint32_t>(key & ~kWantsIdentity);
  std::lock_guard<std::mutex> lock(mutex_);
  return index == 0 || index > keys_.size() ? nullptr : &keys_[index - 1];
}

int32_t EventKeys::fieldIndex(EventKey& key, std::string_view dynamicClass) const {
  // The number of a primitive field is the same in all subclasses, that of a reference is not.
  if (key.resolved && !key.reference) return key.field.index;
  const int32_t index = layouts_.indexOf(key.reference ? dynamicClass : std::string_view{},
                                         key.owner, key.name, key.descriptor);
  if (index >= 0 && !key.reference) {
    key.field.index = index;
    key.resolved = true;
  }
  return index;
}

}  // namespace isl
