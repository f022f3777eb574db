// Text templates: the fixed shape of generated code, with the places that differ named.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>

#include "llvm/ADT/StringRef.h"

namespace isl::codegen {

// `text` with each ${NAME} replaced by the value of that name. A value that stands alone on its line
// may have any number of lines, each ending with a newline, none of them indented here: nothing is
// left of the line when the value is empty.
std::string fill(llvm::StringRef text,
                 std::initializer_list<std::pair<llvm::StringRef, llvm::StringRef>> values);

}  // namespace isl::codegen
