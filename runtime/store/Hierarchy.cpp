#include "store/Hierarchy.h"

#include <algorithm>

namespace isl {

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
    std::vector<std::string>& supers = found->second.supers;
    for (std::string& s : entry.supers) {
      if (std::find(supers.begin(), supers.end(), s) == supers.end())
        supers.push_back(std::move(s));
    }
    found->second.isFinal = found->second.isFinal && isFinal;
  }
}

// Each class is looked at once, by however many ways it is reached, so that cycles by two loaders end.
Hierarchy::Answer Hierarchy::subtype(const std::string& name,
                                     const std::string& canonicalType) const {
  std::vector<const std::string*> reached{&name};
  Answer result = Answer::No;
  for (size_t i = 0; i < reached.size(); i++) {
    const std::string& each = *reached[i];
    if (each.size() == canonicalType.size() && canonicalName(each) == canonicalType) {
      return Answer::Yes;
    }
    auto found = entries_.find(each);
    if (found == entries_.end()) {
      result = Answer::Unknown;
      continue;
    }
    for (const std::string& super : found->second.supers) {
      const auto same = [&super](const std::string* other) { return *other == super; };
      if (std::none_of(reached.begin(), reached.end(), same)) reached.push_back(&super);
    }
  }
  return result;
}

bool Hierarchy::mayBe(std::string_view name, const TypeName& type) const {
  if (type.dims > 0 || type.primitive) return false;
  if (type.element == "java.lang.Object") return true;
  std::lock_guard<std::mutex> lock(mutex_);
  return subtype(std::string(name), type.element) != Answer::No;
}

bool Hierarchy::isCertainly(std::string_view name, const TypeName& type) const {
  if (type.dims > 0 || type.primitive) return false;
  std::lock_guard<std::mutex> lock(mutex_);
  return subtype(std::string(name), type.element) == Answer::Yes;
}

bool Hierarchy::mayBeCanonical(const std::string& name, const TypeName& type) const {
  if (type.element == "java.lang.Object") return true;
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = byCanonical_.find(name);
  return found == byCanonical_.end() || subtype(found->second, type.element) != Answer::No;
}

bool Hierarchy::mayHold(std::string_view name, const TypeName& type) const {
  if (type.dims > 0 || type.primitive) return false;
  if (type.element == "java.lang.Object") return true;
  std::lock_guard<std::mutex> lock(mutex_);
  const std::string exact(name);
  if (subtype(exact, type.element) != Answer::No) return true;
  // `name` is known and no subtype. Its subclasses may still be: when the wanted type is below it,
  // or is an interface that a subclass implements.
  auto entry = entries_.find(exact);
  if (entry != entries_.end() && entry->second.isFinal) return false;
  auto wanted = byCanonical_.find(type.element);
  if (wanted == byCanonical_.end()) return true;
  auto wantedEntry = entries_.find(wanted->second);
  if (wantedEntry->second.isInterface) return true;
  return subtype(wanted->second, canonicalName(name)) != Answer::No;
}

}  // namespace isl
