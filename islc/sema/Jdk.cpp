#include "sema/Jdk.h"

#include <algorithm>
#include <cstdlib>

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

namespace isl::sema {

using llvm::StringRef;
using llvm::support::endian::read32le;

namespace {

// The head of an image, and what the attributes of a location are (HotSpot's imageFile.hpp).
constexpr uint32_t kMagic = 0xCAFEDADA;
constexpr size_t kHeadBytes = 28;
enum Attribute : unsigned char { End, Module, Parent, Base, Extension, Kinds = 8 };

std::vector<std::string> homes() {
  namespace path = llvm::sys::path;
  std::vector<std::string> out;
  if (const char* home = std::getenv("JAVA_HOME")) out.emplace_back(home);
  llvm::SmallString<256> real;
  if (auto java = llvm::sys::findProgramByName("java")) {
    if (!llvm::sys::fs::real_path(*java, real))
      out.push_back(path::parent_path(path::parent_path(real)).str());
  }
  std::error_code error;
  std::vector<std::string> found;
  for (llvm::sys::fs::directory_iterator at("/usr/lib/jvm", error), end; !error && at != end;
       at.increment(error))
    found.push_back(at->path());
  std::sort(found.begin(), found.end());
  out.insert(out.end(), found.begin(), found.end());
  return out;
}

std::unique_ptr<JdkClasses> find() {
  for (const std::string& home : homes()) {
    auto file = llvm::MemoryBuffer::getFile(home + "/lib/modules", /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
    if (!file) continue;
    if (auto classes = JdkClasses::read(std::move(*file))) return classes;
  }
  return nullptr;
}

// Of a class of java or javax that has a name; else empty.
std::string asWritten(StringRef package, StringRef name) {
  if (!package.startswith("java/") && !package.startswith("javax/")) return "";
  // Anonymous and local classes have a number in their names.
  for (size_t at = name.find('$'); at != StringRef::npos; at = name.find('$', at + 1)) {
    if (at + 1 < name.size() && llvm::isDigit(name[at + 1])) return "";
  }
  std::string full = (package + "/" + name).str();
  std::replace(full.begin(), full.end(), '/', '.');
  std::replace(full.begin(), full.end(), '$', '.');
  return full;
}

}  // namespace

const JdkClasses* JdkClasses::installed() {
  static const std::unique_ptr<JdkClasses> found = find();
  return found.get();
}

std::unique_ptr<JdkClasses> JdkClasses::read(std::unique_ptr<llvm::MemoryBuffer> image) {
  const StringRef data = image->getBuffer();
  if (data.size() < kHeadBytes || read32le(data.data()) != kMagic) return nullptr;
  const uint64_t entries = read32le(data.data() + 16), locations = read32le(data.data() + 20),
                 strings = read32le(data.data() + 24);
  // The head, a table of redirections, a table of offsets, the locations, the strings.
  const uint64_t begin = kHeadBytes + 8 * entries;
  if (begin + locations + strings > data.size()) return nullptr;
  std::unique_ptr<JdkClasses> out(new JdkClasses);
  out->offsets_ = data.substr(kHeadBytes + 4 * entries, 4 * entries);
  out->locations_ = data.substr(begin, locations);
  out->strings_ = data.substr(begin + locations, strings);
  out->image_ = std::move(image);
  return out;
}

StringRef JdkClasses::stringAt(uint64_t offset) const {
  const StringRef rest = strings_.drop_front(std::min<uint64_t>(offset, strings_.size()));
  return rest.take_front(rest.find('\0'));
}

bool JdkClasses::any(llvm::function_ref<bool(StringRef, StringRef)> matches) const {
  for (size_t entry = 0; entry + 4 <= offsets_.size(); entry += 4) {
    uint64_t values[Kinds] = {};
    size_t at = read32le(offsets_.data() + entry);
    // A byte says which attribute follows and how many bytes its value has, the highest first.
    while (at < locations_.size()) {
      const auto head = static_cast<unsigned char>(locations_[at++]);
      const unsigned kind = head >> 3, length = (head & 7) + 1;
      if (kind == End || kind >= Kinds || at + length > locations_.size()) break;
      uint64_t value = 0;
      for (unsigned i = 0; i < length; ++i)
        value = value << 8 | static_cast<unsigned char>(locations_[at + i]);
      values[kind] = value;
      at += length;
    }
    if (stringAt(values[Extension]) == "class" &&
        matches(stringAt(values[Parent]), stringAt(values[Base])))
      return true;
  }
  return false;
}

bool JdkClasses::has(const std::string& name) const {
  const auto [package, base] = StringRef(name).rsplit('/');
  if (base.empty()) return false;
  const std::lock_guard<std::mutex> hold(lock_);
  const auto [answer, fresh] = answers_.try_emplace(name, false);
  if (fresh)
    answer->second = any([package = package, base = base](StringRef itsPackage, StringRef itsName) {
      return itsName == base && itsPackage == package;
    });
  return answer->second;
}

std::vector<std::string> JdkClasses::namesNear(StringRef type) const {
  std::vector<std::string> out;
  const StringRef simple = type.rsplit('.').second;
  any([&](StringRef package, StringRef name) {
    std::string full = asWritten(package, name);
    const StringRef dotted = StringRef(full).take_front(package.size() + 1);
    if (!full.empty() && (type.startswith(dotted) || name == simple))
      out.push_back(std::move(full));
    return false;
  });
  std::sort(out.begin(), out.end());
  return out;
}

const std::vector<std::string>& JdkClasses::names() const {
  const std::lock_guard<std::mutex> hold(lock_);
  if (!names_.empty()) return names_;
  any([&](StringRef package, StringRef name) {
    std::string full = asWritten(package, name);
    if (!full.empty()) names_.push_back(std::move(full));
    return false;
  });
  std::sort(names_.begin(), names_.end());
  return names_;
}

}  // namespace isl::sema
