#include "MergeFields.h"

namespace isl::tool {

// "A, B" when the JVMs differ; each name once.
void join(report::merge::Names, std::string& into, const std::string& from) {
  if (from.empty() || (", " + into + ", ").find(", " + from + ", ") != std::string::npos) return;
  into += (into.empty() ? "" : ", ") + from;
}

// Paths with a process id differ from JVM to JVM; an option that differs is left out.
void join(report::merge::Shared, report::RunOptions& into, const report::RunOptions& from) {
  const auto differs = [&](const std::pair<std::string, std::string>& option) {
    return std::find(from.begin(), from.end(), option) == from.end();
  };
  into.erase(std::remove_if(into.begin(), into.end(), differs), into.end());
}

}  // namespace isl::tool
