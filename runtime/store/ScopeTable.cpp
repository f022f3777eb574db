#include "store/ScopeTable.h"

namespace isl {

uint32_t ScopeTable::open(const std::string& name, uint32_t outer) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (outer < scopes_.size() && scopes_[outer].threads > 0) scopes_[outer].threads--;
  auto found = ids_.find(name);
  if (found == ids_.end()) {
    if (scopes_.size() > kMaxScope) {
      refused_++;
      return 0;
    }
    found = ids_.emplace(name, static_cast<uint32_t>(scopes_.size())).first;
    scopes_.emplace_back();
    scopes_.back().name = name;
  }
  Scope& scope = scopes_[found->second];
  scope.opened++;
  scope.open++;
  scope.threads++;
  return found->second;
}

void ScopeTable::close(uint32_t id, uint32_t outer) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (id != 0 && id < scopes_.size() && scopes_[id].open > 0) {
    scopes_[id].open--;
    scopes_[id].threads--;
  }
  if (outer != 0 && outer < scopes_.size()) scopes_[outer].threads++;
}

uint32_t ScopeTable::ambient() const {
  std::lock_guard<std::mutex> lock(mutex_);
  uint32_t only = 0;
  for (uint32_t id = 1; id < scopes_.size(); id++) {
    if (scopes_[id].threads == 0) continue;
    if (only != 0 || scopes_[id].threads > 1) return 0;
    only = id;
  }
  return only;
}

bool ScopeTable::idle(uint32_t id) const {
  std::lock_guard<std::mutex> lock(mutex_);
  return id >= scopes_.size() || scopes_[id].threads == 0;
}

void ScopeTable::countCheck() {
  std::lock_guard<std::mutex> lock(mutex_);
  for (Scope& scope : scopes_) scope.checks += scope.open > 0;
}

uint32_t ScopeTable::find(const std::string& name) const {
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = ids_.find(name);
  return found == ids_.end() ? 0 : found->second;
}

Scope ScopeTable::get(uint32_t id) const {
  std::lock_guard<std::mutex> lock(mutex_);
  return id < scopes_.size() ? scopes_[id] : Scope{};
}

std::vector<Scope> ScopeTable::all() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return {scopes_.begin() + 1, scopes_.end()};
}

uint64_t ScopeTable::refused() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return refused_;
}

}  // namespace isl
