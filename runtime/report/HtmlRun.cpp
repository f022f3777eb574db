// What was run, where, when and how.
#include "report/Chart.h"
#include "report/Format.h"
#include "report/HtmlParts.h"
#include "report/Wording.h"

namespace isl::report {

std::string runPart(const Report& report) {
  const RunInfo& run = report.run;
  std::string out = element("h2", "The run") + "<dl>\n";
  const std::pair<const char*, const std::string*> facts[] = {
      {"Command", &run.command}, {"Java VM", &run.jvm},       {"Collector", &run.collector},
      {"Machine", &run.host},    {"Started", &run.startedAt}, {"Member", &run.member},
      {"ISL", &run.islVersion}};
  for (const auto& [name, value] : facts)
    if (!value->empty()) out += term(name, escapeHtml(*value));
  if (const std::string text = readyText(run); !text.empty())
    out += term("Ready", escapeHtml(text));
  if (const std::string text = pressureText(report.pressure); !text.empty())
    out += term("Memory pressure", text);
  out += term("Ran for", humanMs(run.wallMs)) + "</dl>\n";
  if (run.options.empty()) return out;
  out += "<details><summary>Options of the agent</summary>\n<dl>\n";
  for (const auto& [name, value] : run.options)
    out += "<div><dt>" + escapeHtml(name) + "</dt><dd>" + escapeHtml(value) + "</dd></div>\n";
  return out + "</dl></details>\n";
}

}  // namespace isl::report
