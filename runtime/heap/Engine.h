// What evaluates one spec during a heap walk.
//
// The walk reports every live object once, as a burst: its class, its outgoing edges, and last its
// $isl word (objects only). Callbacks run with the world stopped: no JVMTI, no JNI, no waiting.
#pragma once

#include <cstdint>
#include <functional>

#include "heap/HandlerGuard.h"
#include "heap/SiteStats.h"
#include "heap/SiteWatch.h"
#include "store/ClassTable.h"
#include "store/NodeTable.h"
#include "store/SiteTable.h"
#include "isl/abi.h"

namespace isl {

// Sequences of the contexts that hold at a site, frozen before each walk.
using SiteSequences = std::vector<uint64_t>;

// Sites that were seen in scopes or calling contexts, frozen before each walk; empty without either.
struct SiteScopes {
  std::vector<uint32_t> plain;    // by site id: the same site without scope and context
  std::vector<uint16_t> scope;    // by site id: 0 none
  std::vector<uint16_t> context;  // by site id

  const SiteTable* sites =
      nullptr;  // for events of sites that are newer; null: they stand for themselves

  uint32_t plainOf(uint32_t site) const {
    if (site < plain.size()) return plain[site];
    return sites == nullptr || site < kFirstSite ? site : sites->get(site).plain;
  }
  uint32_t scopeOf(uint32_t site) const { return site < scope.size() ? scope[site] : 0; }
  uint32_t contextOf(uint32_t site) const {
    if (site < context.size()) return context[site];
    return sites == nullptr ? 0 : sites->get(site).context;
  }
};

class ObjectReferences;
class PassNodes;

struct WalkState {
  ClassTable* classes = nullptr;
  NodeTable* nodes = nullptr;
  const SiteSequences* sequences = nullptr;  // by site id; sites beyond it match none
  uint32_t check = 0;
  uint32_t sinceLast = 1;              // checks since the last walk
  const SiteScopes* scopes = nullptr;  // null: none
  ProgramNow program;
  bool staticData = false;  // what static initialisers allocate counts, too
  uint32_t startUp = 0;     // number of the check at which the program was ready; 0: none yet
  bool leavesOut(uint32_t site) const { return site == kSiteInitializer && !staticData; }

  uint32_t plainOf(uint32_t site) const { return scopes == nullptr ? site : scopes->plainOf(site); }
  uint32_t contextOf(uint32_t site) const {
    return scopes == nullptr ? 0 : scopes->contextOf(site);
  }
  SiteWatch* watch = nullptr;              // null: nothing is to be explained
  PassNodes* pass = nullptr;               // null: objects are told by their tags
  ObjectReferences* references = nullptr;  // until end(); null: bursts have no addresses
  // By node: the object's number in the mark of this pass, 0: not known. Null without a pass.
  const std::vector<uint32_t>* numbers = nullptr;
  uint32_t numberOf(uint32_t node) const {
    return numbers != nullptr && node < numbers->size() ? (*numbers)[node] : 0;
  }
};

// The object whose burst is being reported.
struct Burst {
  uint32_t classId = 0;
  uint32_t node = 0;        // 0: the object has no identity of its own
  uint64_t arrayBytes = 0;  // non-empty arrays that it refers to
  jlong* tag = nullptr;     // cell of the object itself, valid only inside the callback
  // Where the heap is read directly, without tags: the object's address, and its number in the mark.
  uint64_t address = 0;
  uint32_t number = 0;
  bool isArray = false;
};

// An outgoing edge of the burst.
struct Edge {
  uint32_t classId = 0;  // of the referee
  uint64_t bytes = 0;    // shallow size of the referee
  int32_t length = -1;   // of the referee, if it is an array
  jlong* tag = nullptr;  // cell of the referee
  // Where the heap is read directly: the referee's address; the field has its offset and no index.
  uint64_t address = 0;
  IslField field{};
};

// Sums of one spec after a check.
struct CheckSums {
  uint64_t penalty = 0;        // of sites that count
  uint64_t countedBytes = 0;   // live bytes of their suspicious objects
  uint64_t hiddenPenalty = 0;  // of sites below the threshold
  uint64_t hiddenBytes = 0, hiddenSites = 0;
  uint64_t asideBytes = 0, asideSites = 0;  // of sites that the option `aside` names
  uint64_t initializerBytes = 0;            // suspicious, allocated under static initialisers
  uint64_t staleBytes = 0;                  // live bytes of suspicious objects, all sites
  uint64_t trackedBytes = 0;                // live bytes of tracked objects, see measuresTracked()
  uint64_t touchedObjects = 0;              // deferred handlers run
  uint64_t reachedObjects = 0;              // on_reachedOnce fired
  uint64_t reachedEdges = 0;                // on_reached fired
};

class Engine {
 public:
  virtual ~Engine() = default;
  // Events may come before the first walk.
  void setScopes(const SiteScopes* scopes) { walk_.scopes = scopes; }
  virtual void begin(const WalkState& walk) = 0;
  // An edge of the current burst; the word of the referrer is not known yet. Edges of roots (isRoot)
  // come at any time, with an empty burst.
  virtual void edge(const Burst& burst, const Edge& edge) = 0;
  // End of an object's burst. `word` is 0 and `hasWord` false for arrays.
  virtual void object(const Burst& burst, uint32_t word, bool hasWord) = 0;
  // Bytes of arrays that turned out to belong to an object reported earlier.
  virtual void ownedArray(uint32_t ownerWord, uint32_t ownerClass, uint64_t bytes) = 0;
  // A primitive array with its contents; `node` as in Burst.
  virtual void primitiveArray(uint32_t classId, uint32_t node, int32_t length,
                              const void* elements) = 0;
  // After the walk, the world running again.
  virtual void end() = 0;

