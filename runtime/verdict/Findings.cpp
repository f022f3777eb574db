#include "verdict/Findings.h"

#include <algorithm>
#include <string>

#include "base/LibraryTypes.h"
#include "report/Wording.h"
#include "verdict/Contents.h"
#include "verdict/FilledOnce.h"
#include "verdict/FindingGroups.h"
#include "verdict/FindingGrowth.h"
#include "verdict/HolderChoice.h"
#include "verdict/NearerHolders.h"
#include "verdict/OwnBound.h"

namespace isl {
namespace {

class FindingMaker {
  using Member = FindingGroup::Member;

 public:
  FindingMaker(const FindingInputs& in, const FindingGroup& group) : in_(in), group_(group) {}

  report::Finding make() {
    out_.holder = group_.holder;
    const Member main = mainObjects();
    name(at(main));
    mainType_ = out_.type;
    const size_t own = ownObjectsAbove(main);
    // A thread is made by the first task, and piles up because of its pool.
    const bool threads = report::areThreads(group_.holder);
    if (threads) out_.type = group_.holder.className;
    if (const report::Site* call = callThatPuts({main.site, own}, threads))
      place(*call);
    else if (!threads && !in_.followsTables)
      placeByNodes(main, own);
    if (in_.followsTables && in_.heap != nullptr) fill(at(main));
    for (const Member& member : group_.members) {
      const report::Site& site = at(member);
      out_.sites.push_back(site.rank);
      suspicious_ += site.liveBytes;
      startUp_ += site.startUpBytes;
      out_.penaltyBytes += site.penaltyBytes;
      if (site.type == out_.type) out_.objects += site.suspiciousObjects;
    }
    countLive(at(main));
    // The way that a reader is shown is that of the objects that are named.
    if (!at(main).paths.empty()) {
      const auto named = std::find(out_.sites.begin(), out_.sites.end(), at(main).rank);
      std::rotate(out_.sites.begin(), named, named + 1);
    }
    if (in_.allocatedBytes > 0) {
      judgeDead();
      return std::move(out_);
    }
    out_.retainedBytes = std::max(suspicious_, heldBytes());
    judge();
    return std::move(out_);
  }

  double gain() const { return gain_; }

 private:
  // Strings and tables are everywhere.
  void countLive(const report::Site& main) {
    const uint64_t live = in_.evidence->objectsOf(out_.type);
    // Where it is not known how many live what is named has one each.
    if (out_.objects == 0) out_.objects = live > 0 ? live : main.suspiciousObjects;
    const bool told = !in_.followsTables && !isLibraryType(out_.type);
    if (told && areManyMore(live, out_.objects)) out_.liveObjects = live;
  }

  const report::Site& at(const Member& member) const { return (*in_.sites)[member.site]; }

  // Under the holder, in use or not, as a sample of the heap tells. A few samples may miss what lies there; what one table retains is
  // measured, which others do not hold as well.
  uint64_t heldBytes() const {
    if (in_.heap == nullptr) return 0;
    double share = 0;
    for (const report::Path& path : *in_.heap) {
      if (holderOn(path, group_.holder)) share += path.share;
    }
    const auto sampled = static_cast<uint64_t>(share * static_cast<double>(in_.liveBytes));
    const uint64_t measured = in_.followsTables && out_.objects == 1 ? measuredBytes() : 0;
    return std::max(sampled, measured);
  }

  uint64_t measuredBytes() const {
    uint64_t most = 0;
    for (const Member& member : group_.members) {
      for (const report::Path& path : at(member).paths) most = std::max(most, path.retainedBytes);
    }
    return most;
  }

  // Beside what grows what stands in number does not pile up.
  std::vector<Member> piling() const {
    if (in_.followsTables) return group_.members;
    std::vector<Member> rest;
    bool grows = false;
    for (const Member& member : group_.members) {
      if (in_.evidence->numberStands(member.site)) continue;
      rest.push_back(member);
      grows = grows || at(member).growth == nameOf(Shape::Growing);
    }
    return grows ? rest : group_.members;
  }

