#include "ReportFile.h"

#include <fmt/format.h>

#include "JsonFile.h"
#include "Outlook.h"
#include "SiteWork.h"
#include "report/Fields.h"
#include "report/Format.h"

namespace isl::tool {

namespace json = llvm::json;
using report::kSchemaVersion;

namespace {

// Why the text is not even JSON; `why` is the parser's word.
std::string notJson(const std::string& name, llvm::StringRef text, const std::string& why) {
  if (text.trim().empty())
    return fmt::format(
        "{}: the file is empty: the JVM was killed before its first check, or the disk is full",
        name);
  // The last brace of a report stands alone in its line.
  if (text.trim().startswith("{") && !text.rtrim().endswith("\n}") && !isTooDeep(text))
    return fmt::format("{}: the report is cut off: {}: copy it again, or run again", name, why);
  return fmt::format("{}: {}: give the report that the agent wrote", name, why);
}

// What the file is instead of a report that this version can read; empty when it may be one.
std::string otherFile(const std::string& name, const json::Object* root) {
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
  return {};
}

}  // namespace

Result<Loaded> parseReport(const std::string& name, llvm::StringRef text) {
  Result<json::Value> parsed = parseJson(text);
  if (!parsed) return Error{notJson(name, text, parsed.message())};
  if (std::string other = otherFile(name, parsed->getAsObject()); !other.empty())
    return Error{std::move(other)};
  JsonReader reader;
  Result<report::Report> report = reader.read<report::Report>(*parsed);
  if (!report)
    return Error{
        fmt::format("{}: this is no report of ISL, or it is damaged: {}", name, report.message())};
  foretell(*report);
  tellSiteWork(*report);
  return Loaded{name, std::move(*report), reader.unknown()};
}

Result<Loaded> loadReport(const std::string& path) {
  const Result<std::string> text = readText(path);
  if (!text) return Error{fmt::format("cannot read {}: {}", path, text.message())};
  return parseReport(path, *text);
}

std::string leftOutOf(const std::string& path, const UnknownFields& unknown) {
  if (unknown.empty()) return {};
  constexpr size_t kNamed = 10;
  std::string names;
  size_t named = 0;
  for (const auto& [name, times] : unknown) {
    if (named++ == kNamed) {
      names += ", ...";
      break;
    }
    names += (names.empty() ? "" : ", ") + report::plainText(name);
    if (times > 1) names += fmt::format(" ({} times)", times);
  }
  const size_t count = unknown.size();
  return fmt::format("{}: {} that this isl ({}) does not know {} left out: {}: use the isl of the "
                     "version that wrote it",
                     path, report::counted(count, "field"), ISL_VERSION, count == 1 ? "is" : "are",
                     names);
}

}  // namespace isl::tool
