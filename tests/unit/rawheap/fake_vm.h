// A made-up VM in plain memory: tables as libjvm exports them (with entries of another shape), a heap of three spaces
// or of regions, classes and objects.
//
//   FakeVm vm;
//   const uint64_t node = vm.klass("Node", 24, {{16, 2}});
//   const uint64_t a = vm.object(node), b = vm.object(node);
//   vm.set(a, 16, b);
//
// Everything lives as long as the FakeVm. Under Release::Old tables have the names of 17, else those of 25.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rawheap/Klasses.h"
#include "rawheap/ObjectReader.h"

namespace isl::rawheap::test {

enum class Release { Old, New };

struct FakeVmOptions {
  Release release = Release::New;
  Collector collector = Collector::Serial;
  bool compressedOops = true;
  uint32_t oopShift = 3;
  uint64_t oopBase = ~uint64_t{0};  // where the heap is
};

class FakeVm {
 public:
  static constexpr uint64_t kHeapBytes = 1 << 20, kMetaBytes = 1 << 20, kRegionBytes = 1 << 18;
  using Options = FakeVmOptions;
  using Maps = std::vector<std::pair<uint32_t, uint32_t>>;

  explicit FakeVm(const Options& options = {}) : options_(options) {
    heapMemory_.reserve(kHeapBytes + 64);
    metaMemory_.reserve(kMetaBytes);
    heap_ = heapAt_ = (reinterpret_cast<uint64_t>(heapMemory_.get()) + 15) & ~uint64_t{15};
    meta_ = metaAt_ = reinterpret_cast<uint64_t>(metaMemory_.get());
    metaAt_ += 64;  // no class at the base itself
    addRows();
    addFlags();
    addHeap();
    const std::pair<const char*, int64_t> helpers[] = {
        {"instance_slow_path_bit", 1},  {"log2_element_size_shift", 0},
        {"log2_element_size_mask", 63}, {"header_size_shift", 16},
        {"header_size_mask", 255},      {"array_tag_shift", 30},
        {"array_tag_obj_value", -2},    {"array_tag_type_value", -1}};
    for (const auto& [name, value] : helpers) constant(std::string("Klass::_lh_") + name, value);
    type("InstanceKlass", 512);
  }
  FakeVm(const FakeVm&) = delete;
  FakeVm& operator=(const FakeVm&) = delete;

  // The tables as they are now.
  VmTables tables() {
    snapshots_.push_back({structs_, types_, ints_, longs_});
    Rows& rows = snapshots_.back();
    rows.structs.push_back({});  // the ends
    rows.types.push_back({});
    rows.ints.push_back({});
    rows.longs.push_back({});
    VmTables::Source s;
    s.structs = {text(rows.structs.data()),     sizeof(StructRow),
                 offsetof(StructRow, type),     offsetof(StructRow, field),
                 offsetof(StructRow, isStatic), offsetof(StructRow, offset),
                 offsetof(StructRow, address)};
    s.types = {text(rows.types.data()), sizeof(TypeRow), offsetof(TypeRow, name),
               offsetof(TypeRow, size)};
    s.ints = {text(rows.ints.data()), sizeof(IntRow), offsetof(IntRow, name),
              offsetof(IntRow, value)};
    s.longs = {text(rows.longs.data()), sizeof(LongRow), offsetof(LongRow, name),
               offsetof(LongRow, value)};
    return VmTables(s);
  }
  // What the objects are built with.
  const VmLayout& layout() {
    Reason reason;
    if (layout_.instanceKlassBytes == 0)
      EXPECT_TRUE(layout_.resolve(tables(), reason)) << reason.text;
    return layout_;
  }