  // What the program's own objects are, next to the holder; where all are the library's, most bytes. Of threads these.
  Member mainObjects() const {
    if (report::areThreads(group_.holder)) {
      const auto thread =
          std::find_if(group_.members.begin(), group_.members.end(),
                       [this](const Member& member) { return isThread(at(member)); });
      return thread == group_.members.end() ? group_.members.front() : *thread;
    }
    const auto better = [this](const Member& a, const Member& b) {
      const report::Site &x = at(a), &y = at(b);
      const bool own = !isLibraryType(x.type), other = !isLibraryType(y.type);
      if (own != other) return own;
      const bool held = x.via.empty(), otherHeld = y.via.empty();
      if (!own && held != otherHeld) return held;
      if (own && a.depth != b.depth) return a.depth < b.depth;
      return x.liveBytes > y.liveBytes;
    };
    const std::vector<Member> members = piling();
    return *std::min_element(members.begin(), members.end(), better);
  }

  // Names the program's own objects between the holder and what is the library's, those nearest to the holder, which are too small
  // to be a site: their number grows, and each has but fields for it. What has the program's objects has to grow, and has one of
  // them each, by its fields, or several: contexts, of all the beans in them. And of a library's objects the program's that have
  // them: listeners, of what they listen for; or what one knows by its name: buffers, of their cleaners.
  // Edges between what is named and the holder.
  size_t ownObjectsAbove(const Member& main) {
    const report::Site& site = at(main);
    if (in_.followsTables || site.paths.empty()) return main.depth;
    const bool library = isLibraryType(site.type);
    const std::vector<report::PathEdge>& edges = site.paths.front().edges;
    const auto isOwn = [&](const report::PathEdge& edge) {
      const bool part = &edge == &edges.front() && isInternalType(site.type);
      return edge.holderId != 0 &&
             !(part ? isInternalType(edge.holderType) : isLibraryType(edge.holderType));
    };
    const auto byField = [&](const report::PathEdge& edge) {
      return isOwn(edge) && edge.field != "[*]" && edge.repeats == 1;
    };
    const auto shared = std::find_if_not(edges.begin(), edges.end(), byField);
    const auto fields = static_cast<size_t>(shared - edges.begin());
    for (size_t i = std::min(main.depth, edges.size()); i > 0; i--) {
      const report::PathEdge& edge = edges[i - 1];
      const bool grows = in_.growingTypes.count(edge.holderType) != 0;
      const bool named =
          in_.evidence->isProgramsOwn(edge.holderType) && !in_.evidence->isProgramsOwn(site.type);
      const bool oneEach = i <= fields && hasOneEach(edge, site);
      const bool pilesUp =
          library ? oneEach || grows : grows && (oneEach || named || hasSeveral(edge, site));
      if (!isOwn(edge) || !pilesUp) continue;
      // Of nodes that hold nodes the first may be one for all.
      const auto last =
          std::find_if(edges.begin(), edges.begin() + static_cast<std::ptrdiff_t>(i),
                       [&](const report::PathEdge& below) {
                         return below.holderType == edge.holderType && below.holderId != 0;
                       });
      const report::Site by = in_.evidence->siteOf(last->holderId);
      if (by.line < 0) break;
      out_.type = edge.holderType;
      place(by);
      out_.makes = out_.type;
      return main.depth - i;
    }
    return main.depth;
  }

  // As many live, or it is not known how many; one for all piles up with none of them.
  bool hasOneEach(const report::PathEdge& edge, const report::Site& site) const {
    const uint64_t objects = in_.evidence->objectsOf(edge.holderType);
    return objects == 0 || 2 * objects >= site.suspiciousObjects;
  }

  // More than a class has fields of one type, as a rule.
  bool hasSeveral(const report::PathEdge& edge, const report::Site& site) const {
    constexpr uint64_t kSeveral = 4;
    const uint64_t objects = in_.evidence->objectsOf(edge.holderType);
    return objects > 0 && kSeveral * objects <= site.suspiciousObjects;
  }

  // What the table is full of, and who fills it. Of an array of numbers, say, who makes room in it; when it last doubled it had
  // half of its bytes at least; these may be those of arrays in it, and then the holder's class tells.
  void fill(const report::Site& main) {
    const auto puts = [this](uint32_t id) { return isOfCollections(in_.evidence->siteOf(id).via); };
    const Contents contents = contentsOf(*in_.heap, group_.holder, out_.type, puts);
    out_.full = contents.type;
    const bool known = contents.site != 0;
    const report::Site by = known ? in_.evidence->siteOf(contents.site) : roomMadeIn(main);
    if (by.line < 0 && by.callerLine < 0) return;
    place(by);
    out_.makes = known && !isOfCollections(by.via) ? contents.type : "";
  }
  report::Site roomMadeIn(const report::Site& main) const {
    if (main.suspiciousObjects == 0) return {};
    const uint64_t half = main.arrayBytes / (2 * main.suspiciousObjects);
    const report::Site any = in_.evidence->roomMadeIn(main.type, half, "");
    return any.callerLine >= 0 || out_.holder.className.empty()
               ? any
               : in_.evidence->roomMadeIn(main.type, 0, out_.holder.className);
  }

