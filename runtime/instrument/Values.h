// Abstract interpretation of one method: which slots hold the same object, which objects are still
// uninitialised, and which have certainly been touched in this activation.
//
// Equal values always mean the same object *now*. Two rules keep that true in loops:
// - When an instruction produces its value again, holders of the previous one are renamed to
//   Previous, and holders of the one before that to Unknown.
// - Where paths join and disagree, the slot gets a value of its own, Phi(block, slot). In the fixed
//   point no other slot can hold that value when the block is entered: on the first path from the
//   method's entry to the block it cannot have existed yet, and a slot that all paths agree on must
//   agree with that path.
//
// "Touched" sits beside the value in each slot, so that a join is the intersection slot by slot. It
// survives calls, though a check may happen inside a call: an object counts as used when an
// activation that uses it begins to, and the next activation touches it again. Where one activation
// lasts for many checks, Features.touchIterations forgets the touches at every backward branch, but
// for loops that count and call nothing.
#pragma once

#include <vector>

#include "classfile/ClassFile.h"
#include "classfile/Code.h"
#include "classfile/FrameLocals.h"
#include "instrument/Loops.h"
#include "instrument/Members.h"

namespace isl::instrument {

enum class ValueKind : uint8_t {
  Unknown,        // equals nothing, not even itself: primitives, halves, lost track
  Produced,       // by the instruction at `id`
  Previous,       // by its execution before the latest one
  Parameter,      // local `id` at entry
  Caught,         // pushed for the handler at `id`
  Phi,            // of block `id` in `slot`
  Uninitialised,  // by `new` at `id`
  UninitialisedThis,
  Fresh,  // by `new` at `id`, constructed
  PreviousFresh
};

struct Value {
  uint32_t id = 0;
  uint16_t slot = 0;
  ValueKind kind = ValueKind::Unknown;
  bool touched = false;

  bool sameObject(const Value& other) const {
    return kind != ValueKind::Unknown && kind == other.kind && id == other.id && slot == other.slot;
  }
};

constexpr uint32_t kNoLocal = 0xffffffff;

// A getfield or putfield whose receiver may not have been touched yet.
struct AccessFact {
  uint32_t bci;
  uint32_t local;      // one that holds the receiver and may be loaded, or kNoLocal
  uint8_t valueSlots;  // putfield: size of the value above the receiver; getfield: 0
};

// A constructor call that ends the birth of an object made by `new` in this method.
struct BirthFact {
  uint32_t bci;  // of the invokespecial
  uint32_t newBci;
  uint32_t local;  // holds the object when it is not on top of the stack; else kNoLocal
};

// A getfield or putfield that is an event, on an initialised object.
struct EventFact {
  uint32_t index;  // of the instruction
  uint32_t local;  // holds the receiver, or kNoLocal
};

// An access of an array's element. `origin` is the instruction that defines which array it is:
// while that is not executed again, it is the same one; kNoLocal: nothing is known, kAtEntry: an
// argument of the method. Where paths join, and where the method begins, several values have the
// same origin: `slot` tells them apart.
struct ElementFact {
  uint32_t index;  // of the instruction
  uint32_t origin;
  uint32_t slot;
};
constexpr uint32_t kAtEntry = 0xfffffffe;

// In a constructor: the call of Object's constructor, after which `local` holds the object.
struct ConstructedFact {
  uint32_t bci;
  uint32_t local;
  bool root;  // the constructor called is that of java/lang/Object
};

// A normal return; `receiver` is a local that holds the receiver, or kNoLocal.
struct ReturnFact {
  uint32_t bci;
  uint32_t receiver;
};

struct FlowFacts {
  std::vector<AccessFact> accesses;
  std::vector<BirthFact> births;
  std::vector<ConstructedFact> constructed;
  // Only where events are wanted.
  std::vector<EventFact> events;
  std::vector<ReturnFact> returns;
  std::vector<ElementFact> elements;  // by index
  uint32_t accessSites = 0;           // reached, needing a barrier or not

  void clear() {
    accesses.clear();
    births.clear();
    events.clear();
    constructed.clear();
    returns.clear();
    elements.clear();
    accessSites = 0;
  }
};

class Interpreter {
 public:
  // False: the code is inconsistent (it would not verify, or our model of it is wrong).
  // `thisTouched`: the method touches its receiver at entry. `touchIterations`, `dedupe`,
  // `freshElision`: see Features. `events`: fill in the facts about events.
  struct Wishes {
    bool thisTouched = false, touchIterations = false, events = false;
    bool dedupe = true, freshElision = true;
  };
  bool run(const classfile::Code& code, const classfile::Method& method, MemberTable& members,
           Wishes wishes, FlowFacts& facts);

 private:
  struct Block {
    uint32_t first = 0;  // instruction index
    int32_t depth = -1;  // of the stack at entry, -1: not reached
    bool pending = false;
  };

  bool prepare(bool thisTouched);
  bool fixpoint();
  bool interpret(uint32_t block, FlowFacts* facts);
  bool step(uint32_t index, FlowFacts* facts);
  bool special(uint32_t index, uint8_t opcode, FlowFacts* facts);
  bool field(uint32_t index, uint8_t opcode, FlowFacts* facts);
  bool invoke(uint32_t index, uint8_t opcode, FlowFacts* facts);
  bool construct(uint32_t index, bool root, FlowFacts* facts);
  bool shuffle(uint8_t opcode);
  bool load(uint32_t local, uint32_t slots);
  bool store(uint32_t local, uint32_t slots);
  uint32_t localOf(uint32_t bci, uint8_t opcode) const;

  bool push(Value value);
  bool pushUnknown(uint32_t slots);
  bool pushProduced(uint32_t bci);
  bool pop(uint32_t slots);
  Value& top(uint32_t below) { return frame_[locals_ + depth_ - 1 - below]; }

  void rename(const Value& from, const Value& to);
  void retire(ValueKind current, ValueKind previous, uint32_t bci);
  void touch(const Value& value);
  bool needsTouch(const Value& receiver) const;
  uint32_t localHolding(const Value& value) const;
  uint32_t receiverLocal() const;
  uint32_t originOf(const Value& value) const;

  bool flowTo(uint32_t from, uint32_t bci);
  void findBriefLoops();
  bool isBrief(uint32_t head) const;
  bool flowToHandlers(uint32_t bci);
  bool join(uint32_t block, const Value* incoming, uint32_t depth);

  const classfile::Code* code_ = nullptr;
  const classfile::Method* method_ = nullptr;
  MemberTable* members_ = nullptr;
  bool constructor_ = false;
  bool touchIterations_ = false;
  bool events_ = false;
  bool dedupe_ = true;
  bool freshElision_ = true;
  bool dirty_ = false;  // locals changed since handlers saw them
  uint32_t locals_ = 0;
  uint32_t width_ = 0;  // locals and stack
  uint32_t depth_ = 0;
  uint32_t low_ = 0;                 // no block below is pending
  bool reporting_ = false;           // the states are final
  classfile::FrameLocals declared_;  // while reporting: what inserted code may load
  std::vector<Value> frame_;
  std::vector<Value> edgeFrame_;  // what a handler or the head of a loop sees
  std::vector<Value> states_;     // width_ values a block
  std::vector<Block> blocks_;
  std::vector<QuietLoop> brief_;   // counted loops without calls
  std::vector<uint16_t> blockOf_;  // by instruction index, for leaders
};

}  // namespace isl::instrument