  // Rows of the tables.
  void field(const std::string& t, const std::string& f, uint64_t offset) {
    structs_.push_back({keep(t), 0, offset, nullptr, keep(f)});
  }
  uint64_t* global(const std::string& t, const std::string& f, uint64_t value) {
    values_.push_back(value);
    structs_.push_back({keep(t), 1, 0, &values_.back(), keep(f)});
    return &values_.back();
  }
  void type(const std::string& name, uint64_t size) { types_.push_back({0, size, keep(name)}); }
  void constant(const std::string& name, int64_t value) {
    if (value == static_cast<int32_t>(value))
      ints_.push_back({static_cast<int32_t>(value), keep(name)});
    else
      longs_.push_back({keep(name), value});
  }
  void remove(const std::string& field) {
    for (size_t i = structs_.size(); i-- > 0;)
      if (field == structs_[i].field) structs_.erase(structs_.begin() + static_cast<long>(i));
  }
  void setFlag(const std::string& name, uint64_t value) { *flags_.at(name) = value; }

  // Zeroed metadata.
  uint64_t metadata(uint64_t bytes) {
    const uint64_t at = metaAt_;
    metaAt_ += (bytes + 7) & ~uint64_t{7};
    EXPECT_LE(metaAt_, meta_ + kMetaBytes);
    return at;
  }
  template <typename T>
  static void store(uint64_t address, T value) {
    memcpy(reinterpret_cast<void*>(address), &value, sizeof value);
  }

  uint64_t klass(const std::string& name, uint32_t bytes, const Maps& maps = {},
                 uint64_t super = 0) {
    const uint64_t klass = klassOf(name, static_cast<int32_t>(bytes), 512 + 16 + maps.size() * 8);
    store<int32_t>(klass + layout().vtableLength, 1);
    store<int32_t>(klass + layout().itableLength, 1);
    store<int32_t>(klass + layout().oopMapWords, static_cast<int32_t>(maps.size()));
    store<uint64_t>(klass + layout().klassSuper, super);
    for (size_t i = 0; i < maps.size(); ++i) {
      store<uint32_t>(klass + 528 + i * 8, maps[i].first);
      store<uint32_t>(klass + 532 + i * 8, maps[i].second);
    }
    return klass;
  }
  uint64_t arrayKlass(const std::string& name, bool ofObjects, int32_t elementShift) {
    const int32_t tag = ofObjects ? -2 : -1;
    return klassOf(name,
                   static_cast<int32_t>(static_cast<uint32_t>(tag) << 30 | 16u << 16 |
                                        static_cast<uint32_t>(elementShift)),
                   512);
  }
  uint64_t objectArrayKlass(const std::string& name = "[Ljava/lang/Object;") {
    return arrayKlass(name, true, options_.compressedOops ? 2 : 3);
  }
  // A java.lang.Class for the klass, with `statics` references behind its own 40 bytes.
  uint64_t mirror(uint64_t klass, uint32_t statics = 0) {
    if (mirrorKlass_ == 0) mirrorKlass_ = this->klass("java/lang/Class", 40);
    const uint64_t mirror = allocate(mirrorKlass_, 40 + statics * layout().oopBytes);
    store<uint64_t>(mirror + 16, klass);
    store<uint32_t>(mirror + 24, static_cast<uint32_t>((40 + statics * layout().oopBytes + 7) / 8));
    store<uint32_t>(mirror + 28, statics);
    const uint64_t handle = metadata(8);
    store<uint64_t>(handle, mirror);
    store<uint64_t>(klass + layout().javaMirror, handle);
    return mirror;
  }
  void setLoader(uint64_t klass, uint64_t loader) {
    const uint64_t data = metadata(256), handle = metadata(8);
    store<uint64_t>(handle, loader);
    store<uint64_t>(data + layout().classLoader, handle);
    store<uint64_t>(klass + layout().loaderData, data);
  }

