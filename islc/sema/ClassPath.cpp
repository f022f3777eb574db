// Looks the types of contexts up on a class path: folders of classes and jars, whose directory
// is read as the ZIP format lays it down (no entry is unpacked).
#include <set>

#include "sema/Checker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace isl::sema {

using llvm::StringRef;
using llvm::support::endian::read16le;
using llvm::support::endian::read32le;

static void readJar(const std::string& path, std::set<std::string>& names) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!file) return;
  StringRef data = (*file)->getBuffer();
  size_t end = data.rfind(StringRef("PK\5\6", 4));
  if (end == StringRef::npos || data.size() - end < 22) return;
  size_t at = read32le(data.data() + end + 16);
  while (at + 46 <= data.size() && data.substr(at, 4) == StringRef("PK\1\2", 4)) {
    const char* entry = data.data() + at;
    size_t name = read16le(entry + 28), extra = read16le(entry + 30), note = read16le(entry + 32);
    StringRef text = data.substr(at + 46, name);
    if (text.consume_back(".class")) names.insert(text.str());
    at += 46 + name + extra + note;
  }
}

static void readFolder(const std::string& folder, std::set<std::string>& names) {
  std::error_code error;
  // Without links: they may lead in a circle.
  for (llvm::sys::fs::recursive_directory_iterator at(folder, error, false), end;
       at != end && !error; at.increment(error)) {
    StringRef path = at->path();
    if (!path.consume_back(".class") || !path.consume_front(folder)) continue;
    names.insert(path.ltrim('/').str());
  }
}

std::set<std::string> classesOf(const std::vector<std::string>& classpath) {
  std::set<std::string> names;
  for (const std::string& entry : classpath) {
    if (llvm::sys::fs::is_directory(entry))
      readFolder(entry, names);
    else
      readJar(entry, names);
  }
  return names;
}

// The JDK's own classes are in no jar.
static bool ofJdk(StringRef name) {
  return llvm::any_of(llvm::ArrayRef<StringRef>{"java.", "javax.", "jdk.", "sun.", "com.sun."},
                      [&](StringRef p) { return name.startswith(p); });
}

void lookUpTypes(const Model& model, const Options& options, Diagnostics& diags) {
  std::set<std::string> jars;
  std::vector<std::string> folders;
  for (const std::string& entry : options.classpath) {
    if (llvm::sys::fs::is_directory(entry))
      folders.push_back(entry);
    else if (!options.classes)
      readJar(entry, jars);
  }
  const std::set<std::string>& names = options.classes ? *options.classes : jars;
  auto has = [&](const std::string& name) {
    return names.count(name) != 0 || llvm::any_of(folders, [&](const std::string& folder) {
             return llvm::sys::fs::exists(folder + "/" + name + ".class");
           });
  };
  for (auto& c : model.contexts) {
    if (!c->type) continue;
    StringRef base = *c->type;
    while (base.consume_back("[]")) base = base.rtrim();
    Kind kind;
    if (ofJdk(base) || primitiveByName(base, kind)) continue;
    // a.b.C.D may be the nested class a/b/C$D: dots become `$` from the right.
    std::string name = base.str();
    std::replace(name.begin(), name.end(), '.', '/');
    bool found = has(name);
    for (size_t dot; !found && (dot = name.rfind('/')) != std::string::npos;) {
      name[dot] = '$';
      found = has(name);
    }
    if (found) continue;
    for (const ast::Property* p : c->decl->properties) {
      if (p->name.name != "type") continue;
      diags.report(Diag::TypeNotFound, p->value->range,
                   {base.str(), base.contains('.') ? "" : "; write its name with the package"});
    }
  }
}

}  // namespace isl::sema
