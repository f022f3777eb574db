#include "events/LivingSamples.h"

#include <utility>

namespace isl {

void LivingSamples::add(JNIEnv* jni, jobject object, uint64_t stack) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (met_++ % stride_ != 0 || samples_.size() >= kMost) return;
  }
  const jweak weak = jni->NewWeakGlobalRef(object);
  if (weak == nullptr) return;
  std::lock_guard<std::mutex> lock(mutex_);
  samples_.push_back({weak, stack, false});
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
  ByStack byStack;
  uint64_t living = 0;
  std::vector<Sample> kept;
  for (const Looked& each : looked_) {
    if (!each.lives) {
      jni->DeleteWeakGlobalRef(each.sample.object);
      continue;
    }
    kept.push_back(each.sample);
    kept.back().met = true;
    if (!each.sample.met) continue;
    byStack[each.sample.stack]++;
    living++;
  }
  std::lock_guard<std::mutex> lock(mutex_);
  kept.insert(kept.end(), samples_.begin() + static_cast<std::ptrdiff_t>(looked_.size()),
              samples_.end());
  if (2 * living >= told_) {
    told_ = living;
    byStack_ = std::move(byStack);
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

LivingSamples::ByStack LivingSamples::byStack() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return byStack_;
}

}  // namespace isl
