#include "heap/StaleEngine.h"

#include <algorithm>
#include <iterator>

#include "heap/WalkNodes.h"

namespace isl {

StaleEngine::StaleEngine(const IslSpec* spec, size_t index, std::vector<int> sequenceOf)
    : Engine(spec, index), sequenceOf_(std::move(sequenceOf)) {}

void StaleEngine::begin(const WalkState& walk) {
  walk_ = walk;
  stats_.clear();
  scopeStats_.clear();
  sums_ = CheckSums{};
  window_ = spec_->window();
  // A pass that starts over has its onsets once more.
  for (const uint32_t site : onsetSites_) samples_[site].fresh = 0;
  onsetSites_.clear();
  std::fill(std::begin(memos_), std::end(memos_), Memo{});
}

// An object that had been suspicious before, and was used since, is one object all the same.
void StaleEngine::onset(const Burst& burst, uint32_t site) {
  const uint32_t node = knownNode(walk_, burst);
  if (node != 0 && node < sampled_.size() && sampled_[node] >= Follow::Cleared) {
    sampled_[node] = Follow::Again;
    return;
  }
  if (sampleOf(site).fresh++ == 0) onsetSites_.push_back(site);
  sample(burst, site);
}

StaleEngine::Sample& StaleEngine::sampleOf(uint32_t site) {
  if (site >= samples_.size()) samples_.resize(site + site / 2 + 64);
  return samples_[site];
}

void StaleEngine::sample(const Burst& burst, uint32_t site) {
  Sample& ofSite = sampleOf(site);
  const bool identifiable = burst.tag != nullptr || burst.address != 0;
  if (!identifiable || sampledNow_ >= kMaxSampled || ofSite.now >= kMaxSampledOfSite) return;
  const uint32_t node = nodeOfBurst(walk_, burst);
  if (node == 0) return;
  if (node >= sampled_.size()) {
    sampled_.resize(node + node / 2 + 64);
    sampledSite_.resize(sampled_.size());
  }
  if (sampled_[node] != Follow::No) return;
  sampled_[node] = Follow::Suspicious;
  sampledSite_[node] = site;
  sampledNow_++;
  ofSite.now++;
  ofSite.ever++;
}

void StaleEngine::follow(const Burst& burst, uint32_t site, uint32_t times) {
  const uint32_t node = knownNode(walk_, burst);
  if (times > 0 || node == 0 || node >= sampled_.size() || sampled_[node] != Follow::Suspicious)
    return;
  sampled_[node] = Follow::Cleared;
  sampledNow_--;
  sampleOf(site).now--;
  sampleOf(site).cleared++;
  clearedSites_.add(site);
  if (walk_.watch != nullptr && walk_.watch->watches(site)) walk_.watch->cleared(index_, site);
}

void StaleEngine::freed(uint32_t node) {
  if (node >= sampled_.size()) return;
  if (sampled_[node] == Follow::Suspicious) {
    sampledNow_--;
    Sample& ofSite = sampleOf(sampledSite_[node]);
    ofSite.now--;
    ofSite.died.note(walk_.check);
  }
  sampled_[node] = Follow::No;
}

uint64_t StaleEngine::clearedObjects() const {
  uint64_t sum = 0;
  for (const Sample& s : samples_) sum += s.ever == 0 ? 0 : s.cleared * s.onsets / s.ever;
  return sum;
}

// By the sample.
double StaleEngine::diedOf(uint32_t site) const {
  if (site >= samples_.size()) return 1;
  const Sample& of = samples_[site];
  const uint64_t gone = of.ever - of.now;
  return gone == 0 ? 1 : 1 - static_cast<double>(of.cleared) / static_cast<double>(gone);
}

void StaleEngine::end() {
  if (trial_) return;
  for (const uint32_t site : onsetSites_) {
    onsets_ += samples_[site].fresh;
    samples_[site].onsets += samples_[site].fresh;
    samples_[site].fresh = 0;
    amplifiedSites_.add(site);
  }
  onsetSites_.clear();
}

bool StaleEngine::tracks(uint32_t word, uint32_t classId) const {
  const int32_t main = spec_->mainContext;
  if (main < 0) return true;
  if (((*walk_.classes)[classId].contexts[index_] >> main & 1) == 0) return false;
  const int sequence = sequenceOf_[static_cast<size_t>(main)];
  if (sequence < 0) return true;
  const uint32_t site = siteOf(word);
  return site < walk_.sequences->size() && ((*walk_.sequences)[site] >> sequence & 1) != 0;
}

void StaleEngine::object(const Burst& burst, uint32_t word, bool hasWord) {
  if (!hasWord) return;
  // An object with an identity may be one that is followed.
  const bool anonymous =
      trial_ || (walk_.pass != nullptr ? burst.node == 0 : burst.tag == nullptr || *burst.tag == 0);
  if (!anonymous || walk_.watch != nullptr) {
    evaluate(burst, word);
    return;
  }
  Memo& memo = memoOf(word, burst.classId);
  if (memo.kind != Memo::Empty && memo.word == word && memo.classId == burst.classId) {
    apply(memo, burst);
  } else {
    memo = evaluate(burst, word);
  }
}

void StaleEngine::apply(const Memo& memo, const Burst& burst) {
  if (memo.kind == Memo::Nothing) return;
  const uint64_t arrayBytes = burst.arrayBytes;
  const uint64_t bytes = memo.instanceBytes + arrayBytes;
  sums_.trackedBytes += bytes;
  if (memo.kind == Memo::Touched) sums_.touchedObjects++;
  if (memo.kind != Memo::Charged) return;
  SiteStat& stat = stats_[memo.stat];
  stat.objects++;
  stat.bytes += bytes;
  stat.arrayBytes += arrayBytes;
  stat.penalty += bytes * memo.times;
  if (burst.number != 0) stat.samples.add(burst.number);
  if (memo.startUp) stat.startUpBytes += bytes;
  if (memo.times <= kRecentTimes) stat.recentBytes[memo.times - 1] += bytes;
  sums_.staleBytes += bytes;
}

// Charges the object; the memo holds for others of the same word and class, unless it is Empty.
StaleEngine::Memo StaleEngine::evaluate(const Burst& burst, uint32_t word) {
  Memo memo;
  memo.word = word;
  memo.classId = burst.classId;
  const uint32_t epoch = epochOf(word);
  const uint32_t times = amplifications(walk_.check, epoch, window_);
  const uint32_t site = siteOf(word);
  if (walk_.watch != nullptr && walk_.watch->watches(site) && tracks(word, burst.classId)) {
    walk_.watch->tracked(index_, site);
  }
  if (!trial_) follow(burst, walk_.plainOf(site), times);
  memo.kind = Memo::Nothing;
  if (site == kSiteUnknown || !tracks(word, burst.classId)) return memo;
  memo.kind = Memo::Fresh;
  memo.instanceBytes = (*walk_.classes)[burst.classId].instanceBytes;
  const uint64_t arrayBytes = burst.arrayBytes;
  const uint64_t bytes = memo.instanceBytes + arrayBytes;
  sums_.trackedBytes += bytes;
  if (epoch >= walk_.check) {
    sums_.touchedObjects++;
    memo.kind = Memo::Touched;
  }
  if (times == 0) return memo;
  const uint32_t plain = walk_.plainOf(site);
  memo.kind = Memo::Empty;
  if (walk_.leavesOut(site)) {
    sums_.initializerBytes += bytes;
    return memo;
  }
  SiteStat& stat = charge(site, burst.classId, 1, bytes, arrayBytes, bytes * times, burst.number);
  if (isOfStartUp(epoch)) stat.startUpBytes += bytes;
  if (times <= kRecentTimes) stat.recentBytes[times - 1] += bytes;
  sums_.staleBytes += bytes;
  if (times <= walk_.sinceLast && !trial_) {
    stat.onsets++;
    onset(burst, plain);
  } else if (plain == site) {  // in a scope it is charged twice
    memo.kind = Memo::Charged;
    memo.stat = stats_.indexOf(stat);
    memo.times = times;
    memo.startUp = isOfStartUp(epoch);
  }
  return memo;
}

void StaleEngine::ownedArray(uint32_t ownerWord, uint32_t ownerClass, uint64_t bytes) {
  const uint32_t epoch = epochOf(ownerWord);
  const uint32_t times = amplifications(walk_.check, epoch, window_);
  const uint32_t site = siteOf(ownerWord);
  if (site == kSiteUnknown || !tracks(ownerWord, ownerClass)) return;
  sums_.trackedBytes += bytes;
  if (times == 0) return;
  if (walk_.leavesOut(site)) {
    sums_.initializerBytes += bytes;
    return;
  }
  SiteStat& stat = charge(site, ownerClass, 0, bytes, bytes, bytes * times);
  if (isOfStartUp(epoch)) stat.startUpBytes += bytes;
  if (times <= kRecentTimes) stat.recentBytes[times - 1] += bytes;
  sums_.staleBytes += bytes;
}

}  // namespace isl
