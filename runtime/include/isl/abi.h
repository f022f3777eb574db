// The contract between generated handlers and the agent runtime.
//
// This is the only header generated code includes besides isl/java.h and isl/history.h. It uses
// no STL and declares passive data only, so that a generated translation unit compiles in a
// fraction of a second (style rule "generated code includes one header").
//
// Threads: GC handlers and deferred handlers run on the agent's check thread after the heap walk, over
// native tables. Handlers of mode ISL_MODE_NATIVE run when a thread's event log is drained, on that
// thread or on the check thread. One lock serialises all of them, so that no two handlers ever run at
// the same time.
// Ownership: a spec descriptor and everything it points to has static storage duration. What a table of
// generated code leaves out is 0.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define ISL_ABI_VERSION 9u

extern "C" {

// One Context construct. `type` is the source name as resolved by the compiler, dots between all
// segments ("java.util.Map.Entry[]"); the runtime matches it against loaded classes by subtyping
// with '/' and '$' read as '.'. Null means "any". `sequence` is the pattern text, null = any.
// `path` is the index of the context whose objects must refer to this one's directly, or -1.
struct IslContext {
  const char* name = nullptr;
  const char* type = nullptr;
  const char* sequence = nullptr;
  int32_t path = 0;
};

enum IslPartitionKind {
  ISL_PARTITION_SINGLE = 0,
  ISL_PARTITION_TYPE = 1,
  ISL_PARTITION_ALLOC = 2,
  ISL_PARTITION_CONTEXT = 3,
  ISL_PARTITION_ALL = 4
};

enum IslEventKind {
  ISL_ON_READ = 0,
  ISL_ON_WRITE = 1,
  ISL_ON_RW = 2,
  ISL_ON_CALL = 3,
  ISL_ON_ALLOC = 4,
  ISL_ON_REACHED = 5,
  ISL_ON_REACHED_ONCE = 6,
  ISL_ON_DIED = 7,
  ISL_EVENT_COUNT = 8
};

// How a handler runs. GC events are always ISL_MODE_NATIVE. A mutator handler is deferred when
// its effect is idempotent within an epoch and not read before the check: then only "touched in
// this epoch" is recorded at run time and the body runs at the check. Any other mutator handler is
// native: each event goes to a log of its thread, in order, and the body runs for each when the log
// is drained.
enum IslHandlerMode {
  ISL_MODE_ABSENT = 0,
  ISL_MODE_DEFERRED = 1,
  ISL_MODE_JAVA = 2,
  ISL_MODE_NATIVE = 3
};

// Flags of IslRecord.
enum {
  ISL_RECORD_AMPLIFIED = 1u,  // amplified at least once (TO of the report)
  ISL_RECORD_CLEARED = 2u     // had a penalty that deamplify removed (FO)
};

// Native state of one tracked object that needs its own record. The instance fields
// (IslSpec::fieldsBytes, 8-aligned) follow the struct; under `kind = all` the history
// (historyBytes) follows them, 8-aligned.
struct IslRecord {
  uint64_t penalty;  // bytes
  uint32_t site;     // allocation site id, 0 = unknown
  uint32_t classId;  // runtime class id
  uint32_t flags;
  uint32_t bornCheck;  // number of the first check that saw the object
};

// A field of an edge or an access. index: JLS-independent numbering of requirement Q-27; the
// element index for arrays; -1 for root edges. offset: bytes from the start of the object, also of an
// element; -1 for root edges and where it is not known. Both only where the spec says
// IslSpec::asksPlaces, but for the index of an access.
struct IslField {
  int32_t index;
  int32_t offset;
  uint8_t isPrimitive;
  uint8_t isArrayElement;
  uint8_t isRoot;
};

// Contents of an array, valid only during the handler call. Reference arrays expose which slots
// are non-null (bit i of nonNull[i / 64]); primitive arrays expose their elements.
struct IslArray {
  int32_t length;
  char elementKind;         // JVM descriptor char: Z B C S I J F D, or L for references
  const uint64_t* nonNull;  // for 'L'
  const void* elements;     // for primitives, may be null when contents were not requested
};

// One object as a handler sees it, valid only during the handler call.
struct IslObject {
  struct IslRecord* record;      // null: not tracked; reads of instance fields give defaults
  uint64_t size;                 // shallow bytes
  uint64_t charge;               // bytes that amplify adds: size + bytes of arrays it owns
  void* history;                 // history of the object's partition entity, null when none
  const struct IslArray* array;  // null: not an array
  uint64_t identity;             // equal for the same object during one check; 0 = null
  // Where the spec has ISL_TRAIT_ASKS_HELD, at on_reachedOnce: how many objects the tables and chains of this one hold,
  // and their shallow bytes with those of the tables.
  uint64_t held;
  uint64_t heldBytes;
  // At on_died, where the object stands for those of one type that were allocated by one line: bytes so far of those
  // that were born, and of those of them that died; 1: the type is of a lambda or a method reference.
  uint64_t bornBytes;
  uint64_t diedBytes;
  uint8_t isLambda;
};

// Faults (isl-requirements "generated C++: run-time rules"): the handler is abandoned for this
// event; the runtime counts it and keeps the first position.
enum IslFaultKind {
  ISL_FAULT_NULL = 1,
  ISL_FAULT_INDEX = 2,
  ISL_FAULT_CAST = 3,
  ISL_FAULT_DIVIDE = 4,
  ISL_FAULT_HISTORY_INDEX = 5,
  ISL_FAULT_STEPS = 6
};

// Per check and spec; handlers receive it first. `fault` does not return (it leaves the handler
// by longjmp; handlers hold nothing that needs a destructor).
struct IslEnv {
  uint32_t check;  // number of this check, from 1
  uint32_t event;  // IslEventKind
  uint64_t steps;  // loop iterations left before ISL_FAULT_STEPS
  void (*fault)(struct IslEnv* env, int kind, int line) __attribute__((noreturn));
  // The program is under memory pressure, at on_reachedOnce.
  uint8_t pressure;
  // Units of work that the program had begun by this check, at on_reachedOnce; 0: nothing counts them.
  uint64_t units;
  uint32_t times;  // events that this call of a handler with ISL_ADDS stands for, at least 1
  uint64_t
      allocatedBytes;  // at on_died: by the program so far, of which it is known what became of it
};

// The invoked method, as on_call sees it. returns: descriptor char of the return type; id: stable hash
// of class, name and descriptor (requirement Q-41); name: as in the class file, valid as long as the method.
struct IslMethod {
  char returns;
  uint8_t isStatic;
  int32_t id;
  const char* name;
};

typedef void (*IslTouchedFn)(struct IslEnv*, struct IslObject*);
typedef void (*IslReachedFn)(struct IslEnv*, struct IslObject*, const struct IslField*);
typedef void (*IslReachedOnceFn)(struct IslEnv*, struct IslObject*);

// on_read, on_write, on_rw and on_call. `value` is the accessed or returned object where the handler
// asks for it (ISL_USES_VALUE), else null.
typedef void (*IslAccessFn)(struct IslEnv*, struct IslObject*, const struct IslField*,
                            uint32_t word1, uint32_t word2, struct IslObject* value);
typedef void (*IslCallFn)(struct IslEnv*, struct IslObject*, const struct IslMethod*,
                          uint32_t word1, uint32_t word2, struct IslObject* value);

// What a native mutator handler needs of an event.
enum {
  ISL_USES_WORDS = 1u,    // word1 or word2
  ISL_USES_VALUE = 2u,    // addressToObject
  ISL_USES_RECORD = 4u,   // state of the object itself, not only of its partition entity
  ISL_USES_PENALTY = 8u,  // takes the penalty of an object away
  ISL_USES_FIELD = 16u,   // the Field: of an element, its index
  // It only adds constants to instance fields of the object and stores constants to others: one call may
  // stand for IslEnv::times events in a row, whatever happened to other objects in between.
  ISL_ADDS = 32u,
  // A proof and no need: of the accesses to one field by objects of one site only the last window()
  // matter, and how many there were modulo window(). The handler is the only native one of its spec,
  // has no loops and no state but the history of the site, and faults for all such accesses or for none.
  ISL_KEEPS_LATEST = 64u
};

struct IslHandler {
  uint8_t event = 0;          // IslEventKind
  uint8_t mode = 0;           // IslHandlerMode
  uint8_t uses = 0;           // ISL_USES_*, of native mutator handlers
  const char* why = nullptr;  // one sentence: why this mode (also printed by --emit=plan)
  // Native mutator handlers: exactly one is set. alloc: on_alloc.
  IslAccessFn access = nullptr;
  IslCallFn call = nullptr;
  IslTouchedFn alloc = nullptr;
  // The guards that open the handler and ask only for static facts of the member (requirement Q-25): 0
  // when the handler returns at once for every access to it. Null: no such guard.
  uint8_t (*acceptsField)(const struct IslField*) = nullptr;
  uint8_t (*acceptsMethod)(const struct IslMethod*) = nullptr;
};

// A const of the spec that `tune=NAME:VALUE` may override before the first check.
// kind: descriptor char of its type (Z B C S I J F D); value points to the variable.
struct IslConst {
  const char* name = nullptr;
  char kind = 0;
  void* value = nullptr;
};

enum { ISL_STEP_CLEARS = 4u };  // a use removes the penalty

// Epoch summary: the compiler has proved that an object's whole state is a function of the
// epoch of its last touch. With n the number of the check and e the epoch of the last touch
// (allocation counts as one), the object is penalised by its charge at every check with
// n - e >= window(), and a touch removes all of it. No record is needed then.
enum IslSummaryKind { ISL_SUMMARY_NONE = 0, ISL_SUMMARY_STALE_WINDOW = 1 };

// The printed rules of the paper that a spec asks for (--paper) where the resolved ones differ.
enum {
  // on_reached fires for every edge to an object but the first of a check, not for every edge
  // (requirement Q-22).
  ISL_RULE_REACHED_AGAIN = 1u,
  // An object of a context without `path` counts only where a root, or an object that is of no
  // context of the spec, refers to it (requirement Q-48).
  ISL_RULE_HEADS_FROM_NONE = 2u,
  // The reference path of an object grows by one edge at each check that penalises it (requirement
  //
  ISL_RULE_ONE_EDGE = 4u
};

// Which of the objects with a penalty are a defect of the program: all of them, or those of sites that grow with its
// work (requirement of the spec's TObject).
enum IslDefect { ISL_DEFECT_PRESENCE = 0, ISL_DEFECT_GROWTH = 1 };

// What the compiler has proved of a spec.
enum {
  // An object that no handler has changed may do without a record at a check.
  ISL_TRAIT_SPARSE = 1u,
  // The main context is an array's, its path leads over objects of a class, and mutator handlers change
  // nothing but the state of the array itself: what happens to it before an object on the path refers to
  // it is nobody's business unless it is stored there later.
  ISL_TRAIT_PATH_ARRAYS = 2u,
  // No proof but a need: some handler asks what the object holds. An object that holds nothing, or more cannot be told
  // of, is reached with held = 0 or not at all.
  ISL_TRAIT_ASKS_HELD = 4u,
  // Likewise: a mutator handler asks for ticks. What a thread did before a tick is run before that is counted.
  ISL_TRAIT_TICKS_IN_EVENTS = 8u
};

struct IslSpec {
  uint32_t abiVersion = 0;       // ISL_ABI_VERSION
  const char* name = nullptr;    // of the problem: file stem or -n
  const char* source = nullptr;  // spec file as given to islc

  uint32_t contextCount = 0;
  const struct IslContext* contexts = nullptr;
  int32_t mainContext = 0;  // index, or -1: every object of the program

  uint8_t partition = 0;  // IslPartitionKind
  uint32_t contextBound = 0;
  uint8_t hasHistory = 0;
  uint32_t fieldsBytes = 0;                  // instance fields of one object
  uint32_t (*historyBytes)(void) = nullptr;  // of one partition entity, after tuning
  uint32_t (*window)(void) = nullptr;  // history size after tuning; 1 when there is no history
  void (*initFields)(void* fields) = nullptr;  // declared initial values
  void (*initHistory)(void* history) = nullptr;

  uint32_t constCount = 0;
  const struct IslConst* consts = nullptr;

  uint32_t handlerCount = 0;
  const struct IslHandler* handlers = nullptr;  // present handlers only

  uint8_t touchOnRead = 0;           // a field read is a touch for this spec
  uint8_t touchOnWrite = 0;          // a field write is a touch for this spec
  uint8_t needsArrayContents = 0;    // some GC handler looks into the event object as an array
  IslTouchedFn touched = nullptr;    // deferred mutator handlers; null when none
  IslReachedFn onReached = nullptr;  // null when absent
  IslReachedOnceFn onReachedOnce = nullptr;
  // Null: absent. A spec that has it has no other handler, no partition, and contexts with types alone.
  IslReachedOnceFn onDied = nullptr;

  // Handlers of mode ISL_MODE_JAVA: they only step between states of up to two boolean instance fields,
  // the flags, at the given offsets. Where the agent keeps the flags in the object's word, bytecode steps
  // them through the tables, by the flags before (bit i = flag i): the flags after, and
  // ISL_STEP_CLEARS. Else the handlers run as native ones.
  uint8_t flagCount = 0;
  uint8_t flagOffsets[2] = {};
  uint8_t onUse[4] = {};
  uint8_t onReturn[4] = {};
  uint8_t seesReturns = 0;
  // What the compiler has proved of on_reachedOnce, by the flags (bit f): with these it changes nothing of an object that
  // could show later; and nothing that happened to the object before could either, as no event leads out of them.
  uint8_t idleFlags = 0;
  uint8_t settledFlags = 0;

  uint8_t summary = 0;     // IslSummaryKind
  uint8_t rules = 0;       // ISL_RULE_*
  uint8_t asksPlaces = 0;  // some handler asks where a field is, or for the index of an edge's
  uint8_t traits = 0;      // ISL_TRAIT_*
  uint8_t defect = 0;      // IslDefect
  // Of a main context of arrays, after tuning: the compiler has proved that handlers never penalise one with fewer
  // elements, and that nothing else shows of it. Null, or 0: no such length.
  int32_t (*leastLength)(void) = nullptr;
  // Why the spec cannot do without a word in each object and rewritten classes; null: it can.
  const char* needsTrace = nullptr;
  // The method whose entries are ticks of the data, CLASS.method with a dotted binary name, or null; and where the
  // handlers look for how many there were, which the agent writes before they run. Null: nobody asks.
  const char* boundary = nullptr;
  int64_t* ticks = nullptr;
};

// Optimisations of the instrumented code that `islc -fno-...` leaves out: ISL_NO_LOOP_COUNTS and so
// on, as the list describes them.
enum {
#define CODE_SWITCH(member, name, constant, bit, help) ISL_NO_##constant = 1u << (bit),
#include "isl/Switches.def"
};

// Defined by generated code; one table per agent, and the ISL_NO_... of the agent.
extern const uint32_t isl_spec_count;
extern const struct IslSpec* const isl_specs[];
extern const uint32_t isl_disabled;

}  // extern "C"

inline int32_t isl_least_length(const IslSpec& spec) {
  return spec.leastLength == nullptr ? 0 : spec.leastLength();
}

// What generated handlers call. Null and untracked objects are ignored (requirement ).
inline void isl_amplify(IslObject* o) {
  if (o == nullptr || o->record == nullptr) return;
  o->record->penalty += o->charge;
  o->record->flags |= ISL_RECORD_AMPLIFIED;
}

// By so many bytes instead of the object's own; fewer than one adds nothing.
inline void isl_amplify_by(IslObject* o, int64_t bytes) {
  if (o == nullptr || o->record == nullptr || bytes < 1) return;
  o->record->penalty += static_cast<uint64_t>(bytes);
  o->record->flags |= ISL_RECORD_AMPLIFIED;
}

inline void isl_deamplify(IslObject* o) {
  if (o == nullptr || o->record == nullptr || o->record->penalty == 0) return;
  o->record->penalty = 0;
  o->record->flags |= ISL_RECORD_CLEARED;
}
