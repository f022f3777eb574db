#include "codegen/Template.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace isl::codegen {

std::string fill(llvm::StringRef text,
                 std::initializer_list<std::pair<llvm::StringRef, llvm::StringRef>> values) {
  std::string out;
  while (!text.empty()) {
    const size_t at = text.find("${");
    out += text.substr(0, at);
    if (at == llvm::StringRef::npos) break;
    const auto [head, rest] = text.substr(at + 2).split('}');
    const llvm::StringRef name = head;  // no lambda of C++17 captures a binding
    const auto* value = llvm::find_if(values, [&](auto& v) { return v.first == name; });
    if (value == values.end()) llvm_unreachable("a template names a value that is not given");
    out += value->second;
    const bool alone = at == 0 || text[at - 1] == '\n';
    text = rest;
    if (alone) text.consume_front("\n");
  }
  return out;
}

}  // namespace isl::codegen
