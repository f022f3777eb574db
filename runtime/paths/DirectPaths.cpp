#include "paths/DirectPaths.h"

#include <algorithm>

#include "base/JvmtiBuffer.h"
#include "base/LocalRef.h"
#include "base/Log.h"
#include "base/VmFlags.h"
#include "paths/PathGroups.h"
#include "rawheap/SelfCheck.h"

namespace isl {
namespace {

constexpr uint32_t kWordOffset = 12;  // of $isl in every object, see docs/architecture.md
// Memory for the order of discovery: with it paths need no second mark. 4 bytes an object.
constexpr uint64_t kOrderBytes = uint64_t{64} << 20;

}  // namespace

// Draws samples from what the mark meets. Neighbours in the traversal are held alike: they are spread evenly.
struct DirectPaths::Sampler {
  DirectPaths& self;

  void begin() {
    self.samples_.clear();
    self.numbers_.clear();
    std::fill(self.drawn_.begin(), self.drawn_.end(), 0);
    std::fill(self.met_.begin(), self.met_.end(), 0);
  }
  void object(const rawheap::MarkedObject& object) {
    if (object.isArray || object.word == 0) return;
    const uint32_t word = self.parts_.nodes->plainWord(static_cast<uint32_t>(object.word));
    const uint32_t site = siteOf(word);
    const uint32_t plain = self.parts_.scopes == nullptr ? site : self.parts_.scopes->plainOf(site);
    if (plain >= self.targetsOfSite_.size() || self.targetsOfSite_[plain].empty()) return;
    const uint32_t type = self.parts_.classes->typeOf(self.heap_->klasses()[object.klass].id);
    for (const size_t t : self.targetsOfSite_[plain]) draw(t, type, site, word, object.number);
  }
  void draw(size_t t, uint32_t type, uint32_t site, uint32_t word, uint32_t number) {
    const PathTarget& target = (*self.targets_)[t];
    if (target.classId != type || self.drawn_[t] >= kSamples) return;
    if (epochOf(word) + target.minAge > self.check_) return;
    if (target.scope != 0 && self.parts_.scopes->scopeOf(site) != target.scope) return;
    const uint64_t stride = std::max<uint64_t>(target.objects / kSamples, 1);
    if (self.met_[t]++ % stride != stride / 2) return;
    self.drawn_[t]++;
    Sample sample;
    sample.target = t;
    sample.number = number;
    sample.word = word;
    self.samples_.push_back(sample);
    self.numbers_.push_back(number);
  }
};

// Copies what a report needs of the ways while the world stands still.
struct DirectPaths::Collector {
  DirectPaths& self;

