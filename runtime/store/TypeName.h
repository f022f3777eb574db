// Java type names in the one form in which specs and classes are compared: dots between all
// segments ("java.util.Map.Entry"), array dimensions apart (requirement Q-16).
#pragma once

#include <string>
#include <string_view>

namespace isl {

struct TypeName {
  std::string element;  // canonical class name or primitive keyword
  uint32_t dims = 0;
  bool primitive = false;  // of the element
};

// From a spec: "java.util.Map.Entry[]".
TypeName typeNameFromSource(std::string_view text);

// From a JVM signature: "[Ljava/util/HashMap$Node;", "Ljava/lang/String;", "[I".
TypeName typeNameFromSignature(std::string_view signature);

// Dotted binary name for people: "java.util.HashMap$Node[]".
std::string displayName(std::string_view signature);

// "java/util/Map$Entry" -> "java.util.Map.Entry".
std::string canonicalName(std::string_view internalName);

}  // namespace isl
