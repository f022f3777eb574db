// Spellings of generated C++.
#pragma once

#include <string>

#include "codegen/Code.h"
#include "sema/Model.h"

namespace isl::codegen {

std::string cppType(const sema::Type& type);
// The name with its number: no C++ keyword, macro or other name can equal it.
std::string cppName(llvm::StringRef name, unsigned number);
// Of a TObject's field. No constant has it: in `Fields` it would hide one that an initial value names.
std::string fieldName(llvm::StringRef name);
std::string cppString(llvm::StringRef text);
Code literal(const sema::ConstValue& value);

// Lines of generated text have this many columns at most, as far as a break is in islc's hands.
constexpr size_t kColumns = 100;
// `head`, the items with commas between them, and `tail`, in as many lines as that takes. What does not
// fit into a line goes on below the first item.
std::string wrapped(const std::string& head, llvm::ArrayRef<std::string> items,
                    llvm::StringRef tail);
// `head` and the text as a literal, which goes on below itself where it is too long.
std::string wrappedString(const std::string& head, llvm::StringRef text);

// The region length of the spec's subHistory calls; null when there is none.
const ast::Expr* regionLength(const sema::Model& model);

}  // namespace isl::codegen