  // Nodes of a collection that lie on the way to the main objects come from the call that put these in; below them are
  // collections of their own, and beside the way views that somebody looks through. Of threads anything tells.
  const report::Site* callThatPuts(const Member& main, bool threads) const {
    const std::vector<report::Path>& ways = at(main).paths;
    const auto onTheWay = [&](const std::string& type) {
      return ways.empty() || std::any_of(ways.begin(), ways.end(), [&](const report::Path& way) {
               return std::any_of(way.edges.begin(), way.edges.end(),
                                  [&](const auto& edge) { return edge.holderType == type; });
             });
    };
    const report::Site* found = nullptr;
    for (const Member& member : group_.members) {
      if (!threads && member.depth > main.depth) continue;
      const report::Site& site = at(member);
      const bool node = &site == &at(main) || onTheWay(site.type);
      const bool puts =
          isOfCollections(site.via) && isOfCollections(site.type) && (threads || node);
      if (puts && (found == nullptr || site.liveBytes > found->liveBytes)) found = &site;
    }
    return found;
  }

  // Likewise of nodes that are no site, as they are used, or small: those nearest to the holder that become more, or that have one
  // of the objects each.
  void placeByNodes(const Member& main, size_t own) {
    if (at(main).paths.empty()) return;
    const report::Path& way = at(main).paths.front();
    const std::vector<report::PathEdge>& edges = way.edges;
    const size_t first = main.depth - own;
    for (size_t i = std::min(main.depth, edges.size()); i-- > first;) {
      if (edges[i].holderId == 0 || !isOfCollections(edges[i].holderType)) continue;
      const report::Site by = in_.evidence->siteOf(edges[i].holderId);
      if (by.line < 0 || by.via.empty()) continue;
      const bool oneEach = i == first && 2 * way.share >= 1;
      if (!oneEach && !in_.evidence->siteGrows(edges[i].holderId)) continue;
      place(by);
      return;
    }
  }

  void name(const report::Site& site) {
    out_.type = site.type;
    place(site);
  }

  void place(const report::Site& site) {
    const bool puts = isOfCollections(site.via) && isOfCollections(site.type);
    out_.makes = puts ? "" : site.type;
    out_.className = site.className;
    out_.method = site.method;
    out_.file = site.file;
    out_.line = site.line;
    out_.via = site.via;
    if (site.line >= 0 || site.callerLine < 0) return;
    const size_t dot = site.callerMethod.rfind('.');
    out_.className = site.callerMethod.substr(0, dot);
    out_.method = dot == std::string::npos ? "" : site.callerMethod.substr(dot + 1);
    out_.file = site.callerFile;
    out_.line = site.callerLine;
  }

  // Only soft references hold the most of it: the VM gives it up before memory runs out.
  bool isSoft() const {
    uint64_t soft = 0;
    for (const Member& member : group_.members) {
      double share = 0;
      for (const report::Path& path : at(member).paths) {
        if (path.root.kind == "reference") share += path.share;
      }
      soft += static_cast<uint64_t>(share * static_cast<double>(at(member).liveBytes));
    }
    return 2 * soft > suspicious_;
  }

  std::vector<size_t> ofMainType() const {
    std::vector<size_t> sites;
    for (const Member& member : group_.members) {
      if (at(member).type == mainType_) sites.push_back(member.site);
    }
    return sites;
  }

  // The most of it lay there when the program was ready, and nobody has used it since.
  const char* idle() const { return 2 * startUp_ > suspicious_ ? "start-up" : "idle"; }

