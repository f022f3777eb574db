#include "events/SampledDeaths.h"

#include <algorithm>
#include <utility>

#include "base/LocalRef.h"

namespace isl {

void SampledDeaths::onSample(jvmtiEnv* jvmti, JNIEnv* jni, jobject object, jclass type,
                             uint64_t size, uint64_t bytes) {
  if (waiting_.load(std::memory_order_relaxed) >= kMostWaiting) {
    dropped_.fetch_add(1, std::memory_order_relaxed);
    return;
  }
  jvmtiFrameInfo frames[kFrames];
  jint count = 0;
  if (jvmti->GetStackTrace(nullptr, 0, kFrames, frames, &count) != JVMTI_ERROR_NONE || count == 0)
    return;  // a thread of the VM or of the agent
  Sample sample;
  sample.object = jni->NewWeakGlobalRef(object);
  sample.type = jni->NewWeakGlobalRef(type);
  sample.frames.assign(frames, frames + count);
  sample.size = size;
  sample.bytes = bytes;
  waiting_.fetch_add(1, std::memory_order_relaxed);
  std::lock_guard<std::mutex> lock(mutex_);
  open_.push_back(std::move(sample));
}

// The nearest line of the program on the stack: what the JDK allocates for it is its own.
uint32_t SampledDeaths::siteOf(jvmtiEnv* jvmti, JNIEnv* jni, const Sample& sample) {
  for (const jvmtiFrameInfo& frame : sample.frames) {
    const FrameLines::Line& line = lines_.of(jvmti, jni, frame);
    if (!line.isProgram()) continue;
    SiteLocation location{};
    location.className = line.cls;
    location.method = line.method;
    location.sourceFile = line.file;
    location.line = line.line;
    location.kind = SiteKind::LibraryCall;  // one site for the whole line
    return sites_.intern(location);
  }
  return 0;
}

void SampledDeaths::close(jvmtiEnv* jvmti, JNIEnv* jni) {
  Batch batch;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    batch.samples = std::exchange(open_, {});
  }
  if (batch.samples.empty()) return;
  for (Sample& sample : batch.samples) {
    const LocalRef<jclass> type(jni, static_cast<jclass>(jni->NewLocalRef(sample.type)));
    if (type) sample.classId = classes_.typeOf(classes_.idOf(jvmti, jni, type.get()));
    if (sample.classId != 0) sample.site = siteOf(jvmti, jni, sample);
    jni->DeleteWeakGlobalRef(std::exchange(sample.type, nullptr));
    sample.frames = {};
  }
  const LocalRef<jbyteArray> canary(jni, jni->NewByteArray(1));
  if (canary) batch.canary = jni->NewWeakGlobalRef(canary.get());
  if (jni->ExceptionCheck())
    jni->ExceptionClear();  // no memory: nothing says when, so the next does
  batches_.push_back(std::move(batch));
}

bool SampledDeaths::wantsCollection() const {
  size_t waiting = 0;
  for (const Batch& batch : batches_) waiting += batch.samples.size();
  return waiting >= kLeastSamples && waiting > known_.samples();
}

void SampledDeaths::settle(JNIEnv* jni) {
  const auto isGone = [jni](jweak object) {
    return jni->IsSameObject(object, nullptr) != JNI_FALSE;
  };
  // From the youngest whose canary is gone backwards: it is younger than all before it.
  size_t decided = batches_.size();
  while (decided > 0 &&
         (batches_[decided - 1].canary == nullptr || !isGone(batches_[decided - 1].canary)))
    decided--;
  for (size_t i = 0; i < decided; i++) {
    for (const Sample& sample : batches_[i].samples) {
      known_.add(sample.site, sample.classId, sample.size, sample.bytes, isGone(sample.object));
      jni->DeleteWeakGlobalRef(sample.object);
    }
    waiting_.fetch_sub(batches_[i].samples.size(), std::memory_order_relaxed);
    if (batches_[i].canary != nullptr) jni->DeleteWeakGlobalRef(batches_[i].canary);
  }
  batches_.erase(batches_.begin(), batches_.begin() + static_cast<std::ptrdiff_t>(decided));
}

}  // namespace isl
