// Allocation sites: what the site field of the $isl word names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

struct IslSpec;

namespace isl {

// Layout of the 32-bit $isl word: [0 | site : 20 | epoch : 11]. Site 0: not an object of the program (VM housekeeping,
// before VMInit, or born where no instrumented bytecode ran). Site 1: allocated under a static initialiser.
constexpr uint32_t kEpochBits = 11;
constexpr uint32_t kEpochMask = (1u << kEpochBits) - 1;
constexpr uint32_t kMaxEpoch = kEpochMask;
constexpr uint32_t kSiteBits = 20;
constexpr uint32_t kMaxSite = (1u << kSiteBits) - 1;
constexpr uint32_t kSiteUnknown = 0;
constexpr uint32_t kSiteInitializer = 1;
constexpr uint32_t kSiteOverflow = 2;  // all sites beyond the field's capacity
constexpr uint32_t kFirstSite = 3;

// [1 | record : 20 | epoch : 11] once a handler that runs for every event has met the object: the node
// of that number (see NodeTable) keeps the site.
constexpr uint32_t kRecordBit = 0x80000000u;

// [0 | flags : 3 | site : 17 | epoch : 11] where a spec keeps flags of its objects in the word, by a code
// (FlagCodes.h). Chosen once, at start. Where handlers of other specs run for every event, an object with a record has
// [1 | flags : 1 | record : 19 | epoch : 11]: the highest bit of the code, by which most uses are told; the node has
// the two others.
constexpr uint32_t kFlagShift = 28;
constexpr uint32_t kFlagBits = 7u << kFlagShift;
constexpr uint32_t kRecordFlagBit = 4u << kFlagShift;
constexpr uint32_t kMaxSiteBesideFlags = (1u << (kFlagShift - kEpochBits)) - 1;
constexpr uint32_t kMaxRecordBesideFlag = (kRecordFlagBit >> kEpochBits) - 1;
// Set once, by keepFlagsOf(), orderByEpoch() or leaveOut() in Agent_OnLoad before any class is rewritten and any other thread exists; a
// constant from then on. Not a member of some object, as a word is taken apart at every event and in every
// step of a walk.
class WordLayout {
 public:
  // Those of `spec`; null: of none. `besideRecords`: a word may name a record.
  static void keepFlagsOf(const IslSpec* spec, bool besideRecords = false) {
    flagsOf_ = spec;
    maxSite_ = spec != nullptr ? kMaxSiteBesideFlags : kMaxSite;
    maxRecord_ = spec != nullptr && besideRecords ? kMaxRecordBesideFlag : kMaxSite;
  }
  // Where every word is a site and an epoch, it lies in the heap as [0 | epoch : 11 | site : 20], so that a touch
  // compares whole words. Everywhere else in the agent words look as above: plain() of what was read from the heap,
  // stored() of what is to be written there.
  static void orderByEpoch(bool ordered = true) { form_ = ordered ? Form::Ordered : Form::Plain; }
  // No object has a word (sites=off): plain() gives each the one site of such an agent, kFirstSite, whatever lies in its
  // place, and nothing is stored.
  static void leaveOut(bool out = true) { form_ = out ? Form::Absent : Form::Plain; }
  // Where the word is in every object that is no array: behind the header, in bytes. Arrays have their length there.
  static void followHeader(uint32_t headerBytes) { offset_ = headerBytes; }
  static uint32_t offset() { return offset_; }
  static bool absent() { return form_ == Form::Absent; }
  static bool keepsFlags() { return flagsOf_ != nullptr; }
  static bool keepsFlagsOf(const IslSpec& spec) { return flagsOf_ == &spec; }
  static bool keepsFlagsBesideRecords() { return maxRecord_ != kMaxSite; }
  static uint32_t maxSite() { return maxSite_; }      // also the mask of the site's bits
  static uint32_t maxRecord() { return maxRecord_; }  // likewise of the record's
  static uint32_t flagsIn(uint32_t plain) { return keepsFlags() ? plain & kFlagBits : 0; }
  static uint32_t plain(uint32_t stored) {
    if (form_ == Form::Plain) return stored;
    if (form_ == Form::Absent) return kFirstSite << kEpochBits;
    return (stored & kRecordBit) | (stored & kMaxSite) << kEpochBits |
           (stored >> kSiteBits & kEpochMask);
  }
  static uint32_t stored(uint32_t plain) {
    if (form_ == Form::Plain) return plain;
    return (plain & kRecordBit) | (plain & kEpochMask) << kSiteBits |
           (plain >> kEpochBits & kMaxSite);
  }

 private:
  enum class Form : uint8_t { Plain, Ordered, Absent };
  static inline Form form_ = Form::Plain;
  static inline const IslSpec* flagsOf_ = nullptr;
  static inline uint32_t maxSite_ = kMaxSite, maxRecord_ = kMaxSite;
  static inline uint32_t offset_ = 12;  // a mark word and a compressed class
};
constexpr uint32_t flagCodeOf(uint32_t word) { return word >> kFlagShift & 7; }

inline uint32_t recordIdOf(uint32_t word) { return word >> kEpochBits & WordLayout::maxRecord(); }
inline uint32_t siteOf(uint32_t word) { return word >> kEpochBits & WordLayout::maxSite(); }
constexpr uint32_t epochOf(uint32_t word) { return word & kEpochMask; }

enum class SiteKind : uint8_t {
  New,          // `new` in a class of the program
  LibraryNew,   // `new` in a class of the JDK; used only when no application frame is known
  LibraryCall,  // call from the program into the JDK: charged for what the JDK allocates there
  CallRule,     // clone, newInstance, lambda and similar call-site rules
  NewArray,     // newarray, anewarray, multianewarray
  Constructor   // stands for an object whose `new` is not known before its constructor returns
};

// A bytecode location. Views are only read during the call that receives them.
struct SiteLocation {
  std::string_view className;   // internal name, "java/util/HashMap"
  std::string_view method;      // "put", "<init>"
  std::string_view descriptor;  // "(Ljava/lang/Object;)V"
  std::string_view sourceFile;  // SourceFile attribute or empty
  int32_t line;                 // -1 when the class has no LineNumberTable
  uint32_t bci;                 // index in the original code
  SiteKind kind;
  std::string_view target;  // New*: internal name of the class; of a call: "owner.method"
};

// Of the calls of a method on a line the JDK's allocations know only the line.
inline bool isKnownByLine(const SiteLocation& location) {
  return location.kind == SiteKind::LibraryCall && location.line >= 0;
}

// Gives ids to locations. Thread-safe; called at class-load time only.
class SiteSink {
 public:
  virtual ~SiteSink() = default;
  // Never 0 or 1; kSiteOverflow when the id space is exhausted (counted by the sink).
  virtual uint32_t intern(const SiteLocation& location) = 0;
};

}  // namespace isl