  // A test framework holds it, or the object of a test, whose fields a class of tests may fill: it lets go of that when the
  // class has ended.
  bool isFixture() const {
    const std::vector<report::Path>& ways = at(mainObjects()).paths;
    if (ways.empty()) return false;
    if (in_.evidence->isAside(out_.holder.className))
      return !in_.evidence->keepsForProgram(out_.holder.className, out_.type);
    double otherwise = 0;  // something else may hold a few as well, softly or for all contexts
    for (const report::Path& each : ways) otherwise += comesWith(each) ? 0 : each.share;
    if (2 * otherwise < 1) return true;
    const report::Path& way = ways.front();
    const std::optional<size_t> at = holderOn(way, out_.holder);
    if (!at || out_.holder.kind != "field") return false;
    const auto above =
        std::find_if(way.edges.begin() + static_cast<std::ptrdiff_t>(*at) + 1, way.edges.end(),
                     [](const report::PathEdge& edge) { return !isLibraryType(edge.holderType); });
    return above != way.edges.end() && in_.evidence->isAside(above->holderType) &&
           !in_.evidence->keepsForProgram(above->holderType, out_.holder.className);
  }

  // A collection of the framework holds something, such as contexts, and with each of these some of the objects came. Those that
  // came between are the program's.
  bool comesWith(const report::Path& way) const {
    const auto framework =
        std::find_if(way.edges.begin(), way.edges.end(), [this](const report::PathEdge& edge) {
          return in_.evidence->isAside(edge.holderType);
        });
    if (framework == way.edges.end()) return false;
    const auto below =
        std::find_if(std::make_reverse_iterator(framework), way.edges.rend(),
                     [](const report::PathEdge& edge) { return !isLibraryType(edge.holderType); });
    return below != way.edges.rend() && cameTogether(in_.evidence->numberAlong(ownTypeOn(way)),
                                                     in_.evidence->numberAlong(below->holderType));
  }

  // What is named, or of a library's type the program's object nearest to it: strings are in everything.
  const std::string& ownTypeOn(const report::Path& way) const {
    if (!isLibraryType(out_.type)) return out_.type;
    const size_t at = holderOn(way, out_.holder).value_or(0);
    for (size_t i = 0; i < at; i++) {
      if (!isLibraryType(way.edges[i].holderType)) return way.edges[i].holderType;
    }
    return out_.type;
  }

  // How many static fields hold all of it, each filled at once; 0: it came otherwise.
  size_t fieldsFilledOnce() const {
    if (in_.heap == nullptr) return 0;
    const size_t fields = staticFieldsOver(*in_.heap, group_.holder);
    return fields > 1 && cameInSteps(in_.evidence->objectsAlong(ofMainType()), fields) ? fields : 0;
  }

  std::string boundOfHolder() const {
    const bool table = in_.followsTables;
    // Of strings and nodes most are elsewhere.
    const bool known = !table || !isLibraryType(out_.full);
    const uint64_t objects = !known ? 0 : table ? in_.evidence->objectsOf(out_.full) : out_.objects;
    const auto own = [this](const std::string& type) { return in_.evidence->isProgramsOwn(type); };
    const auto standing = [this](const std::string& type) {
      return in_.evidence->standingNumberOf(type);
    };
    return ownBound(at(mainObjects()).paths,
                    {out_.holder, table ? out_.type : "", objects, out_.retainedBytes,
                     in_.heapBytes, in_.workedMs, own, in_.growingTypes, standing});
  }

  std::string whyAside(bool grows) const {
    if (grows && isFixture()) return "a framework of tests holds it (option `aside`)";
    const std::string bound = grows ? boundOfHolder() : "";
    if (!bound.empty()) return bound;
    const size_t fields = fieldsFilledOnce();
    return fields == 0 ? ""
                       : "each of " + std::to_string(fields) + " static fields was filled at once";
  }

  void judge() {
    std::vector<size_t> sites;
    for (const Member& member : group_.members) sites.push_back(member.site);
    const FindingGrowth growth(in_, {out_, sites, ofMainType(), suspicious_});
    const Trend& trend = growth.trend();
    gain_ = growth.gain();
    out_.growth = nameOf(trend.shape);
    out_.because = growth.because();
    out_.trend = describeTrend(trend, in_.axis);
    const bool stands = trend.shape == Shape::Constant || trend.shape == Shape::Bounded;
    const bool soft = isSoft();
    if (in_.growthDecides) out_.aside = whyAside(!stands);
    if (in_.growthDecides && soft && !stands)
      out_.because = "no leak, as only soft references hold it";
    if (!in_.growthDecides)
      out_.kind = "defect";
    else
      out_.kind = soft || !out_.aside.empty()     ? idle()
                  : trend.shape == Shape::Growing ? "leak"
                  : trend.shape == Shape::Unclear ? "unclear"
                                                  : idle();
    // What may be growing may be all that is held; what is idle is only what is.
    const uint64_t part = out_.kind == "unclear" ? out_.retainedBytes : suspicious_;
    out_.share =
        in_.liveBytes == 0
            ? 0
            : std::min(1.0, static_cast<double>(part) / static_cast<double>(in_.liveBytes));
  }

