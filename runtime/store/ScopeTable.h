// Scopes that the program marks (tests, requests): isl.Amplifier.begin and end.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace isl {

// Number of different names that are kept apart; further ones are counted and get no scope.
constexpr uint32_t kMaxScope = 4095;

struct Scope {
  std::string name;
  uint64_t opened = 0;   // times
  uint64_t checks = 0;   // that ran while it was open
  uint32_t open = 0;     // how many openings are not closed yet
  uint32_t threads = 0;  // whose innermost scope it is
};

// Thread-safe. Ids are dense from 1; 0 means no scope. A thread has a stack of scopes; the caller keeps
// it and says which scope is `outer` to the one that it opens or closes.
class ScopeTable {
 public:
  uint32_t open(const std::string& name, uint32_t outer);
  void close(uint32_t id, uint32_t outer);

  // The scope of threads without one of their own: the innermost one of the only thread that has
  // any, else 0.
  uint32_t ambient() const;

  // True when no thread allocates in the scope any more.
  bool idle(uint32_t id) const;

  void countCheck();
  uint32_t find(const std::string& name) const;  // 0: never opened
  Scope get(uint32_t id) const;
  std::vector<Scope> all() const;  // by id, from 1
  uint64_t refused() const;        // openings beyond kMaxScope names

 private:
  mutable std::mutex mutex_;
  std::vector<Scope> scopes_ = std::vector<Scope>(1);
  std::unordered_map<std::string, uint32_t> ids_;
  uint64_t refused_ = 0;
};

}  // namespace isl