  // Walks between the two are trials: stats(), scopeStats() and sums() tell what they find, and
  // nothing else of them remains.
  virtual void beginTrial() = 0;
  virtual void endTrial() = 0;

  // Before the walk at which a framework or an option told that the program is ready: what a spec of growth knows of
  // holders is of the start-up, in which a table may have filled and stood still.
  virtual void startUpEnds() {}

  // The node is about to be used for another object: this one is dead.
  virtual void freed(uint32_t node) = 0;

  // How often, or by how much, an object was amplified by the last walk; 0: it is not suspicious, or was
  // used since. Of one spec the values of objects of one class compare.
  virtual double amplified(uint32_t node, uint32_t word) const = 0;

  virtual bool wantsEdges() const = 0;
  // Do stats() tell what was suspicious at the checks before, and is still (bytesBefore)?
  virtual bool tellsBefore() const { return false; }
  // Of a site's objects that are suspicious no more, the part that died, from 0 to 1: the others were used again.
  virtual double diedOf(uint32_t) const { return 1; }
  // The last check up to that one at which the spec was seen to have lost something of the site: a suspicious object that died,
  // or a thing that a suspicious holder no longer holds. 0: none is known.
  virtual uint32_t lastLost(uint32_t, uint32_t) const { return 0; }
  // Does what the holders of that site hold come and go, as far as is known, suspicious or not? See Turnover.
  virtual bool turnsOver(uint32_t) const { return false; }
  // Must every check walk the heap? False: the next walk tells what the checks before it would have found.
  virtual bool wantsEveryCheck() const { return false; }
  // If it must: may an epoch end all the same without a check where that is too dear?
  virtual bool mayMissChecks() const { return true; }
  // Objects ever amplified, and of these the ones whose penalty a use removed (TO, FO).
  virtual uint64_t amplifiedObjects() const = 0;
  virtual uint64_t clearedObjects() const = 0;
  // Allocation sites of those objects (TS, FS).
  virtual const SiteSet& amplifiedSites() const = 0;
  virtual const SiteSet& clearedSites() const = 0;
  // Does the spec look at some objects only, and tell in its sums how many bytes they have?
  virtual bool measuresTracked() const { return false; }
  virtual class RecordEngine* records() { return nullptr; }
  virtual const HandlerFaults& faults(IslEventKind) const {
    static const HandlerFaults none;
    return none;
  }
  // Of a spec that tells what died young: all that the program allocated, of which the fate is known. Else 0.
  virtual uint64_t allocatedBytes() const { return 0; }

  const IslSpec& spec() const { return *spec_; }
  const SiteStats& stats() const { return stats_; }
  // The part of stats() that was allocated in scopes, by the site's variant for the scope.
  const SiteStats& scopeStats() const { return scopeStats_; }
  const CheckSums& sums() const { return sums_; }

 protected:
  Engine(const IslSpec* spec, size_t index) : spec_(spec), index_(index) {}
  const IslSpec* spec_;
  size_t index_;  // of the spec in the agent
  // Adds to stats() and, when `born` is a site's variant for a scope, to scopeStats(). `number`: of the object in a
  // mark, 0: none.
  SiteStat& charge(uint32_t born, uint32_t classId, uint64_t objects, uint64_t bytes,
                   uint64_t arrayBytes, uint64_t penalty, uint32_t number = 0) {
    const uint32_t site = walk_.plainOf(born), type = walk_.classes->typeOf(classId);
    SiteStat& stat = stats_.at(site, type);
    add(stat, objects, bytes, arrayBytes, penalty);
    if (number != 0) stat.samples.add(number);
    if (site == born) return stat;
    SiteStat& inScope = scopeStats_.at(born, type);
    add(inScope, objects, bytes, arrayBytes, penalty);
    if (number != 0) inScope.samples.add(number);
    return stat;
  }

  SiteStats stats_, scopeStats_;
  CheckSums sums_;
  WalkState walk_;

 private:
  static void add(SiteStat& stat, uint64_t objects, uint64_t bytes, uint64_t arrayBytes,
                  uint64_t penalty) {
    stat.objects += objects;
    stat.bytes += bytes;
    stat.arrayBytes += arrayBytes;
    stat.penalty += penalty;
  }
};

}  // namespace isl
