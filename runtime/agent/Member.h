// What a JVM is called by the engine that started it.
#pragma once

#include <string>
#include <string_view>

namespace isl {

// From the value of sun.java.command: "APPLICATION/executor-N" of a Spark executor, the attempt
// ("attempt_JOB_m_TASK_N") of a Hadoop task; empty for any other JVM.
std::string memberOf(std::string_view command);

}  // namespace isl
