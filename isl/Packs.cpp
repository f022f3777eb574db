#include "Packs.h"

#include <fmt/format.h>

#include <algorithm>

#include "Jdks.h"
#include "JsonFile.h"
#include "JsonReader.h"
#include "Scratch.h"
#include "Specs.h"
#include "report/FieldWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SHA256.h"

namespace isl::tool {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

namespace {

constexpr const char* kInside = "META-INF/isl";

std::string hashOf(StringRef text) {
  llvm::SHA256 hash;
  hash.update(text);
  return llvm::toHex(hash.final(), true);
}

// Runs a command for its status; false when it failed. Its errors are for the reader, or for nobody.
bool runs(const std::vector<std::string>& command, bool tells) {
  const std::vector<StringRef> words(command.begin(), command.end());
  const llvm::Optional<StringRef> nowhere = StringRef("");
  const llvm::Optional<StringRef> redirects[] = {nowhere, nowhere, tells ? llvm::None : nowhere};
  return llvm::sys::ExecuteAndWait(command[0], words, llvm::None, redirects) == 0;
}

// A jar's entries in `folder`. The jar tool of a JDK leaves no file outside of it.
Status unpack(const std::string& jar, const std::string& folder) {
  for (const Jdk& jdk : findJdks()) {
    const std::string tool = jdk.home + "/bin/jar";
    if (!fs::can_execute(tool)) continue;
    llvm::SmallString<256> absolute(jar);
    fs::make_absolute(absolute);
    if (runs({"/bin/sh", "-c", "cd \"$1\" && exec \"$2\" xf \"$3\" META-INF/isl", "sh", folder,
              tool, absolute.str().str()},
             false))
      return {};
    return Error{fmt::format("{} is no jar that can be read", jar)};
  }
  return Error{"no JDK was found: its `jar` reads the jars"};
}

bool isPlain(StringRef name) {
  return !name.empty() && !name.startswith(".") && llvm::all_of(name, [](char c) {
    return llvm::isAlnum(c) || c == '.' || c == '_' || c == '-';
  });
}

// GROUP/ARTIFACT/NAME.isl of the specs below `root`. What lies elsewhere is an error: it would be left out in
// silence.
Result<std::vector<std::string>> specsBelow(const std::string& root, const std::string& source) {
  std::vector<std::string> out;
  std::error_code error;
  for (fs::recursive_directory_iterator it(root, error, false), end; !error && it != end;
       it.increment(error)) {
    StringRef name = it->path();
    if (!name.endswith(".isl")) continue;
    name = name.drop_front(root.size() + 1);
    llvm::SmallVector<StringRef, 4> parts;
    name.split(parts, '/');
    if (parts.size() != 3 || !llvm::all_of(parts, isPlain) || !fs::is_regular_file(it->path()) ||
        fs::is_symlink_file(it->path()))
      return Error{
          fmt::format("{}: {}/{} is not {}/GROUP/ARTIFACT/NAME.isl, a plain file with plain names",
                      source, kInside, name.str(), kInside)};
    out.push_back(name.str());
  }
  if (out.empty())
    return Error{fmt::format("{} has no spec in {}/GROUP/ARTIFACT", source, kInside)};
  std::sort(out.begin(), out.end());
  return out;
}

StringRef packOf(const PackSpec& spec) { return StringRef(spec.path).rsplit('/').first; }

}  // namespace

Status Packs::load(bool mayBeNew) {
  const std::string file = folder_ + "/lock.json";
  if (!fs::exists(file)) {
    if (mayBeNew) return {};
    return Error{fmt::format("there are no packs here ({} is missing): isl packs add JAR", file)};
  }
  const Result<std::string> text = readText(file);
  if (!text) return Error{fmt::format("cannot read {}: {}", file, text.message())};
  const Result<llvm::json::Value> parsed = parseJson(*text);
  if (!parsed) return Error{fmt::format("{}: {}", file, parsed.message())};
  JsonReader reader;
  Result<PackLock> lock = reader.read<PackLock>(*parsed);
  if (!lock) return Error{fmt::format("{}: {}", file, lock.message())};
  if (lock->kind != PackLock().kind)
    return Error{fmt::format("{}: this is no lock file of packs", file)};
  if (lock->schemaVersion > PackLock().schemaVersion)
    return Error{fmt::format("{}: it was written by a newer isl: use that one", file)};
  for (const PackSpec& spec : lock->specs) {
    llvm::SmallVector<StringRef, 4> parts;
    StringRef(spec.path).split(parts, '/');
    if (parts.size() != 3 || !llvm::all_of(parts, isPlain))
      return Error{fmt::format("{}: `{}` is not GROUP/ARTIFACT/NAME.isl", file, spec.path)};
  }
  lock_ = std::move(*lock);
  return {};
}

// Reports and options tell the specs of an agent apart by the names of their files.
Status Packs::check(const std::vector<PackSpec>& fresh, const std::string& from) const {
  std::vector<const PackSpec*> all;
  for (const PackSpec& spec : fresh) all.push_back(&spec);
  for (const PackSpec& spec : lock_.specs) {
    if (llvm::none_of(fresh, [&](const PackSpec& one) { return packOf(one) == packOf(spec); }))
      all.push_back(&spec);
  }
  for (size_t i = 0; i < all.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (path::stem(all[i]->path) == path::stem(all[j]->path))
        return Error{fmt::format("{}: {} and {} have the same name; an agent cannot hold both",
                                 from, all[j]->path, all[i]->path)};
    }
  }
  return {};
}

