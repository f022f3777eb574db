#include "Prebuilt.h"

#include <fmt/format.h>

#include "Specs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace isl::tool {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

bool sameText(const std::string& a, const std::string& b) {
  auto first = llvm::MemoryBuffer::getFile(a), second = llvm::MemoryBuffer::getFile(b);
  return first && second && (*first)->getBuffer() == (*second)->getBuffer();
}

}  // namespace

std::string prebuiltIn(const std::string& root, const std::vector<std::string>& specs) {
  std::string name;
  for (const std::string& spec : specs) name += (name.empty() ? "" : "+") + path::stem(spec).str();
  for (const char* const folder : {"/agents/", "/lib/isl/agents/"}) {
    const std::string agent = root + folder + name + ".so";
    const auto unchanged = [&](const std::string& spec) {
      return sameText(root + folder + path::stem(spec).str() + ".isl", spec);
    };
    if (fs::exists(agent) && llvm::all_of(specs, unchanged)) return agent;
  }
  return "";
}

std::string prebuiltAgent(const std::vector<std::string>& specs) {
  return prebuiltIn(path::parent_path(ownFolder()).str(), specs);
}

std::string whyCompiled(const std::vector<std::string>& defines) {
  std::string words, options;
  for (const std::string& define : defines) {
    const auto [name, value] = llvm::StringRef(define).split('=');
    words += fmt::format("{}-D {}", words.empty() ? "" : " ", define);
    options += fmt::format(" --agent tune={}:{}", name.str(), value.str());
  }
  return fmt::format("{} must be compiled; the agent that is there takes{}", words, options);
}

}  // namespace isl::tool
