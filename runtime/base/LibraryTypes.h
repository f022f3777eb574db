// Which classes are of the JDK or another language's library, whatever program uses them.
#pragma once

#include <string>
#include <string_view>

namespace isl {

// java.util.HashMap$Node[], scala.collection.mutable.ListBuffer, ...: what holds on somebody else's behalf.
bool isLibraryType(const std::string& type);
// Of a language's library, or of what runs its programs, as `java clojure.main -m shop.Main` does. Internal name.
bool isOfLanguage(std::string_view internal);

}  // namespace isl