  bool operator()(rawheap::Stopped& stopped, rawheap::Reason& reason) const {
    const auto count = static_cast<uint32_t>(self.numbers_.size());
    return count == 0 || stopped.paths.find(self.numbers_.data(), count, reason,
                                            [&](uint32_t at, const rawheap::Path& path) {
                                              copy(stopped.reader, path, at);
                                            });
  }
  void copy(const rawheap::ObjectReader& reader, const rawheap::Path& path, uint32_t at) const {
    Sample& sample = self.samples_[at];
    Stop* const stops = &self.stops_[size_t{at} * rawheap::Path::kMostHops];
    sample.stops = path.count;
    if (path.root != nullptr) sample.root = *path.root;
    if (sample.root.kind == JVMTI_HEAP_REFERENCE_THREAD) {
      self.threads_.read(reader, sample.root.address, sample.threadName);
    }
    for (uint32_t h = 0; h < path.count; h++) {
      const rawheap::Hop& hop = path.hops[h];
      const rawheap::KlassInfo& info = reader.klasses()[hop.klass];
      Stop& stop = stops[h] = Stop{};
      stop.classId = info.id;
      stop.edge = hop.edge;
      stop.place = hop.place;
      const bool array = info.kind == rawheap::ObjectKind::ObjectArray ||
                         info.kind == rawheap::ObjectKind::PrimitiveArray;
      if (!array) stop.word = rawheap::load<uint32_t>(hop.address + kWordOffset);
      if (info.kind == rawheap::ObjectKind::Mirror) stop.mirrorOf = classOf(reader, hop.address);
      if (path.leftOut != 0 && h + 1 == path.gap) stop.leftOutBelow = path.leftOut;
    }
  }
  uint32_t classOf(const rawheap::ObjectReader& reader, uint64_t mirror) const {
    const uint64_t klass =
        rawheap::loadWord(mirror + static_cast<uint32_t>(reader.layout().mirrorKlass));
    return klass == 0 ? 0 : reader.klasses()[reader.klasses().indexOf(klass)].id;
  }
};

DirectPaths::DirectPaths(const Parts& parts, bool wanted)
    : parts_(parts), mayBeUsable_(wanted), fields_(parts.jvmti, *parts.classes),
      wording_(parts.jvmti, *parts.classes, *parts.sites) {
  wording_.setScopes(parts.scopes);
}

bool DirectPaths::usable(JNIEnv* jni) {
  if (!mayBeUsable_ || heap_ != nullptr) return heap_ != nullptr;
  const Status opened = open(jni);
  if (!opened) giveUp(jni, opened.message());
  return heap_ != nullptr;
}

void DirectPaths::giveUp(JNIEnv* jni, const std::string& reason) {
  if (heap_ != nullptr) heap_->close(jni);
  heap_.reset();
  mayBeUsable_ = false;
  reason_ = reason;
  logLine(LogLevel::Info, "the heap is not read directly: %s", reason.c_str());
}

Status DirectPaths::open(JNIEnv* jni) {
  if (vmFlag("CheckJNICalls").value_or(false)) {
    return Error{"-Xcheck:jni watches the signal handlers, and a bad read is caught by one"};
  }
  JavaVM* vm = nullptr;
  jvmtiCapabilities wanted{};
  wanted.can_tag_objects = 1;
  if (jni->GetJavaVM(&vm) != JNI_OK ||
      vm->GetEnv(reinterpret_cast<void**>(&own_), JVMTI_VERSION_11) != JNI_OK ||
      own_->AddCapabilities(&wanted) != JVMTI_ERROR_NONE) {
    return Error{"the VM gives no second JVMTI environment to the agent"};
  }
  heap_ = std::make_unique<rawheap::DirectHeap>(own_);
  rawheap::Reason reason;
  rawheap::SelfCheckResult result;
  rawheap::SelfCheck selfCheck(own_, *heap_);
  threads_.open(jni);
  if (heap_->open(jni, reason) && selfCheck.run(jni, {}, result, reason)) return {};
  return Error{reason.text};
}

Result<DirectPaths::Paths> DirectPaths::find(JNIEnv* jni, uint32_t check,
                                             const std::vector<PathTarget>& targets,
                                             const Weigh& weigh) {
  check_ = check;
  targets_ = &targets;
  wantTargets();
  rawheap::Reason reason;
  // What has a strong way is told with that. Only what a first pass does not meet is looked for behind soft references.
  const bool done = pass(jni, false, reason) && (!lacksSamples() || pass(jni, true, reason));
  if (!done) {
    giveUp(jni, reason.text);
    return Error{reason.text};
  }
  std::vector<PathGroups> groups(targets.size());
  for (size_t i = 0; i < samples_.size(); i++) {
    const Sample& sample = samples_[i];
    const double weight = weigh(sample.word);
    if (weight <= 0) continue;
    const Way way = wayOf(jni, sample, &stops_[i * rawheap::Path::kMostHops]);
    groups[sample.target].add(wording_.describe(jni, way), weight);
  }
  Paths paths;
  for (const PathGroups& group : groups) paths.push_back(group.shared());
  return paths;
}

bool DirectPaths::pass(JNIEnv* jni, bool followSoft, rawheap::Reason& reason) {
  const std::vector<rawheap::ClassBinding> bindings = bindClasses(jni);
  rawheap::PassOptions options;
  options.mark.wordOffset = kWordOffset;
  options.mark.followSoft = followSoft;
  options.mark.orderBytes = kOrderBytes;
  options.bindings = bindings.data();
  options.bindingCount = static_cast<uint32_t>(bindings.size());
  Sampler sampler{*this};
  Collector collector{*this};
  const bool done = heap_->pass(jni, options, sampler, collector, reason);
  for (const rawheap::ClassBinding& binding : bindings) jni->DeleteLocalRef(binding.handle);
  return done;
}

bool DirectPaths::lacksSamples() const {
  return std::find(drawn_.begin(), drawn_.end(), size_t{0}) != drawn_.end();
}

void DirectPaths::wantTargets() {
  samples_.clear();
  samples_.reserve(targets_->size() * kSamples);
  numbers_.reserve(samples_.capacity());
  stops_.resize(samples_.capacity() * rawheap::Path::kMostHops);
  drawn_.assign(targets_->size(), 0);
  met_.assign(targets_->size(), 0);
  targetsOfSite_.assign(parts_.sites->size(), {});
  for (size_t t = 0; t < targets_->size(); t++) {
    const uint32_t site = (*targets_)[t].site;
    if (site < targetsOfSite_.size()) targetsOfSite_[site].push_back(t);
  }
}

// Local references, which the caller deletes.
std::vector<rawheap::ClassBinding> DirectPaths::bindClasses(JNIEnv* jni) {
  std::vector<rawheap::ClassBinding> bindings;
  parts_.classes->update(parts_.jvmti, jni);
  jint count = 0;
  JvmtiBuffer<jclass> classes(parts_.jvmti);
  if (parts_.jvmti->GetLoadedClasses(&count, classes.out()) != JVMTI_ERROR_NONE) return bindings;
  // The references are there already; -Xcheck:jni wants to know that so many are meant.
  if (jni->EnsureLocalCapacity(count + 128) != JNI_OK) jni->ExceptionClear();
  for (jint i = 0; i < count; i++) {
    LocalRef<jclass> cls(jni, classes[static_cast<size_t>(i)]);
    jlong tag = 0;
    if (parts_.jvmti->GetTag(cls.get(), &tag) != JVMTI_ERROR_NONE) continue;
    const uint32_t id = classIdOfTag(tag);
    if (id != 0) bindings.push_back({cls.release(), id});
  }
  return bindings;
}

// A static field is where a way ends for its reader: what holds the class is of no interest. So is a soft reference:
// nothing strong leads to what it refers to.
Way DirectPaths::wayOf(JNIEnv* jni, const Sample& sample, const Stop* stops) {
  Way way;
  way.atRoot = true;
  way.root.kind = sample.root.kind;
  way.root.method = sample.root.method;
  way.root.threadId = sample.root.threadId;
  way.root.threadName = sample.threadName;
  for (uint32_t below = sample.stops; below-- > 1;) {
    const Stop& holder = stops[below - 1];
    if (holder.leftOutBelow != 0 && !way.edges.empty()) {
      // A way that is too long to be kept whole, a list's: told by the edge below, as often as it takes.
      way.edges.back().repeats += holder.leftOutBelow + 1;
      way.edges.back().holderClass = holder.classId;
      way.edges.back().holderSite = siteOf(parts_.nodes->plainWord(holder.word));
      continue;
    }
    if (holder.edge == rawheap::Edge::StaticField) {
      way.root = HeapRoot{};
      way.root.kind = JVMTI_HEAP_REFERENCE_STATIC_FIELD;
      way.root.staticField.classId = holder.mirrorOf;
      way.root.fieldName = fields_.at(jni, holder.mirrorOf, holder.place, true);
      return way;
    }
    if (holder.edge == rawheap::Edge::Referent) {
      way.atRoot = false;
      way.referenceClass = holder.classId;
      return way;
    }
    way.edges.push_back(edgeOf(jni, holder, stops[below]));
  }
  return way;
}

WayEdge DirectPaths::edgeOf(JNIEnv* jni, const Stop& holder, const Stop& held) {
  WayEdge edge;
  edge.heldClass = held.classId;
  edge.holderClass = holder.classId;
  edge.holderSite = siteOf(parts_.nodes->plainWord(holder.word));
  switch (holder.edge) {
    case rawheap::Edge::Field:
      edge.fieldName = fields_.at(jni, holder.classId, holder.place, false);
      break;
    case rawheap::Edge::Element:
      edge.element = true;
      edge.index = static_cast<int32_t>(holder.place);
      break;
    case rawheap::Edge::Class: edge.fieldName = "<class>"; break;
    case rawheap::Edge::Loader: edge.fieldName = "<class loader>"; break;
    case rawheap::Edge::Superclass: edge.fieldName = "<superclass>"; break;
    case rawheap::Edge::Interface: edge.fieldName = "<interface>"; break;
    default: edge.fieldName = "<constant pool>"; break;
  }
  return edge;
}

}  // namespace isl
