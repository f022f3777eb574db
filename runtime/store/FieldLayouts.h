// Numbers of instance fields (requirement Q-27): superclasses first, primitive fields before
// references, so that the number of a primitive field is the same in every subclass.
//
// Classes are known by name; of two loaders' classes of one name the first counts.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace isl {

class FieldLayouts {
 public:
  struct Field {
    std::string name, descriptor;
  };

  // From the class-file hook: the instance fields that the class itself declares, in order. Thread-safe.
  void add(std::string_view name, std::string_view super, std::vector<Field> fields);

  // Number of the field in objects of class `dynamic` (empty: as in its declaring class); the field is
  // the one that a member reference to `owner` finds. -1 when a class on the way is not known.
  // Thread-safe.
  int32_t indexOf(std::string_view dynamic, std::string_view owner, std::string_view name,
                  std::string_view descriptor) const;

 private:
  struct Class {
    std::string super;
    std::vector<Field> fields;
    int32_t primitives = 0;
  };
  const Class* find(const std::string& name) const;
  int32_t primitivesUpTo(const std::string& name) const;

  mutable std::mutex mutex_;
  std::unordered_map<std::string, Class> classes_;
};

}  // namespace isl