  // A virtual thread with a parked stack, so that there is something to ask JVMTI for.
  uint64_t parkedThread() {
    if (threadKlass_ == 0) {
      threadKlass_ = klass("java/lang/VirtualThread", 24, {{16, 1}});
      continuationKlass_ = klass("java/lang/VirtualThread$VThreadContinuation", 24, {{16, 1}});
      chunkKlass_ = klass("jdk/internal/vm/StackChunk", 32, {{24, 1}});
    }
    const uint64_t thread = object(threadKlass_), continuation = object(continuationKlass_);
    const uint64_t chunk = object(chunkKlass_);
    set(thread, 16, continuation);
    set(continuation, 16, chunk);
    set(chunk, 24, continuation);
    return thread;
  }

  uint64_t object(uint64_t klass) {
    return allocate(klass, load<uint32_t>(klass + layout().layoutHelper) & ~1u);
  }
  uint64_t array(uint64_t klass, uint32_t length) {
    const auto helper = load<uint32_t>(klass + layout().layoutHelper);
    const uint64_t array = allocate(klass, 16 + (uint64_t{length} << (helper & 63)));
    store<uint32_t>(array + 12, length);
    return array;
  }
  void set(uint64_t object, uint32_t offset, uint64_t target) {
    if (options_.compressedOops)
      store<uint32_t>(object + offset, layout().encodeOop(target));
    else
      store<uint64_t>(object + offset, target);
  }
  void setElement(uint64_t array, uint32_t index, uint64_t target) {
    set(array, 16 + index * layout().oopBytes, target);
  }

  uint64_t heap() const { return heap_; }
  uint64_t collectedHeap() const { return collectedHeap_; }
  uint64_t usedBytes() const { return heapAt_ - heap_; }

 private:
  // Unlike HotSpot's entries on purpose.
  struct StructRow {
    const char* type = nullptr;
    int32_t isStatic = 0;
    uint64_t offset = 0;
    uint64_t* address = nullptr;
    const char* field = nullptr;
  };
  struct TypeRow {
    uint64_t unused = 0, size = 0;
    const char* name = nullptr;
  };
  struct IntRow {
    int32_t value = 0;
    const char* name = nullptr;
  };
  struct LongRow {
    const char* name = nullptr;
    int64_t value = 0;
  };
  struct FlagRow {
    uint64_t* address;
    uint64_t unused;
    const char* name;
  };

  static const char* text(const void* p) { return static_cast<const char*>(p); }
  const char* keep(const std::string& s) {
    names_.push_back(s);
    return names_.back().c_str();
  }
  std::pair<std::string, std::string> pick(const std::string& names) {
    const size_t bar = names.find('|');
    const std::string one = bar == std::string::npos           ? names
                            : options_.release == Release::Old ? names.substr(bar + 1)
                                                               : names.substr(0, bar);
    const size_t colons = one.rfind("::");
    return {one.substr(0, colons), one.substr(colons + 2)};
  }
  std::string either(const char* now, const char* then) {
    return options_.release == Release::Old ? then : now;
  }

