// Class-file rewriting: inserts the touch barrier, allocation sites and region markers.
//
// Pure function of its inputs: no JVM, no global state; unit-tested and run off-line by the oracle.
// Thread-safe as far as the given SiteSink and filters are. On any doubt about a method the method
// is left as it was and counted with a reason; a class that cannot be parsed, or that the VM may reject, is left
// untouched.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "store/Site.h"

namespace isl::instrument {

// Static methods of java/lang/IslRT that inserted code calls (see java/IslRT.java).
//   touch(Object)V                 receiver of getfield/putfield; null is allowed
//   use(Object)V returned(Object)V the same, and a returned value, where objects have flags
//   fresh(Object)V                 a complete object, where its birth leaves its flags as they are
//   born(Object,int)V              fresh object in a class of the program; int = site << kEpochBits
//   bornLib(Object,int)V           fresh object in a class of the JDK
//   bornSeq / bornLibSeq           the same when a spec has a `sequence` or scopes are kept apart
//   call(int)V                     before a call from the program into the JDK
//   enterHousekeeping()V exitHousekeeping()V enterInit()V exitInit()V
//   enterSeq(int)V exitSeq()V      methods that a `sequence` names
//   unit(int)V                     entry of a method whose calls are units of work
// the first six of java/lang/IslAges as well, and of java/lang/IslEvents (see java/IslEvents.java) for events that handlers see one by one.

// What the specs in the agent need, decided once at start. A class filter receives an internal
// name and answers "may objects of this class (or of a class that has this class as declared
// owner of an accessed field) be tracked?"; it must answer true when it does not know.
using ClassFilter = std::function<bool(std::string_view internalName)>;

class EventSink;

struct Features {
  bool touchReads = false;
  bool touchWrites = false;
  // A loop touches what it uses again in every iteration, not only the first time round: without it
  // an object that only a long-running loop uses looks stale to the checks during that loop.
  bool touchIterations = false;
  // Off, to measure what they gain: no second touch of what an activation touched; none of an object
  // that it allocates or constructs.
  bool touchDedupe = true;
  bool freshElision = true;
  bool loopCounts = true;     // count element accesses of tight loops in locals (LoopCounts.h)
  bool births = false;        // allocation sites
  bool libraryCalls = false;  // charge JDK allocations to the nearest application frame
  bool housekeeping = false;  // mark VM housekeeping and <clinit> regions
  bool sequences = false;     // use the bornSeq variants
  bool scopes = false;        // likewise, but for `ages`, which count the first scope as a region
  bool contexts = false;      // number the calling contexts of allocations (with `sequences`)
  ClassFilter touchable;      // empty: every class
  ClassFilter trackable;      // empty: every class (filters births by the class after `new`)
  // Words hold a site and an epoch alone, in the order of epochs (WordLayout): the helpers of java/lang/IslAges.
  // Neither with `states` nor with `events`.
  bool ages = false;
  // Objects have flags in their word: accesses step them instead of touching, and so do the returns of
  // the methods that `returnSteps` names (empty: none).
  bool states = false;
  bool usesSet = false, returnsOnce = false;  // the steps are simple ones, see FlagCodes
  std::function<bool(std::string_view cls, std::string_view method, std::string_view desc,
                     bool isStatic)>
      returnSteps;
  // Events that handlers see one by one; null: none.
  EventSink* events = nullptr;
  // Key of a method that a sequence names, or -1. Empty: none.
  std::function<int32_t(std::string_view cls, std::string_view method, std::string_view desc)>
      sequenceKey;
  // Row of a method whose calls are units of work, or -1. Empty: none.
  std::function<int32_t(std::string_view cls, std::string_view method)> unitRow;
  // Of these rows before which the thread's events are run (with `events`): handlers ask for the count.
  std::vector<int32_t> settledRows;
  // Told of each method that no enterSeq can stand in: constructors, native ones, those that stay as they
  // are. Empty: nobody asks.
  std::function<void(std::string_view cls, std::string_view method, std::string_view desc)>
      unbracketed;
};

struct ClassTraits {
  bool library = false;  // defined by the boot or the platform loader
};

enum class SkipReason : uint8_t {
  None,
  NotAClassFile,       // bad magic, truncated, malformed
  UnsupportedVersion,  // newer than 69
  Excluded,            // own helper class and friends
  HasEdits,            // rewritten before, and handed in again
  MalformedCode,       // code or an attribute of it that the VM may reject (Soundness.h)
  JsrRet,              // method uses subroutines
  StackMismatch,       // method: abstract interpretation failed
  TooLarge,            // method would pass 64 KB
  WouldLoseJit,        // method would pass 8000 bytes of bytecode (HugeMethodLimit)
  PoolFull,            // constant pool would pass 65535 entries
  Count
};
const char* describe(SkipReason reason);

struct RewriteStats {
  uint32_t methods = 0;  // with code
  uint32_t methodsRewritten = 0;
  uint32_t methodsReduced = 0;  // of these: without touches, calls and events, for their size
  std::array<uint32_t, static_cast<size_t>(SkipReason::Count)> methodsSkipped{};
  uint32_t accessSites = 0;  // getfield/putfield seen
  uint32_t touches = 0;      // barriers left after redundancy elimination
  uint32_t births = 0;
  uint32_t calls = 0;
  uint32_t events = 0;         // places that log an event
  uint32_t droppedTables = 0;  // debug tables and annotations of code that could not be moved
};

enum class Outcome : uint8_t { Unchanged, Rewritten, Skipped };

struct RewriteResult {
  Outcome outcome = Outcome::Unchanged;
  SkipReason reason = SkipReason::None;  // when Skipped
  RewriteStats stats;
};

// `in` is a class file as the JVM hands it to ClassFileLoadHook; `out` receives the new one when the
// outcome is Rewritten. java/lang/Object also gets its $isl field and java/lang/Thread its
// $islSite, $islOuter, $islCtx, $islSeq, $islScope (int) and $islSeqStack (int[]) fields.
RewriteResult rewriteClass(const uint8_t* in, size_t length, const ClassTraits& traits,
                           const Features& features, SiteSink& sites, std::vector<uint8_t>& out);

}  // namespace isl::instrument
