// `islc --lsp` on the standard streams.
#include "lsp/Server.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace isl::lsp {

// The page that describes the codes, beside the compiler in both trees, as a URI; "" where there is none.
static std::string pageOfCodes(const char* argv0) {
  namespace path = llvm::sys::path;
  static int anchor;
  const std::string self = llvm::sys::fs::getMainExecutable(argv0, &anchor);
  llvm::SmallString<256> page(path::parent_path(path::parent_path(self)));
  path::append(page, "share", "doc", "isl", "messages.md");
  return llvm::sys::fs::exists(page) ? ("file://" + page).str() : "";
}

int serve(const DriverOptions& options, const char* argv0) {
  Transport transport(stdin, stdout);
  return Server(transport, options, pageOfCodes(argv0)).run();
}

}  // namespace isl::lsp
