#include "report/Chart.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "report/Format.h"

namespace isl::report {
namespace {

using Points = std::vector<std::pair<double, double>>;

struct Series {
  std::string name;
  Points points;
};

// A plot area in the units of the viewBox.
struct Frame {
  double left, top, right, bottom;
  double maxX, minY, maxY;

  double x(double value) const { return left + (right - left) * (maxX > 0 ? value / maxX : 0); }
  double y(double value) const {
    const double span = maxY - minY;
    const double part = span > 0 ? (value - minY) / span : 0;
    return bottom - (bottom - top) * std::clamp(part, 0.0, 1.0);
  }
};

double number(uint64_t value) { return static_cast<double>(value); }

std::string polyline(const Frame& frame, const Series& series, size_t index) {
  std::string out = "<polyline class=\"s" + std::to_string(index % 4) + "\" points=\"";
  for (const auto& [x, y] : series.points)
    out += fixed(frame.x(x), 1) + "," + fixed(frame.y(y), 1) + " ";
  // One check alone would leave no mark.
  if (series.points.size() == 1)
    out += fixed(frame.x(series.points[0].first) + 4, 1) + "," +
           fixed(frame.y(series.points[0].second), 1);
  return out + "\"/>\n";
}

std::string straight(double x1, double y1, double x2, double y2, const char* cssClass) {
  return std::string("<line class=\"") + cssClass + "\" x1=\"" + fixed(x1, 1) + "\" y1=\"" +
         fixed(y1, 1) + "\" x2=\"" + fixed(x2, 1) + "\" y2=\"" + fixed(y2, 1) + "\"/>\n";
}

std::string label(double x, double y, const char* anchor, const std::string& text) {
  return "<text x=\"" + fixed(x, 1) + "\" y=\"" + fixed(y, 1) + "\" text-anchor=\"" + anchor +
         "\">" + escapeHtml(text) + "</text>\n";
}

std::string axes(const Frame& frame, const std::string& low, const std::string& high) {
  return straight(frame.left, frame.bottom, frame.right, frame.bottom, "axis") +
         straight(frame.left, frame.top, frame.right, frame.top, "axis") +
         label(frame.left, frame.top - 5, "start", high) +
         label(frame.left, frame.bottom + 16, "start", low + ", start") +
         label(frame.right, frame.bottom + 16, "end", humanMs(static_cast<uint64_t>(frame.maxX)));
}

// Invisible strips, one a check, whose titles are the values: a browser shows them at the pointer without
// a script.
std::string hovers(const Frame& frame, const Report& report,
                   const std::vector<std::string>& texts) {
  std::string out;
  double from = frame.left;
  for (size_t i = 0; i < texts.size(); ++i) {
    const double at = frame.x(number(report.checks[i].atMs));
    const double next =
        i + 1 < texts.size() ? frame.x(number(report.checks[i + 1].atMs)) : frame.right;
    const double to = i + 1 < texts.size() ? (at + next) / 2 : frame.right;
    out += "<rect class=\"hover\" x=\"" + fixed(from, 1) + "\" y=\"" + fixed(frame.top, 1) +
           "\" width=\"" + fixed(std::max(0.5, to - from), 1) + "\" height=\"" +
           fixed(frame.bottom - frame.top, 1) + "\"><title>check " +
           std::to_string(report.checks[i].n) + ", " + humanMs(report.checks[i].atMs) +
           escapeHtml(texts[i]) + "</title></rect>\n";
    from = to;
  }
  return out;
}

std::string keys(const std::vector<Series>& all) {
  std::string out;
  for (size_t i = 0; i < all.size(); ++i)
    out += "<span class=\"key\"><svg viewBox=\"0 0 24 10\" aria-hidden=\"true\"><line class=\"s" +
           std::to_string(i % 4) +
           "\" stroke-width=\"3\" x1=\"0\" y1=\"5\" x2=\"24\" y2=\"5\"/></svg> " +
           escapeHtml(all[i].name) + "</span>\n";
  return out;
}

std::string figure(const std::string& alternative, const std::string& drawing,
                   const std::string& caption) {
  return "<figure>\n<svg viewBox=\"0 0 600 200\" role=\"img\" aria-label=\"" +
         escapeHtml(alternative) + "\">\n" + drawing + "</svg>\n<figcaption>" + caption +
         "</figcaption>\n</figure>\n";
}

Frame frameFor(const std::vector<Series>& all, double minY) {
  Frame frame{10, 24, 590, 176, 1, minY, minY + 1};
  for (const Series& series : all)
    for (const auto& [x, y] : series.points) {
      frame.maxX = std::max(frame.maxX, x);
      if (std::isfinite(y)) frame.maxY = std::max(frame.maxY, y);
    }
  return frame;
}

const CheckSpec* ofSpec(const Check& check, const std::string& name) {
  for (const CheckSpec& spec : check.specs)
    if (spec.spec == name) return &spec;
  return nullptr;
}

// In a merged report the times of different JVMs do not belong on one axis: only the JVM that had the
// spec's highest VSO is drawn.
uint32_t drawnJvm(const Report& report, const Spec& spec) {
  for (const Check& check : report.checks)
    if (check.n == spec.maxVsoCheck) return check.jvm;
  return report.checks.empty() ? 0 : report.checks.front().jvm;
}

}  // namespace

std::string escapeHtml(std::string_view text) {
  std::string out;
  for (char c : plainText(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string vsoChart(const Report& report) {
  std::vector<Series> all;
  for (const Spec& spec : report.specs) {
    Series series{spec.name, {}};
    const uint32_t jvm = drawnJvm(report, spec);
    for (const Check& check : report.checks)
      if (const CheckSpec* one = check.jvm == jvm ? ofSpec(check, spec.name) : nullptr)
        series.points.emplace_back(number(check.atMs), one->vso);
    all.push_back(series);
  }
  Frame frame = frameFor(all, 1);
  for (const Spec& spec : report.specs) frame.maxY = std::max(frame.maxY, spec.maxAllowedVso);
  std::string drawing = axes(frame, "1.00x", vsoText(frame.maxY));
  std::string limits;
  for (const Spec& spec : report.specs) {
    if (spec.maxAllowedVso <= 0) continue;
    drawing += straight(frame.left, frame.y(spec.maxAllowedVso), frame.right,
                        frame.y(spec.maxAllowedVso), "limit");
    limits +=
        " Dashed: limit of " + escapeHtml(spec.name) + ", " + vsoText(spec.maxAllowedVso) + ".";
  }
  for (size_t i = 0; i < all.size(); ++i) drawing += polyline(frame, all[i], i);
  std::vector<std::string> texts;
  for (const Check& check : report.checks) {
    texts.emplace_back();
    for (const CheckSpec& spec : check.specs)
      texts.back() += "; " + spec.spec + " " + vsoText(spec.vso);
  }
  drawing += hovers(frame, report, texts);
  return figure("VSO over time, up to " + vsoText(frame.maxY), drawing,
                keys(all) + "VSO at each check, over time." + limits);
}

std::string heapChart(const Report& report, const Spec& spec) {
  std::vector<Series> all = {{"live heap", {}},
                             {"virtual heap (live + penalty) of " + spec.name, {}}};
  const uint32_t jvm = drawnJvm(report, spec);
  for (const Check& check : report.checks) {
    const CheckSpec* const one = ofSpec(check, spec.name);
    if (!one || check.jvm != jvm) continue;
    const double at = number(check.atMs), live = number(check.liveBytes);
    all[0].points.emplace_back(at, live);
    all[1].points.emplace_back(at, live + number(one->penaltyBytes));
  }
  const Frame frame = frameFor(all, 0);
  const std::string high = humanBytes(static_cast<uint64_t>(std::min(frame.maxY, 9e18)));
  std::string drawing = axes(frame, "0 bytes", high);
  for (size_t i = 0; i < all.size(); ++i) drawing += polyline(frame, all[i], i);
  std::vector<std::string> texts;
  for (const Check& check : report.checks) {
    const CheckSpec* const one = ofSpec(check, spec.name);
    texts.push_back(
        "; live " + humanBytes(check.liveBytes) +
        (one ? ", virtual " + humanBytes(check.liveBytes + one->penaltyBytes) : std::string()));
  }
  drawing += hovers(frame, report, texts);
  return figure("Live and virtual heap of " + spec.name + " over time, up to " + high, drawing,
                keys(all) + "Bytes at each check, over time.");
}

std::string sparkline(const Site& site) {
  if (site.history.size() < 2) return {};
  Series series{"", {}};
  const double first = site.history.front().check;
  for (const SitePoint& point : site.history)
    series.points.emplace_back(point.check - first, number(point.liveBytes));
  Frame frame = frameFor({series}, 0);
  frame = {2, 3, 198, 37, frame.maxX, frame.minY, frame.maxY};
  const std::string text = "Suspicious bytes from check " +
                           std::to_string(site.history.front().check) + " (" +
                           humanBytes(site.history.front().liveBytes) + ") to check " +
                           std::to_string(site.history.back().check) + " (" +
                           humanBytes(site.history.back().liveBytes) + ")";
  return "<svg class=\"spark\" viewBox=\"0 0 200 40\" role=\"img\" aria-label=\"" +
         escapeHtml(text) + "\"><title>" + escapeHtml(text) + "</title>" +
         straight(2, 37, 198, 37, "axis") + polyline(frame, series, 0) + "</svg>\n";
}

}  // namespace isl::report
