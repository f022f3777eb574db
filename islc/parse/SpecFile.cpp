#include "parse/SpecFile.h"

#include "parse/Parser.h"
#include "llvm/Support/FileSystem.h"

namespace isl::parse {

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readSpec(const std::string& path) {
  namespace fs = llvm::sys::fs;
  const bool input = path == "-";
  llvm::Expected<fs::file_t> file = input ? fs::getStdinHandle() : fs::openNativeFileForRead(path);
  if (!file) return file.takeError();
  std::string text;
  llvm::Error error = llvm::Error::success();
  while (text.size() <= kMaxBytes) {
    const size_t begin = text.size();
    text.resize(begin + (1 << 16));
    llvm::Expected<size_t> read = fs::readNativeFile(*file, {&text[begin], text.size() - begin});
    text.resize(begin + (read ? *read : 0));
    if (!read) error = llvm::joinErrors(std::move(error), read.takeError());
    if (text.size() == begin) break;
  }
  if (!input) fs::closeFile(*file);
  if (error) return error;
  return llvm::MemoryBuffer::getMemBufferCopy(text, input ? "<stdin>" : path);
}

}  // namespace isl::parse
