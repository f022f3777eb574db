// What a JVM is called by the engine or the build tool that started it.
#pragma once

#include <string>
#include <string_view>

namespace isl {

// From the value of sun.java.command: "APPLICATION/executor-N" of a Spark executor, the attempt
// ("attempt_JOB_m_TASK_N") of a Hadoop task; "MODULE" of a test fork of Maven or Gradle, which works in the folder of its
// module, and "MODULE TESTCLASS" where Surefire has given it one class, as a file says that is gone later. Empty for any
// other JVM. `folder`: the working directory, absolute. Before the main class runs.
std::string memberOf(std::string_view command, std::string_view folder);

}  // namespace isl
