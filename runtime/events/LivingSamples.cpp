#include "events/LivingSamples.h"

#include <utility>

namespace isl {

void LivingSamples::add(JNIEnv* jni, jobject object, uint64_t stack, uint64_t type) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (met_++ % stride_ != 0 || samples_.size() >= kMost) return;
  }
  const jweak weak = jni->NewWeakGlobalRef(object);
  if (weak == nullptr) return;
  std::lock_guard<std::mutex> lock(mutex_);
  samples_.push_back({weak, stack, type, false});
}

void LivingSamples::begin() {
  answered_ = false;
  looked_.clear();
  std::lock_guard<std::mutex> lock(mutex_);
  for (const Sample& sample : samples_) looked_.push_back({sample, false});
}

// What came since begin() lies behind those that were looked at.
void LivingSamples::settle(JNIEnv* jni) {
  if (!answered_) return;
  std::vector<Sample> living, kept;
  for (const Looked& each : looked_) {
    if (!each.lives) {
      jni->DeleteWeakGlobalRef(each.sample.object);
      continue;
    }
    kept.push_back(each.sample);
    kept.back().met = true;
    if (each.sample.met) living.push_back(each.sample);
  }
  std::lock_guard<std::mutex> lock(mutex_);
  kept.insert(kept.end(), samples_.begin() + static_cast<std::ptrdiff_t>(looked_.size()),
              samples_.end());
  known_ = true;
  if (2 * living.size() >= told_) {
    told_ = living.size();
    living_ = std::move(living);
  }
  if (kept.size() > kMost / 2) {
    forgetHalf(jni, kept);
    told_ /= 2;
  }
  samples_ = std::move(kept);
}

void LivingSamples::forgetHalf(JNIEnv* jni, std::vector<Sample>& samples) {
  std::vector<Sample> kept;
  for (size_t i = 0; i < samples.size(); i++) {
    if (i % 2 == 0)
      kept.push_back(samples[i]);
    else
      jni->DeleteWeakGlobalRef(samples[i].object);
  }
  samples = std::move(kept);
  stride_ *= 2;
}

bool LivingSamples::known() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return known_;
}

LivingSamples::ByStack LivingSamples::byStack(uint64_t type) const {
  ByStack out;
  std::lock_guard<std::mutex> lock(mutex_);
  for (const Sample& sample : living_) {
    if (type == 0 || sample.type == type) out[sample.stack]++;
  }
  return out;
}

}  // namespace isl
