// The assembler's part for events: how receiver and value get under the key without a branch.
#include "instrument/Assembler.h"

#include <algorithm>

namespace isl::instrument {

using namespace classfile;

// Stores to or loads from the first local behind the method's own. Frames do not mention it, and
// none lies between the store and the load.
void Assembler::moveSpare(char kind, bool store) {
  const bool wide = kind == 'J' || kind == 'D';
  uint8_t opcode = op::iload;
  switch (kind) {
    case 'J': opcode = op::lload; break;
    case 'F': opcode = op::fload; break;
    case 'D': opcode = op::dload; break;
    case 'L':
    case '[': opcode = op::aload; break;
    default: break;
  }
  if (store) opcode = static_cast<uint8_t>(opcode + (op::istore - op::iload));
  moveLocal(opcode, code_->maxLocals());
  extraLocals_ = std::max(extraLocals_, wide ? 2u : 1u);
}

void Assembler::moveLocal(uint8_t opcode, uint32_t local) {
  ByteWriter writer(bytes_);
  if (local > 255) {
    writer.u1(op::wide);
    writer.u1(opcode);
    writer.u2(local);
  } else {
    writer.u1(opcode);
    writer.u1(local);
  }
}

bool Assembler::flushCount(uint32_t counter, int32_t key) {
  const uint16_t helper = helperRef(Helper::FlushCount);
  moveLocal(op::aload, counterLocal(counter));
  moveLocal(op::iload, counterLocal(counter) + 1);
  if (helper == 0 || !pushInt(key)) return false;
  invoke(helper);
  return true;
}

void Assembler::clearCount(uint32_t counter) {
  ByteWriter writer(bytes_);
  writer.u1(op::aconst_null);
  moveLocal(op::astore, counterLocal(counter));
  writer.u1(op::iconst_0);
  moveLocal(op::istore, counterLocal(counter) + 1);
}

bool Assembler::encodeCount(const Edit& edit, uint16_t helper) {
  ByteWriter writer(bytes_);
  const uint32_t local = counterLocal(edit.local);
  switch (edit.kind) {
    case EditKind::BeginCounts:
      for (uint32_t c = 0; c < edit.local; ++c) clearCount(c);
      extraLocals_ = std::max(extraLocals_, counterLocal(edit.local) - code_->maxLocals());
      extraStack_ = std::max(extraStack_, 1u);
      return true;
    case EditKind::KeepArray:
    case EditKind::KeepSameArray:
      if (edit.valueKind != 0) moveSpare(edit.valueKind, true);
      writer.u1(op::dup2);
      writer.u1(op::pop);
      moveLocal(op::astore, edit.kind == EditKind::KeepArray ? keptLocal() : local);
      if (edit.valueKind != 0) moveSpare(edit.valueKind, false);
      extraStack_ = std::max(extraStack_, 2u);
      return true;
    case EditKind::CountSame:
      if (local + 1 > 255) {
        writer.u1(op::wide);
        writer.u1(op::iinc);
        writer.u2(local + 1);
        writer.u2(1);
      } else {
        writer.u1(op::iinc);
        writer.u1(local + 1);
        writer.u1(1);
      }
      return true;
    case EditKind::CountElement:
      moveLocal(op::aload, keptLocal());
      moveLocal(op::aload, local);
      moveLocal(op::iload, local + 1);
      if (!pushInt(edit.key)) return false;
      invoke(helper);
      moveLocal(op::istore, local + 1);
      moveLocal(op::aload, keptLocal());
      moveLocal(op::astore, local);
      extraStack_ = std::max(extraStack_, 4u);
      return true;
    default:
      if (!flushCount(edit.local, edit.key)) return false;
      clearCount(edit.local);
      extraStack_ = std::max(extraStack_, 3u);
      return true;
  }
}

bool Assembler::encodeEvent(const Edit& edit, uint16_t helper) {
  ByteWriter writer(bytes_);
  switch (edit.kind) {
    case EditKind::CopyBase:
      writer.u1(op::dup);
      extraStack_ = std::max(extraStack_, 3u);
      return true;
    case EditKind::CopyElement:
      writer.u1(op::dup2);
      extraStack_ = std::max(extraStack_, 5u);
      return true;
    case EditKind::Loaded: writer.u1(op::dup_x1); break;
    case EditKind::LoadedWide: writer.u1(op::dup2_x1); break;
    case EditKind::ElementLoaded: writer.u1(op::dup_x2); break;
    case EditKind::ElementLoadedWide: writer.u1(op::dup2_x2); break;
    case EditKind::Store: writer.u1(op::dup2); break;
    case EditKind::StoreWide: {
      // Only long and double are two slots wide; the helper tells them apart.
      const bool isDouble = edit.helper == Helper::UseDouble || edit.helper == Helper::LatestDouble;
      const char kind = isDouble ? 'D' : 'J';
      moveSpare(kind, true);
      writer.u1(op::dup);
      moveSpare(kind, false);
      if (!pushInt(edit.key)) return false;
      invoke(helper);
      moveSpare(kind, false);
      extraStack_ = std::max(extraStack_, 2u);
      return true;
    }
    case EditKind::ElementUse:
      if (edit.valueKind != 0) moveSpare(edit.valueKind, true);
      writer.u1(op::dup2);
      if (!pushInt(edit.key)) return false;
      invoke(helper);
      if (edit.valueKind != 0) moveSpare(edit.valueKind, false);
      extraStack_ = std::max(extraStack_, 3u);
      return true;
    case EditKind::ElementStore:
      moveSpare(edit.valueKind, true);
      writer.u1(op::dup2);
      moveSpare(edit.valueKind, false);
      if (!pushInt(edit.key)) return false;
      invoke(helper);
      moveSpare(edit.valueKind, false);
      extraStack_ = std::max(extraStack_, 3u);
      return true;
    case EditKind::BeginCounts:
    case EditKind::KeepArray:
    case EditKind::CountElement:
    case EditKind::KeepSameArray:
    case EditKind::CountSame:
    case EditKind::FlushCount: return encodeCount(edit, helper);
    default:  // the returns
      if (edit.kind == EditKind::ReturnOne) writer.u1(op::dup);
      if (edit.kind == EditKind::ReturnWide) writer.u1(op::dup2);
      if (edit.local == Edit::kNullLocal)
        writer.u1(op::aconst_null);
      else
        loadLocal(edit.local);
      break;
  }
  extraStack_ = std::max(extraStack_, 5u);
  if (!pushInt(edit.key)) return false;
  invoke(helper);
  return true;
}

}  // namespace isl::instrument
