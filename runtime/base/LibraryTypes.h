// Which classes are of the JDK or another language's library, whatever program uses them.
#pragma once

#include <string>
#include <string_view>

namespace isl {

// java.util.HashMap$Node[], scala.collection.mutable.ListBuffer, ...: what holds on somebody else's behalf.
bool isLibraryType(const std::string& type);
// jdk.internal.ref.Cleaner, ...: a part of something that programs know, by its name.
bool isInternalType(const std::string& type);
// java.util.HashMap$Node, java.util.HashMap.put, ...: of the JDK's collections, and what else is in their package.
bool isOfCollections(const std::string& name);
// Of a language's library, or of what runs its programs, as `java clojure.main -m shop.Main` does. Internal name.
bool isOfLanguage(std::string_view internal);
// A source file of a language whose programs are compiled while they run, from a script or a form: no jar says whose they are.
bool isScript(std::string_view sourceFile);

}  // namespace isl
