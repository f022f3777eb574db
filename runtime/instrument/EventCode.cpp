// The assembler's part for events: how receiver and value get under the key without a branch.
#include "instrument/Assembler.h"

#include <algorithm>

namespace isl::instrument {

using namespace classfile;

// Stores to or loads from the first local behind the method's own. Frames do not mention it, and none
// lies between the store and the load.
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
  ByteWriter writer(bytes_);
  const uint32_t local = code_->maxLocals();
  if (local > 255) {
    writer.u1(op::wide);
    writer.u1(opcode);
    writer.u2(local);
  } else {
    writer.u1(opcode);
    writer.u1(local);
  }
  extraLocals_ = std::max(extraLocals_, wide ? 2u : 1u);
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
      const char kind = edit.helper == Helper::UseDouble ? 'D' : 'J';
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
