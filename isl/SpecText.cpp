#include "SpecText.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace isl::tool {

namespace {

llvm::SmallVector<llvm::StringRef, 32> linesOf(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 32> lines;
  text.split(lines, '\n', -1, false);
  return lines;
}

size_t indent(llvm::StringRef line) { return line.size() - line.ltrim(' ').size(); }

// The lines of the plan's entry `name: text`, those that belong to it included, without their indents.
std::vector<std::string> entry(const std::string& plan, llvm::StringRef name) {
  std::vector<std::string> found;
  size_t depth = 0;
  for (llvm::StringRef line : linesOf(plan)) {
    llvm::StringRef text = line.trim(' ');
    if (found.empty()) {
      depth = indent(line);
      if (text.consume_front(name) && text.consume_front(": ")) found.push_back(text.str());
    } else if (indent(line) > depth) {
      found.push_back(text.str());
    } else {
      break;
    }
  }
  return found;
}

bool leavesNoTrace(const std::string& plan) {
  const std::vector<std::string> trace = entry(plan, "trace in the program");
  return !trace.empty() && llvm::StringRef(trace[0]).startswith("can be left out");
}

}  // namespace

std::string firstSentence(const std::string& spec) {
  std::string comment;
  for (llvm::StringRef line : linesOf(spec)) {
    if (!line.consume_front("//")) break;
    comment += (comment.empty() ? "" : " ") + line.trim(' ').str();
  }
  for (size_t at = comment.find('.'); at != std::string::npos; at = comment.find('.', at + 1)) {
    // A dot inside a name or a number (Figure 3.1) ends nothing.
    if (at + 1 == comment.size() || comment[at + 1] == ' ') return comment.substr(0, at + 1);
  }
  return comment;
}

std::vector<std::string> needsOf(const std::string& plan) {
  std::vector<std::string> needs;
  if (leavesNoTrace(plan))
    needs.push_back(
        "a JVM that is started with the agent, or one that is running already (isl attach)");
  else if (!entry(plan, "word").empty())
    needs.push_back(
        "a JVM that is started with the agent: every object has a word of it from the start");
  return needs;
}

std::vector<std::string> costsOf(const std::string& plan) {
  std::vector<std::string> costs;
  std::string instrumented;
  for (const std::string& line : entry(plan, "instrumented")) {
    const bool goesOn = !instrumented.empty() && !llvm::StringRef(instrumented).endswith("and");
    instrumented += (instrumented.empty() ? "" : goesOn ? "; " : " ") + line;
  }
  if (!instrumented.empty()) costs.push_back(instrumented);
  if (leavesNoTrace(plan))
    costs.push_back("with sites=off or attached the checks alone: nothing in classes and objects");
  for (const char* const name : {"word", "record", "tag", "history"}) {
    const std::vector<std::string> lines = entry(plan, name);
    if (!lines.empty()) costs.push_back(std::string(name) + ": " + lines[0]);
  }
  return costs;
}

}  // namespace isl::tool
