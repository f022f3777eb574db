#include "Specs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "JsonFile.h"
#include "Prebuilt.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SHA256.h"

namespace isl::tool {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string ownFolder() {
  static int anchor;
  return path::parent_path(fs::getMainExecutable("isl", &anchor)).str();
}

namespace {

// islc refuses larger ones, with a message of its own; a device never ends.
constexpr size_t kLargestSpec = size_t{2} << 20;

std::string runtimeLibrary() {
  const std::string root = path::parent_path(ownFolder()).str();
  for (const char* place : {"/lib/isl/libisl-runtime.a", "/lib/libisl-runtime.a"}) {
    if (fs::exists(root + place)) return root + place;
  }
  return "";
}

// The shipping specs of an installed tree lie beside bin, those of a build tree in the sources.
std::vector<std::string> specFolders() {
  return {path::parent_path(ownFolder()).str() + "/share/isl/examples", ISL_SOURCE_EXAMPLES};
}

// Size and time of a file tell builds of the same version apart.
std::string stamp(const std::string& file) {
  fs::file_status status;
  if (fs::status(file, status)) return file + " absent";
  return fmt::format("{} {} {}", file, status.getSize(),
                     status.getLastModificationTime().time_since_epoch().count());
}

Result<std::string> cacheKey(const std::vector<std::string>& specs,
                             const std::vector<std::string>& options) {
  llvm::SHA256 hash;
  const auto add = [&](llvm::StringRef part) {
    hash.update(part);
    hash.update(llvm::StringRef("\0", 1));
  };
  add(ISL_VERSION);
  add(stamp(findIslc()));
  add(stamp(runtimeLibrary()));
  for (const std::string& option : options) add(option);
  for (const std::string& spec : specs) {
    const Result<std::string> text = readText(spec, kLargestSpec);
    if (!text) return Error{fmt::format("cannot read the spec {}: {}", spec, text.message())};
    add(spec);  // reports name the file
    add(*text);
  }
  return llvm::toHex(hash.final(), true).substr(0, 32);
}

}  // namespace

std::string cacheDirectory() {
  const char* const xdg = std::getenv("XDG_CACHE_HOME");
  if (xdg && *xdg == '/') return std::string(xdg) + "/isl";
  const char* const home = std::getenv("HOME");
  if (home && *home == '/') return std::string(home) + "/.cache/isl";
  return fmt::format("/tmp/isl-cache-{}", getuid());
}

std::string findIslc() {
  const std::string islc = ownFolder() + "/islc";
  return fs::can_execute(islc) ? islc : "";
}

std::string junitJar() {
  const std::string root = path::parent_path(ownFolder()).str();
  for (const char* place : {"/share/isl/junit/isl-junit.jar", "/lib/isl-junit.jar"}) {
    if (fs::exists(root + place)) return root + place;
  }
  return "";
}

std::vector<std::string> shippingSpecs() {
  for (const std::string& folder : specFolders()) {
    std::vector<std::string> found;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
      const std::string name = path::filename(it->path()).str();
      const std::string spec = it->path() + "/" + name + ".isl";
      if (fs::exists(spec)) found.push_back(spec);
    }
    std::sort(found.begin(), found.end());
    if (!found.empty()) return found;
  }
  return {};
}

Result<std::string> resolveSpec(const std::string& spec) {
  const bool isPath = spec.find('/') != std::string::npos || llvm::StringRef(spec).endswith(".isl");
  if (isPath) {
    if (!fs::exists(spec)) return Error{fmt::format("there is no spec file {}", spec)};
    llvm::SmallString<256> absolute(spec);
    fs::make_absolute(absolute);
    path::remove_dots(absolute, true);
    return absolute.str().str();
  }
  std::vector<std::string> names;
  for (const std::string& each : shippingSpecs()) {
    names.push_back(path::stem(each).str());
    if (names.back() == spec) return each;
  }
  return Error{fmt::format(
      "there is no shipping spec `{}`; there are: {} (a file of your own: --spec ./{}.isl)", spec,
      names.empty() ? "none, the installation is incomplete"
                    : fmt::format("{}", fmt::join(names, ", ")),
      spec)};
}

Agent buildCached(const std::vector<std::string>& specs,
                  const std::vector<std::string>& islcOptions) {
  Agent agent;
  std::vector<std::string> defines;
  for (const std::string& option : islcOptions) {
    llvm::StringRef rest = option;
    if (rest.consume_front("-D")) defines.push_back(rest.str());
  }
  const std::string prebuilt = prebuiltAgent(specs);
  if (!prebuilt.empty() && defines.empty()) {
    agent.path = prebuilt;
    agent.origin = Agent::Origin::Prebuilt;
    agent.status = 0;
    return agent;
  }
  if (!prebuilt.empty()) agent.note = whyCompiled(defines);
  const std::string islc = findIslc();
  if (islc.empty()) {
    agent.error = fmt::format("islc is not in {}, where it belongs: install isl and islc together",
                              ownFolder());
    return agent;
  }
  const Result<std::string> key = cacheKey(specs, islcOptions);
  if (!key) {
    agent.error = key.message();
    return agent;
  }
  const std::string folder = cacheDirectory();
  if (std::error_code failed = fs::create_directories(folder)) {
    agent.error = fmt::format(
        "cannot make the cache folder {}: {}; set XDG_CACHE_HOME to a folder you may write to",
        folder, failed.message());
    return agent;
  }
  agent.path = fmt::format("{}/{}-{}.so", folder, path::stem(specs.front()).str(), *key);
  if (fs::exists(agent.path)) {
    agent.origin = Agent::Origin::Cache;
    agent.status = 0;
    return agent;
  }
  const std::string fresh = fmt::format("{}.{}.new", agent.path, getpid());
  std::vector<std::string> command = {islc};
  command.insert(command.end(), islcOptions.begin(), islcOptions.end());
  command.insert(command.end(), specs.begin(), specs.end());
  command.insert(command.end(), {"-o", fresh});
  const std::vector<llvm::StringRef> words(command.begin(), command.end());
  std::string why;
  const int status = llvm::sys::ExecuteAndWait(islc, words, llvm::None, {}, 0, 0, &why);
  if (status != 0) {
    fs::remove(fresh);
    agent.status = status == 1 ? 1 : 2;
    if (!why.empty())
      agent.error = fmt::format("islc did not run: {}", why);
    else if (agent.status == 2)
      agent.error = agent.note;
    return agent;
  }
  if (std::error_code failed = fs::rename(fresh, agent.path)) {
    fs::remove(fresh);
    agent.error = fmt::format("cannot write {}: {}", agent.path, failed.message());
    return agent;
  }
  agent.status = 0;
  return agent;
}

}  // namespace isl::tool
