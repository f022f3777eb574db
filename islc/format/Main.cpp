// `islc fmt [--check] [--diff] SPEC.isl...|-`
#include "format/Format.h"
#include "parse/Parser.h"
#include "parse/SpecFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

namespace isl::format {

namespace {

const char* const kHelp =
    R"(usage: islc fmt [--check] [--diff] SPEC.isl...
       islc fmt [--check] [--diff] -

Brings specs into the house form: where lines begin and what stands between words. Line breaks
and comments stay. Files are rewritten in place; `-` reads standard input and writes standard
output.

  --check  change nothing; name the files that are not in the house form
  --diff   change nothing; print what would change as a unified diff

exit status: 0 done, 1 --check found a file that is not in the house form, 2 usage, a file that
cannot be read or written, or one with syntax errors (it is left as it is)
)";

struct Request {
  bool check = false, diff = false;
  std::vector<std::string> files;
};

int usage(const llvm::Twine& text) {
  llvm::errs() << "islc fmt: error: " << printable(text.str()) << " (see islc fmt --help)\n";
  return 2;
}

int failed(const char* what, llvm::StringRef path, const std::string& why) {
  llvm::errs() << "islc fmt: error: cannot " << what << " `" << printable(path) << "`: " << why
               << "\n";
  return 2;
}

// The file as a whole or not at all, also where a link leads to it.
int replaceFile(llvm::StringRef path, llvm::StringRef text) {
  namespace fs = llvm::sys::fs;
  llvm::SmallString<256> real;
  if (std::error_code error = fs::real_path(path, real)) {
    return failed("write", path, error.message());
  }
  fs::file_status status;
  if (std::error_code error = fs::status(real, status)) {
    return failed("write", path, error.message());
  }
  // A file that nobody may write is not replaced either.
  if (std::error_code error = fs::access(real, fs::AccessMode::Write)) {
    return failed("write", path, error.message());
  }
  if (llvm::Error error = llvm::writeFileAtomically((real + ".%%%%%%%%").str(), real, text)) {
    return failed("write", path, llvm::toString(std::move(error)));
  }
  if (std::error_code error = fs::setPermissions(real, status.permissions())) {
    return failed("write", path, error.message());
  }
  return 0;
}

int formatFile(const Request& request, const std::string& path) {
  auto buffer = parse::readSpec(path);
  if (!buffer) return failed("read", path, llvm::toString(buffer.takeError()));
  llvm::SourceMgr sources;
  Diagnostics diags(sources);
  const unsigned id = sources.AddNewSourceBuffer(std::move(*buffer), {});
  ast::Arena arena;
  const bool parsed = parse::parse(diags, id, arena);
  if (!parsed) {
    diags.print(llvm::errs());
    return 2;
  }
  const llvm::StringRef before = sources.getMemoryBuffer(id)->getBuffer();
  const std::string after = format(before);
  const bool same = before == after;
  if (request.diff && !same) llvm::outs() << unifiedDiff(before, after, path);
  if (request.check) {
    if (!same && !request.diff) llvm::outs() << path << "\n";
    return same ? 0 : 1;
  }
  if (request.diff) return 0;
  if (path == "-") {
    llvm::outs() << after;
    return 0;
  }
  return same ? 0 : replaceFile(path, after);
}

}  // namespace

int run(int argc, char** argv) {
  Request request;
  for (int i = 0; i < argc; ++i) {
    const llvm::StringRef arg = argv[i];
    if (arg == "--help" || arg == "-h") {
      llvm::outs() << kHelp;
      return 0;
    }
    if (arg == "--check")
      request.check = true;
    else if (arg == "--diff")
      request.diff = true;
    else if (arg.startswith("-") && arg != "-")
      return usage("unknown option `" + arg + "`");
    else
      request.files.push_back(arg.str());
  }
  if (request.files.empty()) return usage("no spec given");
  int status = 0;
  for (const std::string& path : request.files) {
    status = std::max(status, formatFile(request, path));
  }
  return status;
}

}  // namespace isl::format