  // Nobody holds it, and a longer run makes more of it: it weighs as its part of what was allocated.
  void judgeDead() {
    out_.kind = "churn";
    out_.retainedBytes = suspicious_;
    out_.objects = 0;
    for (const Member& member : group_.members) out_.objects += at(member).suspiciousObjects;
    out_.share =
        std::min(1.0, static_cast<double>(suspicious_) / static_cast<double>(in_.allocatedBytes));
    if (in_.bytesPerUnit == 0) return;
    out_.trend.per = nameOf(Axis::Units);
    out_.trend.slope = out_.share * in_.bytesPerUnit * stepOf(Axis::Units);
  }

  const FindingInputs& in_;
  const FindingGroup& group_;
  report::Finding out_;
  std::string mainType_;                   // of sites; what is named may be what holds these
  uint64_t suspicious_ = 0, startUp_ = 0;  // bytes, those of the start-up a part
  double gain_ = 0;
};

}  // namespace

bool isIdle(const report::Finding& finding) {
  return finding.kind == "idle" || finding.kind == "start-up";
}

report::Trend describeTrend(const Trend& trend, Axis axis) {
  const double step = stepOf(axis);
  report::Trend out;
  out.per = nameOf(axis);
  out.samples = static_cast<uint32_t>(trend.samples);
  out.slope = trend.slope * step;
  out.firstHalf = trend.firstHalf * step;
  out.secondHalf = trend.secondHalf * step;
  out.lastToFirst = trend.lastToFirst;
  return out;
}

namespace {

// Open jars, tables of time zones: idle, and a program has no line to change for it.
bool isOfItsLibrary(const report::Finding& finding) {
  return isIdle(finding) && finding.holder.kind == "static" &&
         isLibraryType(finding.holder.className);
}

}  // namespace

bool outranks(const report::Finding& a, const report::Finding& b) {
  const auto grows = [](const report::Finding& finding) {
    return finding.growth == nameOf(Shape::Growing) && !isIdle(finding);
  };
  const bool first = grows(a), second = grows(b);
  if (first != second) return first;
  if (first && a.share != b.share) return a.share > b.share;
  const bool last = isOfItsLibrary(a);
  if (last != isOfItsLibrary(b)) return !last;
  return a.retainedBytes > b.retainedBytes;
}

std::vector<report::Finding> findingsOf(const FindingInputs& in, HeapGain& gain) {
  std::vector<report::Finding> out;
  std::vector<double> gains;
  gain = {in.axis, in.liveGrowth, 0, 0};
  for (const FindingGroup& group : groupsOf(in)) {
    FindingMaker maker(in, group);
    report::Finding made = maker.make();
    // A site counts with all that it has; what little of it lies idle elsewhere is not worth a line.
    if (isIdle(made) && made.retainedBytes < in.leastGrowth) continue;
    (made.aside.empty() ? gain.own : gain.apart) += maker.gain();
    out.push_back(std::move(made));
    gains.push_back(maker.gain());
  }
  const std::vector<double> all = gains;
  if (in.heap != nullptr) gains = withoutNearerHolders(*in.heap, out, std::move(gains));
  for (size_t i = 0; i < out.size(); i++) gain.own -= all[i] - gains[i];
  for (size_t i = 0; i < out.size(); i++) {
    if (all[i] > 0 && !isIdle(out[i]) && gain.shared() > 0) out[i].share = gains[i] / gain.shared();
  }
  std::stable_sort(out.begin(), out.end(), outranks);
  for (size_t i = 0; i < out.size(); i++) out[i].rank = static_cast<uint32_t>(i + 1);
  return out;
}

void shareWithoutApart(const std::vector<HeapGain>& gains, std::vector<report::Spec>& specs) {
  for (size_t s = 0; s < specs.size(); s++) {
    HeapGain gain = gains[s];
    const double before = gain.shared();
    for (const HeapGain& other : gains) {
      if (other.axis == gain.axis) gain.apart = std::max(gain.apart, other.apart);
    }
    if (gain.shared() <= 0) continue;
    for (report::Finding& finding : specs[s].findings) {
      if (finding.kind == "leak")
        finding.share = std::min(1.0, finding.share * before / gain.shared());
    }
  }
}

}  // namespace isl
