#pragma once

#include <memory>
#include <string>

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace isl::parse {

// The text of a spec, of standard input for "-"; of endless files (devices, pipes) as much as shows that it is too
// long (kMaxBytes).
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readSpec(const std::string& path);

}  // namespace isl::parse
