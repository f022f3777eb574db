// Spellings of generated C++.
#pragma once

#include <string>

#include "sema/Model.h"

namespace isl::codegen {

std::string cppType(const sema::Type& type);
// The name with its number: no C++ keyword, macro or other name can equal it.
std::string cppName(llvm::StringRef name, unsigned number);
std::string cppString(llvm::StringRef text);
std::string literal(const sema::ConstValue& value);

// The region length of the spec's subHistory calls; null when there is none.
const ast::Expr* regionLength(const sema::Model& model);

}  // namespace isl::codegen