Result<size_t> Packs::add(const std::string& source) {
  if (!fs::exists(source)) return Error{fmt::format("there is no jar or folder {}", source)};
  const Scratch scratch("isl-packs");
  std::string base = source;
  if (!fs::is_directory(source)) {
    if (const Status unpacked = unpack(source, scratch.path()); !unpacked) return unpacked.error();
    base = scratch.path();
  }
  const std::string root = StringRef(base).rtrim('/').str() + "/" + kInside;
  const Result<std::vector<std::string>> found = specsBelow(root, source);
  if (!found) return found.error();
  std::vector<PackSpec> fresh;
  std::vector<std::string> texts;
  for (const std::string& name : *found) {
    const Result<std::string> text = readText(root + "/" + name);
    if (!text) return Error{fmt::format("{}: cannot read {}: {}", source, name, text.message())};
    if (!runs({findIslc(), "--check", "-w", root + "/" + name}, true))
      return Error{fmt::format("{}: {} does not compile", source, name)};
    fresh.push_back({path::filename(StringRef(source).rtrim('/')).str(), name, hashOf(*text)});
    texts.push_back(*text);
  }
  if (const Status checked = check(fresh, source); !checked) return checked.error();
  llvm::erase_if(lock_.specs, [&](const PackSpec& old) {
    const bool replaced =
        llvm::any_of(fresh, [&](const PackSpec& one) { return packOf(one) == packOf(old); });
    if (replaced) fs::remove(folder_ + "/" + old.path);
    return replaced;
  });
  for (size_t i = 0; i < fresh.size(); ++i) {
    const std::string file = folder_ + "/" + fresh[i].path;
    if (std::error_code failed = fs::create_directories(path::parent_path(file)))
      return Error{fmt::format("cannot make a folder for {}: {}", file, failed.message())};
    if (const Status written = report::writeFileAtomically(file, texts[i]); !written)
      return written.error();
    lock_.specs.push_back(fresh[i]);
  }
  llvm::sort(lock_.specs, [](const PackSpec& a, const PackSpec& b) { return a.path < b.path; });
  if (const Status written =
          report::writeFileAtomically(folder_ + "/lock.json", report::jsonText(lock_) + "\n");
      !written)
    return written.error();
  return fresh.size();
}

Result<std::vector<std::string>> Packs::verified() const {
  std::vector<std::string> out;
  for (const PackSpec& spec : lock_.specs) {
    llvm::SmallString<256> file(folder_ + "/" + spec.path);
    fs::make_absolute(file);
    const Result<std::string> text = readText(file.str().str());
    if (!text)
      return Error{fmt::format("cannot read {}/{}: {}", folder_, spec.path, text.message())};
    if (hashOf(*text) != spec.sha256)
      return Error{fmt::format("{}/{} is not what its lock file says: read what changed, then "
                               "`isl packs add` it again",
                               folder_, spec.path)};
    out.push_back(file.str().str());
  }
  return out;
}

}  // namespace isl::tool
