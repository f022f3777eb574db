#include <string>

#include "sema/Checker.h"

#include "lsp/Words.h"

namespace isl::lsp {

using llvm::ArrayRef;
using llvm::StringRef;

StringRef wordText(StringRef word) {
  static const std::map<StringRef, StringRef> texts = {
#define WORD(word, text) {word, text},
#include "lsp/Words.def"
  };
  auto it = texts.find(word);
  return it == texts.end() ? "" : it->second;
}

static std::string typeName(char letter, StringRef element) {
  switch (letter) {
    case 'Z': return "boolean";
    case 'I': return "int";
    case 'J': return "long";
    case 'F': return "float";
    case 'D': return "double";
    case 'W': return "Word";
    case 'O': return "Object";
    case 't': return "Type";
    case 'V': return "void";
    case 'E': return element.str();
    default: return "History";
  }
}

// Names of parameters by their types; the two ints of a member are those of a region.
static std::string parameters(const sema::Signature& s, StringRef element) {
  std::string out;
  const StringRef letters = s.params;
  for (size_t i = 0; i < letters.size(); ++i) {
    if (i > 0) out += ", ";
    out += typeName(letters[i], element) + " ";
    if (letters[i] == 'W')
      out += letters.size() == 1 ? "w" : "w" + std::to_string(i + 1);
    else if (letters[i] == 'I')
      out += letters.size() == 1 ? "index" : i == 0 ? "offset" : "length";
    else
      out += letters[i] == 'O' ? "o" : "value";
  }
  return out;
}

std::string signatureOf(StringRef word, StringRef element) {
  auto [receiver, member] = word.split('.');
  for (const sema::Signature& s : sema::signatures()) {
    const bool same = s.receiver == 0
                          ? word == s.name
                          : member == s.name && receiver == sema::receiverName(s.receiver);
    if (!same) continue;
    return typeName(s.result, element) + " " + s.name + "(" + parameters(s, element) + ")";
  }
  return "";
}

ArrayRef<StringRef> eventNames() {
  static const StringRef names[] = {
#define EVENT(id, name, params, mutator) name,
#include "sema/Builtins.def"
  };
  return names;
}

std::string eventSignature(StringRef event) {
  for (size_t i = 0; i < eventNames().size(); ++i) {
    if (eventNames()[i] == event) return sema::signatureText(static_cast<sema::EventKind>(i));
  }
  return "";
}

ArrayRef<StringRef> propertiesOf(StringRef construct) {
  static const StringRef context[] = {"type", "path", "sequence"}, history[] = {"type", "size"},
                         partition[] = {"kind", "history"}, boundary[] = {"method"},
                         object[] = {"include", "partition", "defect"};
  if (construct == "Context") return context;
  if (construct == "History") return history;
  if (construct == "Partition") return partition;
  if (construct == "Boundary") return boundary;
  if (construct == "TObject") return object;
  return {};
}

ArrayRef<StringRef> partitionKinds() {
  static const StringRef kinds[] = {"all", "alloc", "context", "single", "type"};
  return kinds;
}
ArrayRef<StringRef> defectKinds() {
  static const StringRef kinds[] = {"growth", "presence"};
  return kinds;
}
ArrayRef<StringRef> primitiveTypes() {
  static const StringRef types[] = {"boolean", "byte", "short", "char",
                                    "int",     "long", "float", "double"};
  return types;
}
ArrayRef<StringRef> objectTypes() {
  static const StringRef types[] = {"Object", "Word", "Field", "Method", "Type", "History"};
  return types;
}

}  // namespace isl::lsp
