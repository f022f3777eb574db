#include "instrument/Values.h"

#include <algorithm>

namespace isl::instrument {

using namespace classfile;

namespace {

// A method whose states would take more than this many values is left alone.
constexpr size_t kMaxStates = size_t{16} << 20;

Value value(ValueKind kind, uint32_t id, bool touched = false) {
  Value v;
  v.kind = kind;
  v.id = id;
  v.touched = touched;
  return v;
}

bool isUninitialised(const Value& v) {
  return v.kind == ValueKind::Uninitialised || v.kind == ValueKind::UninitialisedThis;
}

}  // namespace

bool Interpreter::prepare(bool thisTouched) {
  locals_ = code_->maxLocals();
  width_ = locals_ + code_->maxStack() + 1u;  // a handler's value needs a slot
  blocks_.clear();
  blockOf_.assign(code_->insns().size(), 0);
  for (uint32_t i = 0; i < code_->count(); ++i) {
    if (!code_->insns()[i].leader) continue;
    blockOf_[i] = static_cast<uint16_t>(blocks_.size());
    blocks_.push_back({i, -1, false});
  }
  if (blocks_.size() * size_t{width_} > kMaxStates) return false;
  states_.resize(blocks_.size() * size_t{width_});
  frame_.assign(width_, Value{});
  edgeFrame_.assign(width_, Value{});
  Member shape;
  if (!parseDescriptor(method_->descriptor, shape)) return false;
  const bool instance = (method_->access & kAccStatic) == 0;
  const uint32_t parameters = shape.argumentSlots + (instance ? 1u : 0u);
  if (parameters > locals_) return false;
  // The slots of long and double parameters are never receivers; numbering them does no harm.
  for (uint32_t i = 0; i < parameters; ++i) frame_[i] = value(ValueKind::Parameter, i);
  if (instance) {
    frame_[0].touched = thisTouched;
    if (constructor_) frame_[0] = value(ValueKind::UninitialisedThis, 0);
  }
  depth_ = 0;
  low_ = 0;
  return join(0, frame_.data(), 0);
}

bool Interpreter::run(const Code& code, const Method& method, MemberTable& members, Wishes wishes,
                      FlowFacts& facts) {
  code_ = &code;
  method_ = &method;
  members_ = &members;
  touchIterations_ = wishes.touchIterations;
  events_ = wishes.events;
  dedupe_ = wishes.dedupe;
  freshElision_ = wishes.freshElision;
  constructor_ = method.name == "<init>";
  facts.clear();
  findBriefLoops();
  reporting_ = false;
  if (!prepare(wishes.thisTouched) || !fixpoint()) return false;
  reporting_ = true;
  declared_.begin(code, members.pool(), method);
  for (uint32_t i = 0; i < blocks_.size(); ++i) {
    if (blocks_[i].depth >= 0 && !interpret(i, &facts)) return false;
  }
  return true;
}

bool Interpreter::fixpoint() {
  // A slot of a state changes at most twice: to its phi, and from touched to untouched.
  while (low_ < blocks_.size()) {
    const uint32_t block = low_++;
    if (!blocks_[block].pending) continue;
    blocks_[block].pending = false;
    if (!interpret(block, nullptr)) return false;
  }
  return true;
}

// With `facts` the states are final: nothing flows, the instructions report.
bool Interpreter::interpret(uint32_t block, FlowFacts* facts) {
  const Value* state = states_.data() + size_t{block} * width_;
  depth_ = static_cast<uint32_t>(blocks_[block].depth);
  std::copy(state, state + locals_ + depth_, frame_.begin());
  dirty_ = true;
  const std::vector<Insn>& insns = code_->insns();
  // A block without a frame is entered from the block before it alone.
  if (reporting_) declared_.moveTo(insns[blocks_[block].first].bci);
  for (uint32_t i = blocks_[block].first;; ++i) {
    const Insn insn = insns[i];
    if (dirty_ && facts == nullptr && !flowToHandlers(insn.bci)) return false;
    dirty_ = false;
    if (!step(i, facts)) return false;
    const Shape shape = kOpcodes[insn.opcode].shape;
    if (facts == nullptr && (shape == Shape::Branch || shape == Shape::Switch)) {
      const bool joined =
          forEachTarget(code_->bytes(), insn.bci, [&](uint32_t, uint32_t, int64_t target) {
            return flowTo(insn.bci, static_cast<uint32_t>(target));
          });
      if (!joined) return false;
    }
    if (facts != nullptr && events_ && shape == Shape::Return && insn.opcode != op::athrow) {
      facts->returns.push_back({insn.bci, receiverLocal()});
    }
    if (endsBlock(insn.opcode)) return true;
    if (i + 1 == code_->count()) return false;  // falls off the end
    if (insns[i + 1].leader) return facts != nullptr || flowTo(insn.bci, insns[i + 1].bci);
  }
}

void Interpreter::findBriefLoops() {
  brief_.clear();
  if (!touchIterations_) return;
  for (const QuietLoop& loop : findQuietLoops(*code_)) {
    if (isCounted(*code_, loop)) brief_.push_back(loop);
  }
}

// Does every branch back to that instruction close a brief loop?
bool Interpreter::isBrief(uint32_t head) const {
  const auto at =
      std::lower_bound(brief_.begin(), brief_.end(), head,
                       [](const QuietLoop& loop, uint32_t first) { return loop.first < first; });
  return at != brief_.end() && at->first == head;
}

bool Interpreter::flowTo(uint32_t from, uint32_t bci) {
  const uint32_t block = blockOf_[code_->indexAt(bci)];
  if (!touchIterations_ || bci > from || isBrief(blocks_[block].first)) {
    return join(block, frame_.data(), depth_);
  }
  std::copy(frame_.begin(), frame_.begin() + locals_ + depth_, edgeFrame_.begin());
  for (uint32_t i = 0; i < locals_ + depth_; ++i) edgeFrame_[i].touched = false;
  return join(block, edgeFrame_.data(), depth_);
}

bool Interpreter::flowToHandlers(uint32_t bci) {
  for (const Handler& handler : code_->handlers()) {
    if (bci < handler.start || bci >= handler.end) continue;
    std::copy(frame_.begin(), frame_.begin() + locals_, edgeFrame_.begin());
    const Value caught = value(ValueKind::Caught, handler.handler);
    for (uint32_t i = 0; i < locals_; ++i) {
      if (edgeFrame_[i].sameObject(caught)) edgeFrame_[i] = Value{};
    }
    edgeFrame_[locals_] = caught;
    if (!join(blockOf_[code_->indexAt(handler.handler)], edgeFrame_.data(), 1)) return false;
  }
  return true;
}

bool Interpreter::join(uint32_t index, const Value* incoming, uint32_t depth) {
  Block& block = blocks_[index];
  Value* state = states_.data() + size_t{index} * width_;
  bool changed = false;
  if (block.depth < 0) {
    std::copy(incoming, incoming + locals_ + depth, state);
    block.depth = static_cast<int32_t>(depth);
    changed = true;
  } else {
    if (static_cast<uint32_t>(block.depth) != depth) return false;
    for (uint32_t i = 0; i < locals_ + depth; ++i) {
      Value& mine = state[i];
      const Value& other = incoming[i];
      const bool untouch = mine.touched && !other.touched;
      if (untouch) mine.touched = false;
      changed |= untouch;
      const bool agreed = mine.kind == other.kind && mine.id == other.id && mine.slot == other.slot;
      const bool ownPhi = mine.kind == ValueKind::Phi && mine.id == block.first && mine.slot == i;
      if (agreed || ownPhi) continue;
      const bool touched = mine.touched;
      mine = value(ValueKind::Phi, block.first, touched);
      mine.slot = static_cast<uint16_t>(i);
      changed = true;
    }
  }
  if (changed && !block.pending) {
    block.pending = true;
    low_ = std::min(low_, index);
  }
  return true;
}

bool Interpreter::push(Value v) {
  if (locals_ + depth_ >= width_ - 1) return false;
  frame_[locals_ + depth_++] = v;
  return true;
}

bool Interpreter::pushUnknown(uint32_t slots) {
  for (; slots > 0; --slots) {
    if (!push(Value{})) return false;
  }
  return true;
}

bool Interpreter::pushProduced(uint32_t bci) {
  retire(ValueKind::Produced, ValueKind::Previous, bci);
  return push(value(ValueKind::Produced, bci));
}

bool Interpreter::pop(uint32_t slots) {
  if (slots > depth_) return false;
  depth_ -= slots;
  return true;
}

void Interpreter::rename(const Value& from, const Value& to) {
  for (uint32_t i = 0; i < locals_ + depth_; ++i) {
    if (frame_[i].sameObject(from)) frame_[i] = to;
  }
  dirty_ = true;
}

// The instruction at `bci` is about to produce a value again.
void Interpreter::retire(ValueKind current, ValueKind previous, uint32_t bci) {
  if (!code_->summary().loops) return;
  for (uint32_t i = 0; i < locals_ + depth_; ++i) {
    Value& v = frame_[i];
    if (v.id != bci) continue;
    if (v.kind == previous) {
      // What was fresh stays as good as touched, though it equals nothing any more.
      const bool touched = v.touched;
      v = Value{};
      v.touched = touched;
      dirty_ = true;
    } else if (v.kind == current) {
      v.kind = previous;
      dirty_ = true;
    }
  }
}

void Interpreter::touch(const Value& touched) {
  const Value object = touched;
  for (uint32_t i = 0; i < locals_ + depth_; ++i) {
    if (frame_[i].sameObject(object)) frame_[i].touched = true;
  }
}

bool Interpreter::needsTouch(const Value& receiver) const {
  if (isUninitialised(receiver)) return false;
  if (!receiver.touched) return true;
  const bool underConstruction =
      constructor_ && receiver.kind == ValueKind::Parameter && receiver.id == 0;
  const bool born = underConstruction || receiver.kind == ValueKind::Fresh ||
                    receiver.kind == ValueKind::PreviousFresh;
  return !dedupe_ && !(born && freshElision_);
}

uint32_t Interpreter::localHolding(const Value& object) const {
  for (uint32_t i = 0; i < locals_; ++i) {
    if (frame_[i].sameObject(object) && declared_.usable(i)) return i;
  }
  return kNoLocal;
}

uint32_t Interpreter::receiverLocal() const {
  const bool isStatic = (method_->access & kAccStatic) != 0;
  return isStatic ? kNoLocal : localHolding(value(ValueKind::Parameter, 0));
}

uint32_t Interpreter::originOf(const Value& v) const {
  switch (v.kind) {
    case ValueKind::Parameter: return kAtEntry;
    case ValueKind::Produced:
    case ValueKind::Caught: return code_->indexAt(v.id);
    case ValueKind::Phi: return v.id;
    default: return kNoLocal;
  }
}

bool Interpreter::load(uint32_t local, uint32_t slots) {
  if (local + slots > locals_) return false;
  for (uint32_t i = 0; i < slots; ++i) {
    if (!push(frame_[local + i])) return false;
  }
  return true;
}

bool Interpreter::store(uint32_t local, uint32_t slots) {
  if (local + slots > locals_ || slots > depth_) return false;
  for (uint32_t i = 0; i < slots; ++i) {
    frame_[local + i] = top(slots - 1 - i);
    if (reporting_) declared_.stored(local + i);
  }
  dirty_ = true;
  return pop(slots);
}

bool Interpreter::step(uint32_t index, FlowFacts* facts) {
  const uint8_t opcode = code_->insns()[index].opcode;
  const uint32_t bci = code_->insns()[index].bci;
  const OpcodeInfo& info = kOpcodes[opcode];
  if (facts != nullptr && events_ && (isElementLoad(opcode) || isElementStore(opcode))) {
    const uint32_t above = info.pops - 1u;
    if (above < depth_) {
      const Value& array = top(above);
      const uint32_t slot = array.kind == ValueKind::Parameter ? array.id : array.slot;
      facts->elements.push_back({index, originOf(array), slot});
    }
  }
  switch (info.shape) {
    case Shape::Local: {
      const uint32_t local = localOf(bci, opcode);
      return info.pops == 0 ? load(local, info.pushes) : store(local, info.pops);
    }
    case Shape::Special: return special(index, opcode, facts);
    case Shape::Ref: return pop(info.pops) && pushProduced(bci);
    default: return pop(info.pops) && pushUnknown(info.pushes);
  }
}

// The local that a load or store names: in its operand or in the opcode itself.
uint32_t Interpreter::localOf(uint32_t bci, uint8_t opcode) const {
  const uint8_t firstShort = opcode < op::istore ? op::iload_0 : op::istore_0;
  return opcode >= firstShort ? (opcode - firstShort) & 3u : code_->bytes()[bci + 1];
}

bool Interpreter::special(uint32_t index, uint8_t opcode, FlowFacts* facts) {
  const uint32_t bci = code_->insns()[index].bci;
  switch (opcode) {
    case op::getstatic:
    case op::putstatic:
    case op::getfield:
    case op::putfield: return field(index, opcode, facts);
    case op::invokevirtual:
    case op::invokespecial:
    case op::invokestatic:
    case op::invokeinterface:
    case op::invokedynamic: return invoke(index, opcode, facts);
    case op::new_:
      // Verified code holds no uninitialised object of an earlier execution (JVMS 4.10.1.9 new).
      rename(value(ValueKind::Uninitialised, bci), Value{});
      return push(value(ValueKind::Uninitialised, bci));
    case op::multianewarray: return pop(code_->bytes()[bci + 3]) && pushProduced(bci);
    case op::wide: {
      const uint8_t inner = code_->bytes()[bci + 1];
      const OpcodeInfo& info = kOpcodes[inner];
      const uint32_t local = load2(code_->bytes() + bci + 2);
      if (inner == op::iinc) return local < locals_;
      return info.pops == 0 ? load(local, info.pushes) : store(local, info.pops);
    }
    default: return shuffle(opcode);
  }
}

bool Interpreter::field(uint32_t index, uint8_t opcode, FlowFacts* facts) {
  const uint32_t bci = code_->insns()[index].bci;
  const Member& member = members_->at(code_->operand2(index));
  if (!member.valid || member.ref.descriptor[0] == '(') return false;
  const bool instance = opcode == op::getfield || opcode == op::putfield;
  const bool read = opcode == op::getfield || opcode == op::getstatic;
  const uint32_t above = read ? 0 : member.slots;
  if (depth_ < above + (instance ? 1 : 0)) return false;
  if (instance) {
    const Value receiver = top(above);
    const bool wanted = read ? member.touchRead : member.touchWrite;
    if (facts != nullptr) ++facts->accessSites;
    const EventChoice& event = read ? member.readEvent : member.writeEvent;
    if (facts != nullptr && events_ && event.key != 0 && !isUninitialised(receiver)) {
      facts->events.push_back({index, localHolding(receiver)});
    }
    if (wanted && needsTouch(receiver)) {
      if (facts != nullptr) {
        facts->accesses.push_back({bci, localHolding(receiver), static_cast<uint8_t>(above)});
      }
      touch(receiver);
    }
  }
  if (!pop(above + (instance ? 1 : 0))) return false;
  if (!read) return true;
  return member.reference ? pushProduced(bci) : pushUnknown(member.slots);
}

bool Interpreter::invoke(uint32_t index, uint8_t opcode, FlowFacts* facts) {
  const uint32_t bci = code_->insns()[index].bci;
  const Member& member = members_->at(code_->operand2(index));
  if (!member.valid || member.ref.descriptor[0] != '(') return false;
  const bool receiver = opcode != op::invokestatic && opcode != op::invokedynamic;
  if (!pop(member.argumentSlots)) return false;
  if (receiver) {
    if (depth_ == 0) return false;
    if (opcode == op::invokespecial && member.constructor) {
      return construct(index, member.ref.owner == "java/lang/Object", facts);
    }
    if (!pop(1)) return false;
  }
  return member.reference ? pushProduced(bci) : pushUnknown(member.slots);
}

// Arguments are popped, the receiver of <init> is on top.
bool Interpreter::construct(uint32_t index, bool root, FlowFacts* facts) {
  const Value object = top(0);
  if (!pop(1)) return false;
  if (object.kind == ValueKind::UninitialisedThis) {
    // Objects under construction were born in this epoch: their accesses need no touch.
    rename(object, value(ValueKind::Parameter, 0, freshElision_));
    if (facts != nullptr) {
      const uint32_t local = receiverLocal();
      if (local != kNoLocal) facts->constructed.push_back({code_->insns()[index].bci, local, root});
    }
    return true;
  }
  if (object.kind != ValueKind::Uninitialised) return false;
  retire(ValueKind::Fresh, ValueKind::PreviousFresh, object.id);
  const Value fresh = value(ValueKind::Fresh, object.id, freshElision_);
  rename(object, fresh);
  if (facts == nullptr) return true;
  if (depth_ > 0 && top(0).sameObject(fresh)) {
    facts->births.push_back({code_->insns()[index].bci, object.id, kNoLocal});
  } else if (const uint32_t local = localHolding(fresh); local != kNoLocal) {
    facts->births.push_back({code_->insns()[index].bci, object.id, local});
  }
  return true;
}

bool Interpreter::shuffle(uint8_t opcode) {
  // Below: how many slots are copied and how many lie between the copy and the original.
  const auto duplicate = [&](uint32_t copied, uint32_t between) {
    if (depth_ < copied + between || !pushUnknown(copied)) return false;
    for (uint32_t i = 0; i < copied + between; ++i) top(i) = top(i + copied);
    for (uint32_t i = 0; i < copied; ++i) top(copied + between + i) = top(i);
    return true;
  };
  switch (opcode) {
    case op::dup: return duplicate(1, 0);
    case op::dup_x1: return duplicate(1, 1);
    case op::dup_x2: return duplicate(1, 2);
    case op::dup2: return duplicate(2, 0);
    case op::dup2_x1: return duplicate(2, 1);
    case op::dup2_x2: return duplicate(2, 2);
    case op::swap:
      if (depth_ < 2) return false;
      std::swap(top(0), top(1));
      return true;
    default: return false;
  }
}

}  // namespace isl::instrument
