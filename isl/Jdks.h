// The JDKs of this machine.
#pragma once

#include <string>
#include <vector>

namespace isl::tool {

struct Jdk {
  std::string home;
  std::string version;  // "17.0.9", "unknown version" without a release file
  std::string maker;    // or empty
};

// The value of an environment variable, or empty.
std::string environment(const char* name);

// The JDK in a folder, whether or not there is one.
Jdk jdkIn(const std::string& home);
// Every folder with a bin/java, each once however many names it has: JAVA_HOME and the like, java in PATH,
// /usr/lib/jvm, ~/.sdkman, ~/.jdks, in this order.
std::vector<Jdk> findJdks();
// "17" of "17.0.9"
std::string releaseOf(const Jdk& jdk);

}  // namespace isl::tool
