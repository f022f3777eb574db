// What test frameworks and build tools put into the tests' JVM, by their classes' names (TestHarness.def).
#pragma once

#include <string>

namespace isl {

// Is the class of that name, dotted, one of theirs?
bool ofTestHarness(const std::string& dottedName);
// Is it one of those in which a mock keeps what was called? None of theirs: a mock that all tests share may keep all calls, of
// which the finding decides.
bool recordsCalls(const std::string& dottedName);
// Is it one in which extensions of the program keep what they like?
bool storesForExtensions(const std::string& dottedName);

}  // namespace isl
