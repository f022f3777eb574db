#include "ReportFile.h"

#include <fmt/format.h>

#include "llvm/Support/MemoryBuffer.h"

namespace isl::tool {

namespace json = llvm::json;

namespace {

std::string notArray(const json::Object& object, const char* name) {
  const json::Value* value = object.get(name);
  return value && value->getAsArray() ? "" : name;
}

// The first place where the file has not the shape of a report; empty when it has.
std::string wrongShape(const json::Object& root) {
  if (!root.getObject("run")) return "run";
  if (!root.getObject("coverage")) return "coverage";
  for (const char* name : {"checks", "specs"}) {
    if (std::string wrong = notArray(root, name); !wrong.empty()) return wrong;
  }
  for (const json::Value& check : *root.getArray("checks")) {
    const json::Object* one = check.getAsObject();
    if (!one || !notArray(*one, "specs").empty()) return "checks[].specs";
  }
  for (const json::Value& spec : *root.getArray("specs")) {
    const json::Object* one = spec.getAsObject();
    if (!one || !one->getString("name") || !one->getString("verdict")) return "specs[].name";
    if (!notArray(*one, "sites").empty()) return "specs[].sites";
    for (const json::Value& site : *one->getArray("sites")) {
      if (!site.getAsObject()) return "specs[].sites[]";
    }
  }
  return "";
}

}  // namespace

std::string parseReport(const std::string& name, llvm::StringRef text, Loaded& out) {
  out.path = name;
  if (text.trim().empty())
    return fmt::format(
        "{}: the file is empty: the JVM was killed before its first check, or the disk is full",
        name);
  llvm::Expected<json::Value> parsed = json::parse(text);
  if (!parsed) {
    std::string why = llvm::toString(parsed.takeError());
    // The last brace of a report stands alone in its line.
    if (text.trim().startswith("{") && !text.rtrim().endswith("\n}"))
      return fmt::format("{}: the report is cut off ({}): copy it again, or run again", name, why);
    return fmt::format("{}: this is not JSON ({}): give the report that the agent wrote", name,
                       why);
  }
  json::Object* root = parsed->getAsObject();
  if (root && root->getString("kind") == llvm::StringRef("isl-baseline"))
    return fmt::format("{}: this is a baseline, not a report: give it with --baseline", name);
  const llvm::Optional<int64_t> version = root ? root->getInteger("schemaVersion") : llvm::None;
  if (!version) return fmt::format("{}: this is no report of ISL: it has no `schemaVersion`", name);
  if (*version > kSchemaVersion)
    return fmt::format(
        "{}: the report has schema version {}, this isl ({}) knows up to {}: use a newer isl", name,
        *version, ISL_VERSION, kSchemaVersion);
  if (*version < 1)
    return fmt::format("{}: the report has schema version {}, which never was", name, *version);
  const std::string wrong = wrongShape(*root);
  if (!wrong.empty())
    return fmt::format(
        "{}: this is no report of ISL, or it is damaged: `{}` is missing or of the wrong type",
        name, wrong);
  out.json = std::move(*root);
  return {};
}

std::string loadReport(const std::string& path, Loaded& out) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer) return fmt::format("cannot read {}: {}", path, buffer.getError().message());
  return parseReport(path, (*buffer)->getBuffer(), out);
}

}  // namespace isl::tool
