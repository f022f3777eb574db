// Live bytes of a walk that knows no references.
//
// An iteration meets more than the live objects: what the program allocated and dropped between the
// collection and the walk, and the fillers (int[]) with which the Serial, Parallel and G1 collectors close gaps
// and the ends of allocation buffers. On a busy machine that is as much as a small live heap itself. So an
// iteration vouches only for instances that nobody has touched since the check began; of the others so
// many are taken as the last traversal found of their class, which met reachable objects only; and arrays
// are those of the last traversal, grown as the objects that own them. Suspicious objects get their arrays the same
// way (StaleEngine), so penalties and live bytes agree.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace isl {

class LiveEstimate {
 public:
  // Instances of one class that an iteration met; fresh: touched or born since the check began.
  struct Met {
    uint64_t objects = 0, fresh = 0, bytes = 0;
  };
  struct Live {
    uint64_t bytes = 0, objects = 0;
  };

  // After a traversal: what it found of each class, then the arrays of all.
  void begin(size_t classes) { known_.assign(classes, {}); }
  void learn(uint32_t classId, uint64_t objects, uint64_t ownedArrayBytes) {
    known_[classId] = {objects, static_cast<double>(ownedArrayBytes)};
  }
  void learnArrays(uint64_t bytes, uint64_t objects) {
    double owned = 0;
    for (const Known& cls : known_) owned += cls.arrayBytes;
    // An array that two objects hold was counted with both.
    const double excess =
        owned > static_cast<double>(bytes) ? static_cast<double>(bytes) / owned : 1;
    for (Known& cls : known_) cls.arrayBytes *= excess;
    otherArrayBytes_ = std::max(0.0, static_cast<double>(bytes) - owned);
    arrays_ = objects;
  }
  bool knows() const { return !known_.empty(); }

  // After an iteration; `met` by class id.
  template <typename Classes>
  Live of(const Classes& met) const {
    double bytes = otherArrayBytes_;
    uint64_t objects = arrays_;
    for (size_t id = 0; id < met.size(); id++) {
      const Met& cls = met[id].met;
      if (cls.objects == 0) continue;
      const Known known = id < known_.size() ? known_[id] : Known{};
      const uint64_t live = std::max(cls.objects - cls.fresh, std::min(cls.objects, known.objects));
      objects += live;
      bytes += static_cast<double>(cls.bytes) * static_cast<double>(live) /
               static_cast<double>(cls.objects);
      if (known.objects > 0) {
        bytes += known.arrayBytes * static_cast<double>(live) / static_cast<double>(known.objects);
      }
    }
    return {static_cast<uint64_t>(bytes), objects};
  }

 private:
  struct Known {
    uint64_t objects = 0;
    double arrayBytes = 0;  // of the arrays that its instances own
  };
  std::vector<Known> known_;  // by class id
  double otherArrayBytes_ = 0;
  uint64_t arrays_ = 0;
};

}  // namespace isl
