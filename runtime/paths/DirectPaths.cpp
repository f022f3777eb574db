#include "paths/DirectPaths.h"

#include <algorithm>
#include <string_view>

#include "base/JvmtiBuffer.h"
#include "base/LocalRef.h"
#include "paths/PathGroups.h"

namespace isl {
namespace {

constexpr std::string_view kVmsLoaders = "Ljdk/internal/loader/ClassLoaders$";

constexpr char kThreadLocalEntry[] = "Ljava/lang/ThreadLocal$ThreadLocalMap$Entry;";
constexpr char kThreadLocalMap[] = "Ljava/lang/ThreadLocal$ThreadLocalMap;";

bool isCleaner(const rawheap::KlassInfo& info) {
  return info.cleaner || info.strength == rawheap::Strength::Final;
}

}  // namespace

DirectPaths::DirectPaths(const Parts& parts)
    : parts_(parts), fields_(parts.jvmti, *parts.classes),
      bounds_(parts.jvmti, *parts.classes,
              [this](JNIEnv* jni, jclass cls, jfieldID field) {
                return fields_.offsetOf(jni, cls, field);
              }),
      wording_(parts.jvmti, *parts.classes, *parts.sites) {
  wording_.setScopes(parts.scopes);
}

bool DirectPaths::collect(rawheap::Stopped& stopped, const Targets& targets, const HeapSample& heap,
                          rawheap::Reason& reason, const std::vector<size_t>& measured) {
  samples_.clear();
  numbers_.clear();
  manyLoaders_.begin();
  targets_ = targets.size();
  std::vector<Measured> measures;
  for (size_t t = 0; t < targets.size(); t++) {
    if (std::find(measured.begin(), measured.end(), t) != measured.end())
      measures.push_back({t, samples_.size(), std::vector<rawheap::Path>(targets[t].size())});
    for (uint32_t i = 0; i < targets[t].size(); i++) {
      Sample sample;
      sample.target = t;
      samples_.push_back(sample);
      numbers_.push_back(targets[t][i]);
    }
  }
  for (uint32_t i = 0; i < heap.size(); i++) {
    Sample sample;
    sample.target = targets_;
    sample.weight = static_cast<double>(heap[i].bytes);
    samples_.push_back(sample);
    numbers_.push_back(heap[i].number);
  }
  stops_.resize(samples_.size() * rawheap::Path::kMostHops);
  const auto count = static_cast<uint32_t>(numbers_.size());
  const bool done = count == 0 || stopped.paths.find(numbers_.data(), count, reason,
                                                     [&](uint32_t at, const rawheap::Path& path) {
                                                       copy(stopped.reader, path, at);
                                                       for (Measured& one : measures) {
                                                         if (one.target == samples_[at].target)
                                                           one.ways[at - one.from] = path;
                                                       }
                                                     });
  if (!done) samples_.clear();
  if (done) followReferents(stopped);
  findVariables(stopped);
  for (const Measured& one : measures) {
    if (done && !one.ways.empty()) measure(stopped, one);
  }
  return done;
}

// The way of one sample, of those that most begin like: what holds one holds as a rule the others of the site too.
void DirectPaths::measure(rawheap::Stopped& stopped, const Measured& one) {
  const auto alike = [&one](const rawheap::Path& way) {
    return std::count_if(one.ways.begin(), one.ways.end(), [&](const rawheap::Path& other) {
      return way.root == other.root && way.count == other.count;
    });
  };
  size_t chosen = 0;
  for (size_t i = 1; i < one.ways.size(); i++) {
    if (alike(one.ways[i]) > alike(one.ways[chosen])) chosen = i;
  }
  uint64_t bytes[rawheap::Path::kMostHops];
  rawheap::Reason why;
  if (stopped.retained.measure(one.ways[chosen], bytes, why)) {
    Stop* const stops = &stops_[(one.from + chosen) * rawheap::Path::kMostHops];
    for (uint32_t h = 0; h < one.ways[chosen].count; h++) stops[h].retainedBytes = bytes[h];
  }
}

void DirectPaths::copy(const rawheap::ObjectReader& reader, const rawheap::Path& path, size_t at) {
  Sample& sample = samples_[at];
  Stop* const stops = &stops_[at * rawheap::Path::kMostHops];
  sample.stops = path.count;
  if (path.root != nullptr) sample.root = *path.root;
  sample.holder = path.holder;
  if (path.holder.reference != 0) {
    const rawheap::KlassInfo& reference =
        reader.klasses()[reader.klasses().indexOfObject(path.holder.reference)];
    sample.referenceClass = reference.id;
    sample.behindCleaner = reference.cleaner;
    if (reference.cleaner)
      sample.referent = reader.loadOop(path.holder.reference + reference.referent);
  }
  if (sample.root.kind == JVMTI_HEAP_REFERENCE_THREAD) {
    threads_.readName(reader, sample.root.address, sample.threadName);
  }
  const Bounds::LoadOop loadOop = [&reader](uint64_t slot) { return reader.loadOop(slot); };
  for (uint32_t h = 0; h < path.count; h++) {
    const rawheap::Hop& hop = path.hops[h];
    const rawheap::KlassInfo& info = reader.klasses()[hop.klass];
    Stop& stop = stops[h] = Stop{};
    stop.classId = info.id;
    stop.edge = hop.edge;
    stop.place = hop.place;
    stop.bound = bounds_.of(info.id, hop.address, loadOop);
    const bool array = info.kind == rawheap::ObjectKind::ObjectArray ||
                       info.kind == rawheap::ObjectKind::PrimitiveArray;
    if (h + 1 == path.count && parts_.pass != nullptr)
      sample.node = parts_.pass->find(hop.address, array);
    if (!array && !WordLayout::absent())
      stop.word = rawheap::load<uint32_t>(hop.address + WordLayout::offset());
    if (info.kind == rawheap::ObjectKind::Mirror) {
      stop.mirrorOf = classOf(reader, hop.address);
      if (hop.edge == rawheap::Edge::StaticField)
        meetLoader(reader, hop.address, sample.target, stop);
    }
    if (path.leftOut != 0 && h + 1 == path.gap) stop.leftOutBelow = path.leftOut;
    if (isCleaner(info)) {
      sample.from = h;
      sample.byFinalizer = !info.cleaner;
      sample.referent = reader.loadOop(hop.address + info.referent);
    }
    if (h + 1 < path.count && !isOfEndedThread(reader, path, h))
      stop.variable = variableOf(reader, hop);
  }
  if (sample.from != 0 && path.hops[sample.from - 1].address == sample.referent)
    sample.referent = 0;  // which led here
}

void DirectPaths::meetLoader(const rawheap::ObjectReader& reader, uint64_t mirror, size_t target,
                             Stop& stop) {
  const uint64_t loader = reader.loaderOf(mirror);
  const uint32_t klass =
      loader == 0 ? rawheap::Klasses::kNone : reader.klasses().indexOfObject(loader);
  if (klass == rawheap::Klasses::kNone) return;
  stop.loaderType = reader.klasses()[klass].id;
  if (target < targets_) manyLoaders_.meet(target, stop.loaderType, loader);
}

// What cleaners and finalizers hold lives as long as what they belong to, and so do they. That they hang on a list of the JDK says
// nothing.
void DirectPaths::followReferents(rawheap::Stopped& stopped) {
  std::vector<uint64_t> referents;
  for (const Sample& sample : samples_) {
    if (sample.referent != 0) referents.push_back(sample.referent);
  }
  std::sort(referents.begin(), referents.end());
  referents.erase(std::unique(referents.begin(), referents.end()), referents.end());
  std::vector<uint64_t> found;
  std::vector<uint32_t> numbers;
  stopped.paths.numbers(referents, [&](size_t at, uint32_t number) {
    found.push_back(referents[at]);
    numbers.push_back(number);
  });
  const size_t first = samples_.size();
  samples_.resize(first + found.size());
  stops_.resize(samples_.size() * rawheap::Path::kMostHops);
  rawheap::Reason reason;
  const bool done =
      found.empty() || stopped.paths.find(numbers.data(), static_cast<uint32_t>(numbers.size()),
                                          reason, [&](uint32_t at, const rawheap::Path& path) {
                                            copy(stopped.reader, path, first + at);
                                          });
  for (size_t i = 0; i < found.size(); i++) {
    samples_[first + i].target = kFurther;
    const bool held = done && samples_[first + i].holder.reference == 0;
    for (size_t s = 0; held && s < first; s++) {
      if (samples_[s].referent == found[i]) samples_[s].further = first + i;
    }
  }
}

// What is in the thread locals of a thread that has ended is held by who holds the thread.
bool DirectPaths::isOfEndedThread(const rawheap::ObjectReader& reader, const rawheap::Path& path,
                                  uint32_t entry) const {
  constexpr uint32_t kTable = 1, kMap = 2, kThread = 3;
  if (entry <= kThread || (path.leftOut != 0 && path.gap <= entry && path.gap + kThread > entry))
    return false;
  const rawheap::Hop& map = path.hops[entry - kMap];
  const rawheap::Hop& thread = path.hops[entry - kThread];
  return path.hops[entry - kTable].edge == rawheap::Edge::Element &&
         thread.edge == rawheap::Edge::Field &&
         (*parts_.classes)[reader.klasses()[map.klass].id].signature == kThreadLocalMap &&
         threads_.isWithoutThread(thread.address);
}

// An entry of a thread's map holds the value, and refers weakly to the thread local that it is the value of.
uint64_t DirectPaths::variableOf(const rawheap::ObjectReader& reader,
                                 const rawheap::Hop& hop) const {
  const rawheap::KlassInfo& info = reader.klasses()[hop.klass];
  if (info.kind != rawheap::ObjectKind::Reference || hop.edge != rawheap::Edge::Field) return 0;
  if (hop.place == info.discovered || hop.place == info.referent) return 0;
  if ((*parts_.classes)[info.id].signature != kThreadLocalEntry) return 0;
  return reader.loadOop(hop.address + info.referent);
}

template <typename Each>
void DirectPaths::forEachVariable(Each&& each) {
  for (size_t i = 0; i < samples_.size(); i++) {
    Stop* const stops = &stops_[i * rawheap::Path::kMostHops];
    for (uint32_t s = 0; s < samples_[i].stops; s++) {
      if (stops[s].variable != 0) each(stops[s]);
    }
  }
}

// The static fields that hold them, of all ways at once.
void DirectPaths::findVariables(rawheap::Stopped& stopped) {
  const rawheap::ObjectReader& reader = stopped.reader;
  variables_.begin();
  forEachVariable([this](const Stop& stop) { variables_.want(stop.variable); });
  variables_.find(reader);
  forEachVariable([&](Stop& stop) {
    const rawheap::StaticField* const field = variables_.of(stop.variable);
    if (field == nullptr) return;
    stop.variableIn = reader.klasses()[field->klass].id;
    stop.variableAt = field->place;
    stop.variableIsStatic = true;
  });
  findVariablesOfObjects(stopped);
}

// Of the others the objects, such as a pool that has one.
void DirectPaths::findVariablesOfObjects(rawheap::Stopped& stopped) {
  std::vector<uint64_t> rest;
  forEachVariable([&rest](const Stop& stop) {
    if (stop.variableIn == 0) rest.push_back(stop.variable);
  });
  std::sort(rest.begin(), rest.end());
  rest.erase(std::unique(rest.begin(), rest.end()), rest.end());
  stopped.paths.holders(rest, [&](size_t at, const rawheap::Hop& holder) {
    if (holder.edge != rawheap::Edge::Field) return;
    forEachVariable([&](Stop& stop) {
      if (stop.variable != rest[at]) return;
      stop.variableIn = stopped.reader.klasses()[holder.klass].id;
      stop.variableAt = holder.place;
    });
  });
}

uint32_t DirectPaths::classOf(const rawheap::ObjectReader& reader, uint64_t mirror) {
  const uint64_t klass =
      rawheap::loadWord(mirror + static_cast<uint32_t>(reader.layout().mirrorKlass));
  return klass == 0 ? 0 : reader.klasses()[reader.klasses().indexOf(klass)].id;
}

void DirectPaths::weigh(const Weigh& weigh) {
  for (size_t i = 0; i < samples_.size(); i++) {
    Sample& sample = samples_[i];
    Stop* const stops = &stops_[i * rawheap::Path::kMostHops];
    for (uint32_t s = 0; s < sample.stops; s++)
      stops[s].word = parts_.nodes->plainWord(stops[s].word);
    if (sample.stops != 0 && sample.target < targets_)
      sample.weight = weigh(sample.target, sample.node, stops[sample.stops - 1].word);
  }
}

DirectPaths::Paths DirectPaths::tell(JNIEnv* jni) {
  std::vector<PathGroups> groups(targets_);
  heap_.clear();
  double heapBytes = 0;
  for (size_t i = 0; i < samples_.size(); i++) {
    const Sample& sample = samples_[i];
    const Stop* const stops = &stops_[i * rawheap::Path::kMostHops];
    if (sample.weight <= 0) continue;
    Way way = wayOf(jni, sample);
    if (sample.target == targets_ && sample.stops > 0)
      way.edges.insert(way.edges.begin(), itself(sample, stops));
    report::Path path = wording_.describe(jni, way);
    if (sample.stops > 0) {
      const Stop& object = stops[sample.stops - 1];
      path.retainedBytes = object.retainedBytes;
      tellBound(object, path);
    }
    if (sample.target < targets_) {
      groups[sample.target].add(std::move(path), sample.weight);
      continue;
    }
    path.share = sample.weight;
    heapBytes += sample.weight;
    heap_.push_back(std::move(path));
  }
  for (report::Path& path : heap_) path.share /= heapBytes;
  samples_.clear();
  Paths paths;
  for (const PathGroups& group : groups) paths.push_back(group.shared());
  return paths;
}

// A static field is where a way ends for its reader: what holds the class is of no interest, but where the class is loaded
// again and again. So does a thread local that a field holds: its value is set and removed there, in whichever threads. And a
// reference that is not strong: nothing else leads to what it refers to.
Way DirectPaths::wayOf(JNIEnv* jni, const Sample& sample) {
  Way way;
  const Sample& last = sample.further == 0 ? sample : samples_[sample.further];
  way.atRoot = true;
  way.root.kind = static_cast<jvmtiHeapReferenceKind>(last.root.kind);
  way.root.method = last.holder.method;
  way.root.threadId = last.holder.threadId;
  way.root.threadName = last.threadName;
  if (last.holder.reference != 0) {
    way.atRoot = false;
    way.referenceClass = last.referenceClass;
    way.behindCleaner = last.behindCleaner;
  }
  if (climb(jni, sample, way) || sample.further == 0) return way;
  way.edges.push_back(cleanedUp(sample, last));
  climb(jni, last, way);
  return way;
}

template <typename Told>
void DirectPaths::tellBound(const Stop& stop, Told& told) {
  told.boundedBy = stop.bound.by;
  told.bound = stop.bound.entries;
  told.keptMs = stop.bound.keptMs;
}

// False: up to its root, or to where it goes on.
bool DirectPaths::climb(JNIEnv* jni, const Sample& sample, Way& way) {
  const Stop* const stops = stopsOf(sample);
  const uint32_t first = sample.further == 0 ? 0 : sample.from;
  for (uint32_t below = sample.stops; below-- > first + 1;) {
    const Stop& holder = stops[below - 1];
    if (holder.leftOutBelow != 0 && !way.edges.empty()) {
      // A way that is too long to be kept whole, a list's: told by the edge below, as often as it takes.
      way.edges.back().repeats += holder.leftOutBelow + 1;
      way.edges.back().holderClass = holder.classId;
      way.edges.back().retainedBytes = holder.retainedBytes;
      way.edges.back().holderSite = siteOf(holder.word);
      continue;
    }
    const bool known = holder.edge == rawheap::Edge::StaticField && holder.mirrorOf != 0;
    if (known && !manyLoaders_.brought(sample.target, holder.loaderType) &&
        !comesAgain(jni, holder.mirrorOf)) {
      endAtField(jni, holder.mirrorOf, holder.place, true, way);
      return true;
    }
    way.edges.push_back(edgeOf(jni, holder, stops[below]));
    if (holder.variableIn != 0) {
      endAtField(jni, holder.variableIn, holder.variableAt, holder.variableIsStatic, way);
      way.root.threadLocal = true;
      return true;
    }
  }
  return false;
}

WayEdge DirectPaths::cleanedUp(const Sample& sample, const Sample& further) {
  const Stop& held = stopsOf(sample)[sample.from];
  const Stop& holder = stopsOf(further)[further.stops - 1];
  WayEdge edge;
  edge.heldClass = held.classId;
  edge.holderClass = holder.classId;
  edge.holderSite = siteOf(holder.word);
  edge.fieldName = sample.byFinalizer ? "<finalizer>" : "<cleaner>";
  return edge;
}

// A class that many loaders have brought is no lasting place: each of them brings its static fields along.
bool DirectPaths::comesAgain(JNIEnv* jni, uint32_t classId) {
  const ClassTable& classes = *parts_.classes;
  loads_.resize(classes.size());
  for (; counted_ < classes.size(); counted_++) ++loads_[classes.typeOf(counted_)];
  return loads_[classes.typeOf(classId)] >= ManyLoaders::kMany && !isOfLastingLoader(jni, classId);
}

// One of the VM's own: others load the class as well, as tests of start-up do, but this one stays.
bool DirectPaths::isOfLastingLoader(JNIEnv* jni, uint32_t classId) const {
  const LocalRef<jclass> cls = parts_.classes->mirrorOf(parts_.jvmti, jni, classId);
  LocalRef<jobject> loader(jni);
  if (!cls || parts_.jvmti->GetClassLoader(cls.get(), loader.out()) != JVMTI_ERROR_NONE)
    return false;
  if (!loader) return true;
  const LocalRef<jclass> type(jni, jni->GetObjectClass(loader.get()));
  JvmtiText signature(parts_.jvmti);
  return parts_.jvmti->GetClassSignature(type.get(), signature.out(), nullptr) ==
             JVMTI_ERROR_NONE &&
         std::string_view(signature.get()).rfind(kVmsLoaders, 0) == 0;
}

void DirectPaths::endAtField(JNIEnv* jni, uint32_t classId, uint32_t place, bool isStatic,
                             Way& way) {
  way.atRoot = true;
  way.root = HeapRoot{};
  way.root.kind = JVMTI_HEAP_REFERENCE_STATIC_FIELD;
  way.root.staticField.classId = classId;
  way.root.fieldName = fields_.at(jni, classId, place, isStatic);
}

WayEdge DirectPaths::itself(const Sample& sample, const Stop* stops) {
  const Stop& last = stops[sample.stops - 1];
  WayEdge edge;
  edge.fieldName = kContent;
  edge.holderClass = last.classId;
  edge.holderSite = siteOf(last.word);
  tellBound(last, edge);
  return edge;
}

WayEdge DirectPaths::edgeOf(JNIEnv* jni, const Stop& holder, const Stop& held) {
  WayEdge edge;
  edge.heldClass = held.classId;
  edge.retainedBytes = holder.retainedBytes;
  edge.holderClass = holder.classId;
  edge.holderSite = siteOf(holder.word);
  tellBound(holder, edge);
  switch (holder.edge) {
    case rawheap::Edge::Field:
      edge.fieldName = fields_.at(jni, holder.classId, holder.place, false);
      edge.declaredIn = fields_.declaredIn(jni, holder.classId, holder.place);
      break;
    case rawheap::Edge::Element:
      edge.element = true;
      edge.index = static_cast<int32_t>(holder.place);
      break;
    case rawheap::Edge::StaticField:
      edge.fieldName = holder.mirrorOf == 0
                           ? "?"  // of a class that came after the last pass
                           : displayName((*parts_.classes)[holder.mirrorOf].signature) + "." +
                                 fields_.at(jni, holder.mirrorOf, holder.place, true);
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