  void addRows() {
    uint64_t next = 16;
    const auto offset = [&](const std::string& member, const char* names) {
      const auto [t, f] = pick(names);
      field(t, f, member == "narrowKlass" ? 8 : next += 8);
    };
    const uint64_t base = options_.oopBase == ~uint64_t{0} ? heap_ - 64 : options_.oopBase;
    const std::map<std::string, uint64_t> values = {{"oopBase", options_.compressedOops ? base : 0},
                                                    {"oopShift", options_.oopShift},
                                                    {"klassBase", meta_},
                                                    {"klassShift", 3},
                                                    {"mirrorKlass", 16},
                                                    {"mirrorWords", 24},
                                                    {"mirrorStatics", 28}};
#define ISL_VM_OFFSET(member, names) offset(#member, names);
#define ISL_VM_VALUE(member, type, names)                                                          \
  global(pick(names).first, pick(names).second, values.at(#member));
#include "rawheap/VmFields.def"
  }

  void addFlags() {
    const std::map<std::string, uint64_t> values = {
        {"UseCompressedOops", options_.compressedOops},
        {"UseCompressedClassPointers", 1},
        {"UseCompactObjectHeaders", 0},
        {"ObjectAlignmentInBytes", 8},
        {"UseSerialGC", options_.collector == Collector::Serial},
        {"UseParallelGC", options_.collector == Collector::Parallel},
        {"UseG1GC", options_.collector == Collector::G1},
        {"UseZGC", 0},
        {"ZGenerational", 0},
        {"UseShenandoahGC", 0},
        {"UseEpsilonGC", 0}};
    for (const auto& [name, value] : values) {
      values_.push_back(value);
      flags_[name] = &values_.back();
      flagRows_.push_back({&values_.back(), 0, keep(name)});
    }
    flagRows_.push_back({nullptr, 0, nullptr});  // the VM's sentinel
    global("JVMFlag", "flags", reinterpret_cast<uint64_t>(flagRows_.data()));
    global("JVMFlag", "numFlags", flagRows_.size());
    field("JVMFlag", "_name", offsetof(FlagRow, name));
    field("JVMFlag", "_addr", offsetof(FlagRow, address));
    type("JVMFlag", sizeof(FlagRow));
  }

  void addHeap() {
    const uint64_t collected = collectedHeap_ = metadata(512);
    global("Universe", "_collectedHeap", collected);
    field("CollectedHeap", "_reserved", 40);
    field("MemRegion", "_start", 8);
    field("MemRegion", "_word_size", 0);
    store<uint64_t>(collected + 48, heap_);
    store<uint64_t>(collected + 40, kHeapBytes / 8);
    if (options_.collector == Collector::G1) return addRegions(collected);
    // Old objects first, the rest for eden; survivors empty.
    const uint64_t young = metadata(64), old = metadata(64);
    for (uint64_t& space : spaces_) space = metadata(64);
    for (uint32_t i = 0; i < 4; ++i) {
      store<uint64_t>(spaces_[i] + 24, heap_);
      store<uint64_t>(spaces_[i] + 8, heap_);
    }
    for (uint32_t i = 0; i < 3; ++i) store<uint64_t>(young + 8 + 8 * i, spaces_[i]);
    store<uint64_t>(old + 16, spaces_[3]);
    if (options_.collector == Collector::Parallel) {
      global("ParallelScavengeHeap", "_young_gen", young);
      global("ParallelScavengeHeap", "_old_gen", old);
      field("PSOldGen", "_object_space", 16);
      spaceFields("PSYoungGen", "MutableSpace", "MutableSpace");
    } else {
      const std::string heap = either("SerialHeap", "GenCollectedHeap");
      field(heap, "_young_gen", 96);
      field(heap, "_old_gen", 104);
      store<uint64_t>(collected + 96, young);
      store<uint64_t>(collected + 104, old);
      field("TenuredGeneration", "_the_space", 16);
      spaceFields("DefNewGeneration", "ContiguousSpace", either("ContiguousSpace", "Space"));
    }
  }
  void spaceFields(const std::string& young, const std::string& space, const std::string& bottoms) {
    field(young, "_eden_space", 8);
    field(young, "_from_space", 16);
    field(young, "_to_space", 24);
    field(bottoms, "_bottom", 24);
    field(space, "_top", 8);
  }
  void addRegions(uint64_t collected) {
    const std::string region = either("G1HeapRegion", "HeapRegion"), type = region + "Type";
    const std::string manager = either("G1HeapRegionManager", "HeapRegionManager");
    field("G1CollectedHeap", "_hrm", 200);
    field(manager, "_regions", 16);
    field("G1HeapRegionTable", "_base", 8);
    field("G1HeapRegionTable", "_length", 24);
    field(region, "_bottom", 32);
    field(region, "_top", 8);
    field(region, "_type", 48);
    field(type, "_tag", 4);
    global(region, "LogOfHRGrainBytes", 18);
    constant(type + "::FreeTag", 0);
    constant(type + "::ContinuesHumongousTag", 5);
    const uint64_t table = metadata(8 * kHeapBytes / kRegionBytes);
    store<uint64_t>(collected + 200 + 16 + 8, table);
    store<uint64_t>(collected + 200 + 16 + 24, kHeapBytes / kRegionBytes);
    for (uint32_t i = 0; i < kHeapBytes / kRegionBytes; ++i) {
      regions_.push_back(metadata(64));
      store<uint64_t>(table + 8 * i, regions_[i]);
      store<uint64_t>(regions_[i] + 32, heap_ + i * kRegionBytes);
      store<uint64_t>(regions_[i] + 8, heap_ + i * kRegionBytes);
    }
    setRegionType(0, 2);
  }

 public:
  void setRegionType(uint32_t region, uint32_t tag) {
    store<uint32_t>(regions_[region] + 48 + 4, tag);
  }
  void setRegionTop(uint32_t region, uint64_t top) { store<uint64_t>(regions_[region] + 8, top); }

 private:
  uint64_t klassOf(const std::string& name, int32_t helper, uint64_t bytes) {
    const uint64_t symbol = metadata(256 + name.size()), klass = metadata(bytes);
    store<uint16_t>(symbol + layout().symbolLength, static_cast<uint16_t>(name.size()));
    memcpy(reinterpret_cast<void*>(symbol + layout().symbolBody), name.data(), name.size());
    store<uint64_t>(klass + layout().klassName, symbol);
    store<int32_t>(klass + layout().layoutHelper, helper);
    return klass;
  }
  uint64_t allocate(uint64_t klass, uint64_t bytes) {
    const uint64_t at = heapAt_;
    heapAt_ += layout().align(bytes);
    EXPECT_LE(heapAt_, heap_ + kHeapBytes);
    store<uint64_t>(at, 1);
    store<uint32_t>(at + 8, static_cast<uint32_t>((klass - meta_) >> 3));
    if (options_.collector == Collector::G1)
      setRegionTop(0, heapAt_);
    else
      store<uint64_t>(spaces_[3] + 8, heapAt_);
    return at;
  }

  const Options options_;
  Mapping heapMemory_, metaMemory_;
  uint64_t heap_ = 0, heapAt_ = 0, meta_ = 0, metaAt_ = 0, collectedHeap_ = 0;
  uint64_t mirrorKlass_ = 0;
  uint64_t threadKlass_ = 0, continuationKlass_ = 0, chunkKlass_ = 0;
  uint64_t spaces_[4] = {};
  std::vector<uint64_t> regions_;
  std::deque<std::string> names_;
  std::deque<uint64_t> values_;
  std::vector<StructRow> structs_;
  std::vector<TypeRow> types_;
  std::vector<IntRow> ints_;
  std::vector<LongRow> longs_;
  struct Rows {
    std::vector<StructRow> structs;
    std::vector<TypeRow> types;
    std::vector<IntRow> ints;
    std::vector<LongRow> longs;
  };
  std::deque<Rows> snapshots_;
  std::vector<FlagRow> flagRows_;
  std::map<std::string, uint64_t*> flags_;
  VmLayout layout_;
};

// The parts over one FakeVm.
struct FakeHeap {
  FakeVm vm;
  VmLayout layout;
  HeapSpaces spaces;
  Klasses klasses{layout, spaces};
  Reason reason;

  explicit FakeHeap(const FakeVm::Options& options = {}) : vm(options) {
    const VmTables tables = vm.tables();
    EXPECT_TRUE(layout.resolve(tables, reason)) << reason.text;
    EXPECT_TRUE(spaces.resolve(tables, reason)) << reason.text;
    klasses.setChunkSizeOffset(16);
    EXPECT_TRUE(klasses.begin());
  }
  ObjectReader reader(bool soft = true) {
    return {layout, klasses, soft ? Followed::SoftAndLinks : Followed::Links};
  }
};

}  // namespace isl::rawheap::test
