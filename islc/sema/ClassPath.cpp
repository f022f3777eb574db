// Looks the types of contexts up on a class path: folders of classes and jars, whose directory
// is read as the ZIP format lays it down (no entry is unpacked).
#include <set>

#include "sema/Checker.h"
#include "sema/Jdk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
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

static bool ofJdk(StringRef name) {
  return llvm::any_of(llvm::ArrayRef<StringRef>{"java.", "javax.", "jdk.", "sun.", "com.sun."},
                      [&](StringRef p) { return name.startswith(p); });
}

// a.b.C.D may be the nested class a/b/C$D: dots become `$` from the right.
template <typename Has>
static bool isFound(StringRef type, Has has) {
  std::string name = type.str();
  std::replace(name.begin(), name.end(), '.', '/');
  bool found = has(name);
  for (size_t dot; !found && (dot = name.rfind('/')) != std::string::npos;) {
    name[dot] = '$';
    found = has(name);
  }
  return found;
}

namespace {

class LookUp {
 public:
  LookUp(const Options& options, Diagnostics& diags) : options_(options), diags_(diags) {
    for (const std::string& entry : options.classpath) {
      if (llvm::sys::fs::is_directory(entry))
        folders_.push_back(entry);
      else if (!options.classes)
        readJar(entry, jars_);
    }
  }

  void type(const ContextInfo& context) {
    StringRef base = *context.type;
    while (base.consume_back("[]")) base = base.rtrim();
    Kind kind;
    if (primitiveByName(base, kind)) return;
    for (const ast::Property* p : context.decl->properties) {
      if (p->name.name != "type") continue;
      if (ofJdk(base))
        inJdk(base, *p->value);
      else
        onClassPath(base, *p->value);
    }
  }

 private:
  bool has(const std::string& name) const {
    const std::set<std::string>& names = options_.classes ? *options_.classes : jars_;
    return names.count(name) != 0 || llvm::any_of(folders_, [&](const std::string& folder) {
             return llvm::sys::fs::exists(folder + "/" + name + ".class");
           });
  }

  void inJdk(StringRef type, const ast::Expr& value) {
    if (!options_.jdk ||
        isFound(type, [&](const std::string& name) { return options_.jdk->has(name); }))
      return;
    const std::string near = nearest(type, options_.jdk->namesNear(type));
    MessageRef message =
        diags_.report(Diag::TypeNotInJdk, value.range,
                      {type.str(), near.empty() ? "" : " (did you mean `" + near + "`?)"});
    if (!near.empty()) replaceType(message, value, type, near);
  }

  void onClassPath(StringRef type, const ast::Expr& value) {
    const bool isLookedUp = !options_.classpath.empty();
    if (isLookedUp && isFound(type, [&](const std::string& name) { return has(name); })) return;
    const std::string full = type.contains('.') ? "" : nameInJdk(type);
    if (!full.empty()) {
      MessageRef message = diags_.report(Diag::TypeOfPackage, value.range, {type.str(), full});
      replaceType(message, value, type, full);
      return;
    }
    if (!isLookedUp) return;
    const std::string near = nearOnClassPath(type);
    MessageRef message =
        diags_.report(Diag::TypeNotFound, value.range,
                      {type.str(), !near.empty()        ? " (did you mean `" + near + "`?)"
                                   : type.contains('.') ? ""
                                                        : "; write its name with the package"});
    if (!near.empty()) replaceType(message, value, type, near);
  }

  // `string` and `HashMap` with the packages that Java imports by itself, or that everybody imports.
  std::string nameInJdk(StringRef type) const {
    if (!options_.jdk) return "";
    for (StringRef package : {"java.lang.", "java.util.", "java.util.concurrent."}) {
      for (StringRef name : options_.jdk->names()) {
        if (name.startswith(package) && name.drop_front(package.size()).equals_insensitive(type))
          return name.str();
      }
    }
    return "";
  }

  // The nearest of the classes of its package and of those of its own name in other packages.
  std::string nearOnClassPath(StringRef type) const {
    std::set<std::string> known;
    if (!options_.classes) {
      known = jars_;
      for (const std::string& folder : folders_) readFolder(folder, known);
    }
    const StringRef simple = type.contains('.') ? type.rsplit('.').second : type;
    const size_t package = type.size() - simple.size();
    std::vector<std::string> candidates;
    for (const std::string& each : options_.classes ? *options_.classes : known) {
      std::string name = each;
      std::replace(name.begin(), name.end(), '/', '.');
      std::replace(name.begin(), name.end(), '$', '.');
      const StringRef dotted = name;
      const StringRef last = dotted.contains('.') ? dotted.rsplit('.').second : dotted;
      if (last == simple) return name;
      const bool isBeside = dotted.size() - last.size() == package &&
                            dotted.take_front(package) == type.take_front(package);
      if (isBeside && !last.empty() && !llvm::isDigit(last[0]))
        candidates.push_back(std::move(name));
    }
    return nearest(type, candidates);
  }

  // Brackets of an array stay.
  static void replaceType(MessageRef& message, const ast::Expr& value, StringRef type,
                          const std::string& name) {
    const char* const begin = value.range.Start.getPointer();
    const StringRef text(begin, static_cast<size_t>(value.range.End.getPointer() - begin));
    const size_t at = text.find(type);
    if (at == StringRef::npos) return;
    message.replace({llvm::SMLoc::getFromPointer(begin + at),
                     llvm::SMLoc::getFromPointer(begin + at + type.size())},
                    name);
  }

  const Options& options_;
  Diagnostics& diags_;
  std::set<std::string> jars_;
  std::vector<std::string> folders_;
};

}  // namespace

void lookUpTypes(const Model& model, const Options& options, Diagnostics& diags) {
  if (options.classpath.empty() && !options.jdk) return;
  LookUp lookUp(options, diags);
  for (auto& c : model.contexts) {
    if (c->type) lookUp.type(*c);
  }
}

}  // namespace isl::sema
