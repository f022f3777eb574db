// Supertypes of the classes seen so far, by name, for decisions at instrumentation time.
//
// At that time a class may not be loaded yet, and two loaders may define the same name; every
// answer is therefore "no" only when it is certain, and "maybe" otherwise.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/TypeName.h"

namespace isl {

class Hierarchy {
 public:
  // From the class-file hook. `super` is empty for java/lang/Object. Thread-safe.
  void add(std::string_view name, std::string_view super,
           const std::vector<std::string_view>& interfaces, bool isFinal, bool isInterface);

  // May an object whose exact class is `name` be an instance of `type`?
  bool mayBe(std::string_view name, const TypeName& type) const;

  // Is an object whose exact class is `name` certainly an instance of `type`?
  bool isCertainly(std::string_view name, const TypeName& type) const;

  // As mayBe, by the canonical name.
  bool mayBeCanonical(const std::string& name, const TypeName& type) const;

  // May an object that is accessed as an instance of `name` be an instance of `type`?
  bool mayHold(std::string_view name, const TypeName& type) const;

 private:
  struct Entry {
    std::vector<std::string> supers;  // superclass and direct interfaces, internal names
    bool isFinal = false, isInterface = false;
  };
  enum class Answer { No, Yes, Unknown };
  Answer subtype(const std::string& name, const std::string& canonicalType) const;

  mutable std::mutex mutex_;
  std::unordered_map<std::string, Entry> entries_;
  std::unordered_map<std::string, std::string> byCanonical_;
};

}  // namespace isl
