#include "base/LibraryTypes.h"

#include <algorithm>

namespace isl {
namespace {

template <size_t n>
bool startsWithAny(std::string_view type, const char* const (&packages)[n]) {
  return std::any_of(packages, packages + n,
                     [type](const char* package) { return type.rfind(package, 0) == 0; });
}

const char* const kLibraries[] = {"java.",  "javax.",  "jdk.",     "sun.",        "com.sun.",
                                  "scala.", "kotlin.", "clojure.", "groovy.lang."};
const char* const kInternal[] = {"jdk.internal.", "sun.", "com.sun."};
const char* const kLaunchers[] = {"groovy.",    "org.codehaus.groovy.", "org.apache.groovy.",
                                  "org.jruby.", "org.python.",          "org.jetbrains.kotlin."};

}  // namespace

bool isLibraryType(const std::string& type) {
  return type.empty() || type.back() == ']' || startsWithAny(type, kLibraries);
}

bool isInternalType(const std::string& type) { return startsWithAny(type, kInternal); }

bool isOfCollections(const std::string& name) { return name.rfind("java.util.", 0) == 0; }

bool isOfLanguage(std::string_view internal) {
  std::string type(internal);
  std::replace(type.begin(), type.end(), '/', '.');
  return startsWithAny(type, kLibraries) || startsWithAny(type, kLaunchers);
}

bool isScript(std::string_view sourceFile) {
  static constexpr std::string_view kEndings[] = {".bsh", ".clj", ".cljc", ".groovy",
                                                  ".js",  ".kts", ".py",   ".rb"};
  const size_t dot = sourceFile.rfind('.');
  return dot != std::string_view::npos && std::find(std::begin(kEndings), std::end(kEndings),
                                                    sourceFile.substr(dot)) != std::end(kEndings);
}

}  // namespace isl
