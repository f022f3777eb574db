#include "store/Hierarchy.h"

namespace isl {
namespace {
constexpr int kMaxDepth = 100;  // longer chains (or cycles by two loaders) answer "unknown"
}

void Hierarchy::add(std::string_view name, std::string_view super,
                    const std::vector<std::string_view>& interfaces, bool isFinal,
                    bool isInterface) {
  Entry entry;
  if (!super.empty()) entry.supers.emplace_back(super);
  for (std::string_view i : interfaces) entry.supers.emplace_back(i);
  entry.isFinal = isFinal;
  entry.isInterface = isInterface;
  std::lock_guard<std::mutex> lock(mutex_);
  auto [found, fresh] = entries_.emplace(std::string(name), entry);
  if (fresh) {
    byCanonical_.emplace(canonicalName(name), std::string(name));
  } else {
    // Same name, other loader or redefinition: keep what both allow.
    for (std::string& s : entry.supers) found->second.supers.push_back(std::move(s));
    found->second.isFinal = found->second.isFinal && isFinal;
  }
}

Hierarchy::Answer Hierarchy::subtype(const std::string& name, const std::string& canonicalType,
                                     int depth) const {
  if (canonicalName(name) == canonicalType) return Answer::Yes;
  if (depth > kMaxDepth) return Answer::Unknown;
  auto found = entries_.find(name);
  if (found == entries_.end()) return Answer::Unknown;
  Answer result = Answer::No;
  for (const std::string& super : found->second.supers) {
    Answer a = subtype(super, canonicalType, depth + 1);
    if (a == Answer::Yes) return a;
    if (a == Answer::Unknown) result = a;
  }
  return result;
}

bool Hierarchy::mayBe(std::string_view name, const TypeName& type) const {
  if (type.dims > 0 || type.primitive) return false;
  if (type.element == "java.lang.Object") return true;
  std::lock_guard<std::mutex> lock(mutex_);
  return subtype(std::string(name), type.element, 0) != Answer::No;
}

bool Hierarchy::isCertainly(std::string_view name, const TypeName& type) const {
  if (type.dims > 0 || type.primitive) return false;
  std::lock_guard<std::mutex> lock(mutex_);
  return subtype(std::string(name), type.element, 0) == Answer::Yes;
}

bool Hierarchy::mayBeCanonical(const std::string& name, const TypeName& type) const {
  if (type.element == "java.lang.Object") return true;
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = byCanonical_.find(name);
  return found == byCanonical_.end() || subtype(found->second, type.element, 0) != Answer::No;
}

bool Hierarchy::mayHold(std::string_view name, const TypeName& type) const {
  if (type.dims > 0 || type.primitive) return false;
  if (type.element == "java.lang.Object") return true;
  std::lock_guard<std::mutex> lock(mutex_);
  const std::string exact(name);
  if (subtype(exact, type.element, 0) != Answer::No) return true;
  // `name` is known and no subtype. Its subclasses may still be: when the wanted type is below it,
  // or is an interface that a subclass implements.
  auto entry = entries_.find(exact);
  if (entry != entries_.end() && entry->second.isFinal) return false;
  auto wanted = byCanonical_.find(type.element);
  if (wanted == byCanonical_.end()) return true;
  auto wantedEntry = entries_.find(wanted->second);
  if (wantedEntry->second.isInterface) return true;
  return subtype(wanted->second, canonicalName(name), 0) != Answer::No;
}

}  // namespace isl
