#include "verdict/FindingGrowth.h"

#include <algorithm>

#include "base/LibraryTypes.h"
#include "verdict/Verdict.h"

namespace isl {

FindingGrowth::FindingGrowth(const FindingInputs& in, const Parts& parts) : in_(in), parts_(parts) {
  judge();
}

// What is idle tells of the work up to a window ago, and a suite of tests leaves something behind now and then. Where all of
// a type is left sooner or later, its number tells of all the work, and the rest comes with it: these sites of it.
Trend FindingGrowth::ofPopulation(const std::vector<size_t>& sites) const {
  const auto bytesOf = [this](const std::vector<size_t>& some) {
    uint64_t bytes = 0;
    for (const size_t site : some) bytes += (*in_.sites)[site].liveBytes;
    return static_cast<double>(bytes);
  };
  const double main = bytesOf(parts_.mainSites);
  if (main == 0) return {};
  const double all = std::max(1.0, bytesOf(sites) / main);
  Trend trend = in_.evidence->populationOf(parts_.mainSites, all);
  for (double* each : {&trend.slope, &trend.firstHalf, &trend.secondHalf, &trend.growth})
    *each *= all;
  return trend;
}

// What was loaded at first and is left bit by bit is more and more of it idle, and no more of it there. Tables may grow all the
// same: there it is no evidence.
std::vector<size_t> FindingGrowth::besideWhatStands() const {
  std::vector<size_t> rest;
  for (const size_t site : parts_.sites) {
    if (in_.followsTables || !in_.evidence->numberStands(site)) rest.push_back(site);
  }
  return rest;
}

// A holder grows when all of it does, by what is idle of it or by the number of the main objects, or when some of its
// sites do: beside a table that comes and goes a leak is still one.
Trend FindingGrowth::ofAll() {
  // Beside those that come and go, of which there are as many as before.
  const Trend stays = in_.evidence->trendOf(parts_.sites);
  if (stays.comesAndGoes && stays.shape == Shape::Growing) return stays;
  const std::vector<size_t> sites = besideWhatStands();
  const bool full = in_.followsTables ? in_.evidence->isFull(parts_.finding, sites)
                                      : in_.evidence->areFull(sites);
  if (sites.empty() || full) {
    Trend stands = stays;
    if (stands.shape == Shape::Growing) because_ = "there are no more of them than before";
    if (stands.shape != Shape::Constant) stands.shape = Shape::Bounded;
    return stands;
  }
  const Trend trend = sites.size() == parts_.sites.size() ? stays : in_.evidence->trendOf(sites);
  if (trend.shape == Shape::Growing) return trend;
  if (!trend.comesAndGoes) {
    const Trend population = ofPopulation(sites);
    if (population.shape == Shape::Growing) return population;
  }
  std::vector<size_t> growing;
  for (const size_t site : sites) {
    if ((*in_.sites)[site].growth == nameOf(Shape::Growing)) growing.push_back(site);
  }
  if (growing.empty()) return trend;
  const Trend part = in_.evidence->trendOf(growing);
  return part.shape == Shape::Growing ? part : in_.evidence->trendOf({growing.front()});
}

// All that is held for each byte that is suspicious: of the share that was there by the time it was left.
double FindingGrowth::held() const {
  const double held = in_.leftBy * static_cast<double>(parts_.finding.retainedBytes);
  return std::max(1.0, held / static_cast<double>(std::max<uint64_t>(parts_.suspiciousBytes, 1)));
}

// It grew in the first third of the work, and no more.
bool FindingGrowth::isEarly() const {
  return trend_.until - in_.begun < (in_.work - in_.begun) * kLeastLeft;
}

bool FindingGrowth::isOfOneTest() const { return in_.evidence->loadedByOneTest(parts_.sites); }

// Checks may lie far apart when the line has made its last object, and between two of them a table seems to fill evenly.
auto FindingGrowth::itsLineStopped() -> std::optional<Answer> {
  if (!grows()) return std::nullopt;
  Trend stood = in_.evidence->sinceItStopped(parts_.finding);
  if (stood.samples == 0) return std::nullopt;
  const double bytes = stood.growth > 0 ? trend_.growth / stood.growth : 0;  // of each object
  for (double* each : {&stood.slope, &stood.firstHalf, &stood.secondHalf, &stood.growth})
    *each *= bytes;
  trend_ = stood;
  return Answer{stood.shape, "its line stopped making them"};
}

// In number, of a table that is full of the program's own objects. Strings and nodes are in other tables as well.
Shape FindingGrowth::contents() const {
  const bool known = in_.followsTables && !isLibraryType(parts_.finding.full);
  return known ? in_.evidence->contentsOf(parts_.finding).shape : Shape::Unclear;
}

// The figures of a table may be of an early check, and what came to it is counted at looks as well, to the end: sessions that
// expire, say. Of a few that come again and again the number is constant, and tells nothing.
auto FindingGrowth::itsContentsStand() -> std::optional<Answer> {
  if (!grows() || contents() != Shape::Bounded) return std::nullopt;
  return Answer{in_.heapStands ? Shape::Bounded : Shape::Unclear,
                "what it holds has stopped growing in number"};
}

auto FindingGrowth::oneTestLoadedIt() -> std::optional<Answer> {
  if (trend_.shape == Shape::Constant || !isOfOneTest()) return std::nullopt;
  return Answer{Shape::Bounded, "one test loaded it, and the live heap stands since"};
}

auto FindingGrowth::itWasGivenBack() -> std::optional<Answer> {
  if (!grows() || !in_.evidence->wereGivenBack(parts_.mainSites)) return std::nullopt;
  return Answer{Shape::Bounded, "a quarter of them or more was given back later"};
}

// A table's own bytes need not come to much; with what hangs on its entries they do, or it is a list of a few results.
auto FindingGrowth::itIsLittle() -> std::optional<Answer> {
  if (!grows() || in_.leastGrowth == 0) return std::nullopt;
  if (held() * trend_.growth >= static_cast<double>(in_.leastGrowth)) return std::nullopt;
  return Answer{Shape::Constant, "it gains less than `min-site`"};
}

// A program loads its language, say: that stands, whatever else makes the heap grow. As many tables as before may fill all the same.
auto FindingGrowth::itsNumberStands() -> std::optional<Answer> {
  if (!grows() || !isEarly() || contents() == Shape::Growing) return std::nullopt;
  if (!in_.evidence->standsInNumber(parts_.mainSites)) return std::nullopt;
  return Answer{in_.unproven ? Shape::Unclear : Shape::Bounded,
                "hardly more of them came after the first third of the work"};
}

// As trends do: the second half of the work brings an eighth of all. A heap that never had so much more does not grow, unless it
// has kept half of what came to this holder meanwhile: beside a large table that filled at first a slow leak is little. Nor
// does what would have brought eight times as much as the heap ever had more.
bool FindingGrowth::goesOn(const Sights::Gain& heap) const {
  const double late = trend_.secondHalf * held() * (in_.work - in_.begun) / 2;
  const bool withIt = late > 0 && 2 * heap.secondHalf >= late;
  if (heap.known && !withIt && heap.highest < std::max(heap.all, late) / 8) return false;
  return !isEarly() || (heap.known ? heap.secondHalf >= heap.all / 8 : heap.steady);
}

// The live heap grows with all that grows, or grew with it as long as its line ran.
auto FindingGrowth::theHeapDoesNotFollow() -> std::optional<Answer> {
  if (!grows() || goesOn(in_.heapGain)) return std::nullopt;
  const Sights::Gain meanwhile = in_.evidence->gainWhileItRan(parts_.finding);
  if (meanwhile.known && goesOn(meanwhile)) return std::nullopt;
  if (!in_.unproven && in_.heapGain.known && in_.heapStands)
    return Answer{Shape::Bounded, "the live heap has stopped growing"};
  return Answer{Shape::Unclear, "the live heap does not grow as it does"};
}

// A program that loads a graph and works on it allocates hardly more: the load is most of its allocation, and not of its work.
auto FindingGrowth::theHeapStandsByCpuTime() -> std::optional<Answer> {
  const bool stands = trend_.shape == Shape::Constant || trend_.shape == Shape::Bounded;
  if (stands || !in_.heapStandsByCpuTime) return std::nullopt;
  return Answer{Shape::Bounded, "the live heap stands for the second half of the CPU time"};
}

// One class of tests leaves something behind in each of them, and the others of the suite do not come to it. What is there in
// the end was not let go of with the rest (see `unproven`).
auto FindingGrowth::itGrewWhileItsTestsRan() -> std::optional<Answer> {
  if (grows() || isOfOneTest()) return std::nullopt;
  const Trend ran = in_.evidence->whileTestsRan(parts_.finding, parts_.sites);
  if (ran.shape != Shape::Growing) return std::nullopt;
  trend_ = ran;
  whileTestsRan_ = true;
  return Answer{Shape::Growing, "as long as its tests ran"};
}

auto FindingGrowth::itIsUnproven() -> std::optional<Answer> {
  if (!grows() || !in_.unproven || whileTestsRan_) return std::nullopt;
  return Answer{Shape::Unclear,
                "it was gone in the end, and whether it outlives a collection was not seen"};
}

// It has checks enough, and came half as fast in the second half of the work as in the first: a pool that fills, say, if
// the heap does not grow with it.
auto FindingGrowth::itSlowsDown() -> std::optional<Answer> {
  const bool slows = trend_.shape == Shape::Unclear && trend_.samples >= Trend::kMostParts &&
                     2 * trend_.secondHalf < trend_.firstHalf;
  if (!slows || !in_.heapStands) return std::nullopt;
  return Answer{Shape::Bounded, "it slows down, and the live heap has stopped growing"};
}

// A suite of few tests, say: one of the first leaves something behind, and the last does.
auto FindingGrowth::moreCameAgain() -> std::optional<Answer> {
  const bool kept = trend_.shape == Shape::Constant || trend_.shape == Shape::Bounded;
  if (!kept || trend_.comesAndGoes || !in_.evidence->cameAgain(parts_.mainSites))
    return std::nullopt;
  return Answer{Shape::Unclear, "more of them came again in the last sixth of the work"};
}

template <size_t N>
void FindingGrowth::ask(const Rule (&rules)[N]) {
  for (const Rule rule : rules) {
    const Shape before = trend_.shape;
    const std::optional<Answer> answer = (this->*rule)();
    if (!answer) continue;
    if (answer->shape != before) because_ = answer->because;
    trend_.shape = answer->shape;
  }
}

void FindingGrowth::judge() {
  static constexpr Rule kOfItself[] = {
      &FindingGrowth::itsLineStopped,  &FindingGrowth::itsContentsStand,
      &FindingGrowth::oneTestLoadedIt, &FindingGrowth::itWasGivenBack,
      &FindingGrowth::itIsLittle,
  };
  static constexpr Rule kWithTheRest[] = {
      &FindingGrowth::itsNumberStands,        &FindingGrowth::theHeapDoesNotFollow,
      &FindingGrowth::itGrewWhileItsTestsRan, &FindingGrowth::itIsLittle,
      &FindingGrowth::itIsUnproven,           &FindingGrowth::itSlowsDown,
      &FindingGrowth::moreCameAgain,          &FindingGrowth::theHeapStandsByCpuTime,
  };
  trend_ = ofAll();
  ask(kOfItself);
  const bool grew = grows();
  ask(kWithTheRest);
  const bool stands = trend_.shape == Shape::Constant || trend_.shape == Shape::Bounded;
  if ((grew || whileTestsRan_) && !stands) gain_ = trend_.secondHalf * held();
  tellWithWhatIsHeld();
}

// Nobody looks for 30 bytes of a list that keeps 2 MB.
void FindingGrowth::tellWithWhatIsHeld() {
  if (!in_.followsTables) return;
  for (double* each : {&trend_.slope, &trend_.firstHalf, &trend_.secondHalf, &trend_.growth})
    *each *= held();
}

}  // namespace isl
