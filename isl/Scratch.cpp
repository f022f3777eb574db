#include "Scratch.h"

#include "report/Format.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace isl::tool {

namespace fs = llvm::sys::fs;

Scratch::Scratch(const std::string& prefix) { fs::createUniqueDirectory(prefix, folder_); }
Scratch::~Scratch() { fs::remove_directories(folder_); }

std::string firstLines(const std::string& file, unsigned count) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer) return "";
  llvm::SmallVector<llvm::StringRef, 8> lines;
  (*buffer)->getBuffer().split(lines, '\n', static_cast<int>(count), false);
  std::string out;
  for (size_t i = 0; i < lines.size() && i < count; ++i) {
    if (lines[i].startswith("Picked up")) continue;
    out += (out.empty() ? "" : "; ") + report::plainText(lines[i].str());
  }
  return out;
}

}  // namespace isl::tool
