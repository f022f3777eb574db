#include "store/SiteTable.h"

namespace isl {

size_t SiteTable::KeyHash::operator()(const Key& key) const {
  uint64_t hash = key.position << 5 | static_cast<uint64_t>(key.kind) << 1 | uint64_t{key.byLine};
  for (const char* text : {key.className, key.method, key.descriptor, key.call}) {
    hash = (hash ^ reinterpret_cast<uintptr_t>(text)) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
  }
  return hash;
}

// Without a source, or named as generators do.
static bool isGenerated(const SiteLocation& location) {
  return location.sourceFile.empty() || location.sourceFile.front() == '<' ||
         location.className.find("$$") != std::string_view::npos;
}

static uint64_t codeOf(const SiteLocation& location, uint32_t position) {
  const bool generated = isGenerated(location);
  uint64_t hash = position << 5 | static_cast<uint64_t>(location.kind);
  const auto add = [&hash](std::string_view text, bool digits) {
    for (const char c : text) {
      if (!digits && c >= '0' && c <= '9') continue;
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
    }
    hash = (hash ^ hash >> 29) * 0x9E3779B97F4A7C15;
  };
  add(location.sourceFile, false);
  add(location.method, !generated);
  if (generated) return hash;
  add(location.descriptor, true);
  if (location.target != location.className) add(location.target, true);
  return hash;
}

void SiteTable::noteCode(uint64_t hash) {
  bool known = true;
  for (const uint64_t part : {hash, hash >> 32}) {
    uint64_t& word = code_[part % kCodeBits / 64];
    const uint64_t bit = uint64_t{1} << part % 64;
    known = known && (word & bit) != 0;
    word |= bit;
  }
  if (!known) differentCode_++;
}

std::string_view SiteTable::pooled(std::string_view text) {
  auto found = pool_.find(text);
  if (found != pool_.end()) return *found;
  storage_.emplace_back(text);
  return *pool_.insert(storage_.back()).first;
}

uint32_t SiteTable::add(const Site& site) {
  if (sites_.size() > WordLayout::maxSite()) {
    overflow_++;
    return kSiteOverflow;
  }
  sites_.push_back(site);
  return static_cast<uint32_t>(sites_.size() - 1);
}

uint32_t SiteTable::intern(const SiteLocation& location) {
  // Redefinition of a class hands in the same location again: same id. A call is known by its
  // line and what is called, an allocation by its bytecode index.
  const bool byLine = isKnownByLine(location);
  const uint32_t position = byLine ? static_cast<uint32_t>(location.line) : location.bci;
  std::lock_guard<std::mutex> lock(mutex_);
  Site site;
  site.className = pooled(location.className);
  site.method = pooled(location.method);
  const Key key{site.className.data(),
                site.method.data(),
                pooled(location.descriptor).data(),
                byLine ? pooled(location.target).data() : "",
                position,
                location.kind,
                byLine};
  const auto found = byKey_.find(key);
  if (found != byKey_.end()) return found->second;
  site.sourceFile = pooled(location.sourceFile);
  site.target = pooled(location.target);
  site.line = location.line;
  site.kind = location.kind;
  uint32_t id = add(site);
  if (id != kSiteOverflow) {
    sites_[id].base = sites_[id].plain = id;
    byKey_.emplace(key, id);
    noteCode(codeOf(location, position));
  }
  return id;
}

uint32_t SiteTable::variant(uint32_t base, const SiteVariant& variant) {
  std::lock_guard<std::mutex> lock(mutex_);
  return variantLocked(base, variant);
}

uint32_t SiteTable::variantLocked(uint32_t base, const SiteVariant& variant) {
  static_assert(kSiteBits + 12 <= 32, "the key holds a site and a scope of 12 bits");
  const uint64_t key = static_cast<uint64_t>(variant.context) << 48 |
                       static_cast<uint64_t>(variant.sequences) << 32 | variant.scope << kSiteBits |
                       base;
  auto found = variants_.find(key);
  if (found != variants_.end()) return found->second;
  if (base >= sites_.size()) return kSiteOverflow;
  const bool divides = variant.divides();
  const uint32_t plain = !divides                 ? 0
                         : variant.sequences == 0 ? base
                                                  : variantLocked(base, {variant.sequences, 0, 0});
  if (divides && sites_.size() > maxScopedSite()) {
    scopeOverflow_++;
    return plain;
  }
  Site site = sites_[base];
  site.sequences = variant.sequences;
  site.base = base;
  site.scope = variant.scope;
  site.context = variant.context;
  const uint32_t id = add(site);
  if (id == kSiteOverflow) return id;
  sites_[id].plain = divides ? plain : id;
  variants_.emplace(key, id);
  return id;
}

uint32_t SiteTable::classVariant(uint32_t base, std::string_view internalName) {
  std::lock_guard<std::mutex> lock(mutex_);
  std::string key = std::to_string(base) + " " + std::string(internalName);
  auto found = classVariants_.find(key);
  if (found != classVariants_.end()) return found->second;
  if (base >= sites_.size()) return kSiteOverflow;
  Site site = sites_[base];
  site.target = pooled(internalName);
  site.ofClass = true;
  const uint32_t id = add(site);
  if (id != kSiteOverflow) classVariants_.emplace(std::move(key), id);
  return id;
}

Site SiteTable::get(uint32_t id) const {
  std::lock_guard<std::mutex> lock(mutex_);
  return id < sites_.size() ? sites_[id] : Site{};
}

uint32_t SiteTable::size() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return static_cast<uint32_t>(sites_.size());
}

uint64_t SiteTable::differentCode() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return differentCode_;
}

uint64_t SiteTable::overflow() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return overflow_;
}

uint64_t SiteTable::scopeOverflow() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return scopeOverflow_;
}

}  // namespace isl
