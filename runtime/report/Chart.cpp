#include "report/Chart.h"

#include <algorithm>
#include <cmath>
#include <map>
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

double place(const Check& check, Axis axis) {
  if (axis == Axis::kTime) return number(check.atMs);
  return number(axis == Axis::kUnits ? check.units : check.allocatedBytes);
}

std::string placeText(double value, Axis axis) {
  const auto whole = static_cast<uint64_t>(std::clamp(value, 0.0, 9e18));
  if (axis == Axis::kTime) return humanMs(whole);
  return axis == Axis::kUnits ? counted(whole, "unit") : humanBytes(whole) + " allocated";
}

const char* over(Axis axis) {
  if (axis == Axis::kTime) return "time";
  return axis == Axis::kUnits ? "units of work" : "bytes allocated";
}

// The drawing is 600 wide: of more points than that each part keeps its highest, so that peaks stay.
void thin(Points& points) {
  constexpr size_t kMost = 600;
  if (points.size() <= kMost) return;
  const size_t step = (points.size() + kMost - 1) / kMost;
  Points out;
  for (size_t i = 0; i < points.size(); i += step) {
    const size_t end = std::min(points.size(), i + step);
    out.push_back(*std::max_element(
        points.begin() + static_cast<long>(i), points.begin() + static_cast<long>(end),
        [](const auto& a, const auto& b) { return a.second < b.second; }));
  }
  points = std::move(out);
}

std::string axes(const Frame& frame, Axis axis, const std::string& low, const std::string& high) {
  return straight(frame.left, frame.bottom, frame.right, frame.bottom, "axis") +
         straight(frame.left, frame.top, frame.right, frame.top, "axis") +
         label(frame.left, frame.top - 5, "start", high) +
         label(frame.left, frame.bottom + 16, "start", low + ", start") +
         label(frame.right, frame.bottom + 16, "end", placeText(frame.maxX, axis));
}

// Where the program was ready, and its work begins.
std::string readyMark(const Frame& frame, Axis axis, const std::vector<const Check*>& checks,
                      uint32_t ready) {
  for (const Check* check : checks) {
    if (ready == 0 || check->n != ready) continue;
    const double at = frame.x(place(*check, axis));
    return straight(at, frame.top, at, frame.bottom, "mark") +
           label(std::min(at + 4, frame.right - 40), frame.top + 12, "start", "ready");
  }
  return {};
}

