// Evaluates specs that the compiler reduced to an epoch summary (IslSummaryKind): the whole state of
// an object is the epoch of its last touch, so no object needs a record.
#pragma once

#include "heap/Engine.h"
#include "heap/LastChecks.h"

namespace isl {

class StaleEngine final : public Engine {
 public:
  // `sequenceOf[c]` is the index of context c's sequence pattern, or -1.
  StaleEngine(const IslSpec* spec, size_t index, std::vector<int> sequenceOf);

  void begin(const WalkState& walk) override;
  void edge(const Burst&, const Edge&) override {}
  void object(const Burst& burst, uint32_t word, bool hasWord) override;
  void ownedArray(uint32_t ownerWord, uint32_t ownerClass, uint64_t bytes) override;
  void primitiveArray(uint32_t, uint32_t, int32_t, const void*) override {}
  void end() override;
  void beginTrial() override { trial_ = true; }
  void endTrial() override { trial_ = false; }
  void freed(uint32_t node) override;
  double amplified(uint32_t, uint32_t word) const override {
    return amplifications(walk_.check, epochOf(word), window_);
  }
  bool wantsEdges() const override { return false; }
  bool measuresTracked() const override { return spec_->mainContext >= 0; }
  uint64_t amplifiedObjects() const override { return onsets_; }
  // Exact while all suspicious objects fit the sample, else projected from it.
  uint64_t clearedObjects() const override;
  bool tellsBefore() const override { return true; }
  double diedOf(uint32_t site) const override;
  uint32_t lastLost(uint32_t site, uint32_t upTo) const override {
    return site < samples_.size() ? samples_[site].died.upTo(upTo) : 0;
  }
  const SiteSet& amplifiedSites() const override { return amplifiedSites_; }
  const SiteSet& clearedSites() const override { return clearedSites_; }

  // Number of amplifications that an object touched last in `epoch` has had by check `check`.
  static uint32_t amplifications(uint32_t check, uint32_t epoch, uint32_t window) {
    const uint32_t age = check > epoch ? check - epoch : 0;
    return age >= window ? age - window + 1 : 0;
  }

  // True when an object with this word and class is one that the spec tracks.
  bool tracks(uint32_t word, uint32_t classId) const;
  uint32_t window() const { return window_; }

 private:
  // An object whose penalty was removed looks like any other used one, and one that died like any
  // garbage; so a sample of the suspicious ones is followed by identity. Each site has its own share, or
  // one leak would fill the sample.
  static constexpr uint32_t kMaxSampled = 20000, kMaxSampledOfSite = 1000;
  struct Sample {
    uint64_t onsets = 0, ever = 0, cleared = 0;  // of suspicious objects: all, followed, used again
    uint64_t fresh = 0;                          // onsets of the walk that is under way
    uint32_t now = 0;
    LastChecks died;
  };
  enum class Follow : uint8_t {
    No,
    Suspicious,
    Cleared,
    Again
  };  // Again: suspicious a second time
  void onset(const Burst& burst, uint32_t site);
  void sample(const Burst& burst, uint32_t site);
  Sample& sampleOf(uint32_t site);
  void follow(const Burst& burst, uint32_t site, uint32_t times);

  // Objects of one class, site and last touch are alike: what the last ones came to.
  struct Memo {
    enum Kind : uint8_t {
      Empty,
      Nothing,
      Fresh,
      Touched,
      Charged
    };  // Fresh: tracked, no symptom yet
    uint32_t word = 0, classId = 0;
    uint32_t stat = 0, times = 0;  // Charged
    uint64_t instanceBytes = 0;    // of all but Nothing
    Kind kind = Empty;
    bool startUp = false;
  };
  static constexpr uint32_t kMemoBits = 8;
  Memo& memoOf(uint32_t word, uint32_t classId) {
    return memos_[(word * 0x9e3779b1u ^ classId * 0x85ebca6bu) >> (32 - kMemoBits)];
  }
  // Was an object that was used last in this epoch left alone since the program became ready?
  bool isOfStartUp(uint32_t epoch) const { return epoch <= walk_.startUp; }
  Memo evaluate(const Burst& burst, uint32_t word);
  void apply(const Memo& memo, const Burst& burst);

  Memo memos_[1u << kMemoBits];
  std::vector<int> sequenceOf_;
  std::vector<Follow> sampled_;        // by node
  std::vector<uint32_t> sampledSite_;  // by node
  std::vector<Sample> samples_;        // by site
  std::vector<uint32_t> onsetSites_;   // whose `fresh` is not 0
  SiteSet amplifiedSites_, clearedSites_;
  uint64_t onsets_ = 0, sampledNow_ = 0;
  uint32_t window_ = 1;
  bool trial_ = false;
};

}  // namespace isl
