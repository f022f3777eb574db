#include "store/TypeName.h"

namespace isl {
namespace {

const char* primitiveKeyword(char descriptor) {
  switch (descriptor) {
    case 'Z': return "boolean";
    case 'B': return "byte";
    case 'C': return "char";
    case 'S': return "short";
    case 'I': return "int";
    case 'J': return "long";
    case 'F': return "float";
    case 'D': return "double";
    default: return "void";
  }
}

bool isPrimitiveKeyword(std::string_view name) {
  for (char d : std::string_view("ZBCSIJFD")) {
    if (name == primitiveKeyword(d)) return true;
  }
  return false;
}

}  // namespace

std::string canonicalName(std::string_view internalName) {
  std::string out(internalName);
  for (char& c : out) {
    if (c == '/' || c == '$') c = '.';
  }
  return out;
}

TypeName typeNameFromSource(std::string_view text) {
  TypeName name;
  std::string packed;
  for (char c : text) {
    if (c != ' ' && c != '\t') packed += c;
  }
  while (packed.size() >= 2 && packed.compare(packed.size() - 2, 2, "[]") == 0) {
    packed.resize(packed.size() - 2);
    name.dims++;
  }
  name.primitive = isPrimitiveKeyword(packed);
  name.element = canonicalName(packed);
  return name;
}

TypeName typeNameFromSignature(std::string_view signature) {
  TypeName name;
  while (!signature.empty() && signature.front() == '[') {
    signature.remove_prefix(1);
    name.dims++;
  }
  if (signature.size() >= 2 && signature.front() == 'L') {
    name.element = canonicalName(signature.substr(1, signature.size() - 2));
  } else if (!signature.empty()) {
    name.primitive = true;
    name.element = primitiveKeyword(signature.front());
  }
  return name;
}

std::string displayName(std::string_view signature) {
  std::string suffix;
  while (!signature.empty() && signature.front() == '[') {
    signature.remove_prefix(1);
    suffix += "[]";
  }
  std::string out;
  if (signature.size() >= 2 && signature.front() == 'L') {
    out = signature.substr(1, signature.size() - 2);
    for (char& c : out) {
      if (c == '/') c = '.';
    }
  } else if (!signature.empty()) {
    out = primitiveKeyword(signature.front());
  }
  return out + suffix;
}

}  // namespace isl