// Invisible strips, one a check, whose titles are the values: a browser shows them at the pointer without
// a script.
template <typename Text>
std::string hovers(const Frame& frame, Axis axis, const std::vector<const Check*>& checks,
                   const Text& text) {
  constexpr size_t kMost = 240;  // narrower ones cannot be pointed at
  const size_t step = (checks.size() + kMost - 1) / kMost;
  std::string out;
  double from = frame.left;
  for (size_t i = 0; i < checks.size(); i += step) {
    const Check& check = *checks[i];
    const bool last = i + step >= checks.size();
    const double at = frame.x(place(check, axis));
    const double to = last ? frame.right : (at + frame.x(place(*checks[i + step], axis))) / 2;
    out += "<rect class=\"hover\" x=\"" + fixed(from, 1) + "\" y=\"" + fixed(frame.top, 1) +
           "\" width=\"" + fixed(std::max(0.5, to - from), 1) + "\" height=\"" +
           fixed(frame.bottom - frame.top, 1) + "\"><title>check " + std::to_string(check.n) +
           ", " + placeText(place(check, axis), axis) + escapeHtml(text(check)) +
           "</title></rect>\n";
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

std::vector<const Check*> checksOf(const Report& report, uint32_t jvm) {
  std::vector<const Check*> out;
  for (const Check& check : report.checks)
    if (check.jvm == jvm) out.push_back(&check);
  return out;
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

Axis workAxis(const Report& report) {
  const auto any = [&](uint64_t Check::*member) {
    return std::any_of(report.checks.begin(), report.checks.end(),
                       [member](const Check& check) { return check.*member > 0; });
  };
  if (any(&Check::units)) return Axis::kUnits;
  return any(&Check::allocatedBytes) ? Axis::kAllocated : Axis::kTime;
}

namespace {

// Units count from 0 again when a better clock came: only the last one's are one axis.
std::vector<const Check*> checksAlong(Axis axis, const Report& report, uint32_t jvm) {
  std::vector<const Check*> out = checksOf(report, jvm);
  size_t from = out.size();
  while (from > 1 && place(*out[from - 2], axis) <= place(*out[from - 1], axis)) --from;
  if (from > 1) out.erase(out.begin(), out.begin() + static_cast<long>(from) - 1);
  return out;
}

}  // namespace

std::string vsoChart(const Report& report, Axis axis) {
  std::vector<Series> all;
  for (const Spec& spec : report.specs) {
    Series series{spec.name, {}};
    for (const Check* check : checksAlong(axis, report, drawnJvm(report, spec)))
      if (const CheckSpec* one = ofSpec(*check, spec.name))
        series.points.emplace_back(place(*check, axis), one->vso);
    thin(series.points);
    all.push_back(series);
  }
  Frame frame = frameFor(all, 1);
  for (const Spec& spec : report.specs) frame.maxY = std::max(frame.maxY, spec.maxAllowedPaperVso);
  std::string drawing = axes(frame, axis, "1.00x", vsoText(frame.maxY));
  std::string limits;
  for (const Spec& spec : report.specs) {
    if (spec.maxAllowedPaperVso <= 0) continue;
    drawing += straight(frame.left, frame.y(spec.maxAllowedPaperVso), frame.right,
                        frame.y(spec.maxAllowedPaperVso), "limit");
    limits += " Dashed: max-paper-vso of " + escapeHtml(spec.name) + ", " +
              vsoText(spec.maxAllowedPaperVso) + ".";
  }
  for (size_t i = 0; i < all.size(); ++i) drawing += polyline(frame, all[i], i);
  const std::vector<const Check*> drawn =
      checksAlong(axis, report, report.specs.empty() ? 0 : drawnJvm(report, report.specs.front()));
  drawing += readyMark(frame, axis, drawn, report.run.readyCheck) +
             hovers(frame, axis, drawn, [](const Check& check) {
               std::string text;
               for (const CheckSpec& spec : check.specs)
                 text += "; " + spec.spec + " " + vsoText(spec.vso);
               return text;
             });
  return figure(std::string("VSO over ") + over(axis) + ", up to " + vsoText(frame.maxY), drawing,
                keys(all) + "VSO at each check, over " + over(axis) + "." + limits);
}

std::string heapChart(const Report& report, const Spec& spec, Axis axis) {
  std::vector<Series> all = {{"live heap", {}},
                             {"virtual heap (live + penalty) of " + spec.name, {}}};
  const std::vector<const Check*> drawn = checksAlong(axis, report, drawnJvm(report, spec));
  for (const Check* check : drawn) {
    const CheckSpec* const one = ofSpec(*check, spec.name);
    if (!one) continue;
    const double at = place(*check, axis), live = number(check->liveBytes);
    all[0].points.emplace_back(at, live);
    all[1].points.emplace_back(at, live + number(one->penaltyBytes));
  }
  for (Series& series : all) thin(series.points);
  const Frame frame = frameFor(all, 0);
  const std::string high = humanBytes(static_cast<uint64_t>(std::min(frame.maxY, 9e18)));
  std::string drawing = axes(frame, axis, "0 bytes", high);
  for (size_t i = 0; i < all.size(); ++i) drawing += polyline(frame, all[i], i);
  drawing += readyMark(frame, axis, drawn, report.run.readyCheck) +
             hovers(frame, axis, drawn, [&](const Check& check) {
               const CheckSpec* const one = ofSpec(check, spec.name);
               return "; live " + humanBytes(check.liveBytes) +
                      (one ? ", virtual " + humanBytes(check.liveBytes + one->penaltyBytes)
                           : std::string());
             });
  return figure("Live and virtual heap of " + spec.name + " over " + over(axis) + ", up to " + high,
                drawing, keys(all) + "Bytes at each check, over " + over(axis) + ".");
}

namespace {

std::string small(Series series, double maxX, const std::string& text, const char* kind) {
  thin(series.points);
  Frame frame = frameFor({series}, 0);
  const double right = kind[0] == 'l' ? 598 : 198;
  frame = {2, 3, right, 37, std::max(maxX, 1.0), frame.minY, frame.maxY};
  return std::string("<svg class=\"") + kind + "\" viewBox=\"0 0 " + fixed(right + 2, 0) +
         " 40\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"" + escapeHtml(text) +
         "\"><title>" + escapeHtml(text) + "</title>" + straight(2, 37, right, 37, "axis") +
         polyline(frame, series, 0) + "</svg>\n";
}

}  // namespace

std::string lane(const Report& report, const Spec& spec, const Finding& finding) {
  std::map<uint32_t, uint64_t> bytes;
  const bool merged = !report.run.jvms.empty();
  for (const uint32_t rank : finding.sites) {
    if (rank == 0 || rank > spec.sites.size()) continue;
    for (const SitePoint& point : spec.sites[rank - 1].history)
      bytes[point.check] += point.liveBytes;
    if (merged) break;  // each site may be told by another JVM, with checks of its own
  }
  if (bytes.size() < 2) return {};
  const uint32_t from = merged ? bytes.begin()->first : 1;
  const uint32_t to =
      merged || report.checks.empty() ? bytes.rbegin()->first : report.checks.back().n;
  Series series{"", {}};
  for (const auto& [check, each] : bytes)
    series.points.emplace_back(check < from ? 0 : check - from, number(each));
  return small(std::move(series), to > from ? to - from : 1,
               "Suspicious bytes over the checks, up to check " + std::to_string(to) + ": from " +
                   humanBytes(bytes.begin()->second) + " to " + humanBytes(bytes.rbegin()->second),
               "lane");
}

std::string memberLine(const Report& report, const Spec& spec, uint32_t jvm) {
  Series series{"", {}};
  double last = 1, end = 1;
  for (const Check* check : checksOf(report, jvm)) {
    const CheckSpec* const one = ofSpec(*check, spec.name);
    if (!one) continue;
    series.points.emplace_back(number(check->atMs), one->vso - 1);
    last = one->vso;
    end = number(check->atMs);
  }
  if (series.points.empty()) return "no check";
  constexpr size_t kMost = 60;  // it is as wide as a word
  const size_t step = (series.points.size() + kMost - 1) / kMost;
  Points kept;
  for (size_t i = 0; i < series.points.size(); i += step) kept.push_back(series.points[i]);
  series.points = std::move(kept);
  return vsoText(last) +
         small(std::move(series), end, "VSO over time, at last " + vsoText(last), "spark");
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
