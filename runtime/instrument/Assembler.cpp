#include "instrument/Assembler.h"

#include <algorithm>
#include <string>

namespace isl::instrument {

using namespace classfile;

namespace {

struct HelperInfo {
  HelperId cls;
  std::string_view name, descriptor;
};

constexpr HelperInfo kHelpers[] = {
#define ISL_HELPER(id, cls, name, descriptor) {HelperId::cls, name, descriptor},
#include "instrument/Helpers.def"
};

// Stack map tables exist from version 50 on (JVMS 4.10).
constexpr uint16_t kFirstWithFrames = 50;

bool takesKey(Helper region) {
  return region == Helper::EnterSeq || region == Helper::EnterContext ||
         region == Helper::ExitContext || region == Helper::Unit;
}

// Slots that the appended handlers need: the exception, and beside it a key or what a counter holds.
uint32_t handlerStack(const std::vector<Region>& regions, const CountedLoops& counted,
                      bool restores) {
  if (!counted.keys.empty()) return 4;
  if (restores) return 2;
  uint32_t slots = regions.empty() ? 0 : 1;
  for (const Region& region : regions) slots = takesKey(region.exit) ? 2 : slots;
  return slots;
}

}  // namespace

uint16_t Assembler::helperRef(Helper helper) {
  uint16_t& ref = helpers_[static_cast<size_t>(helper)];
  if (ref != 0) return ref;
  const HelperInfo& info = kHelpers[static_cast<size_t>(helper)];
  uint16_t& cls = helperClasses_[static_cast<size_t>(info.cls)];
  if (cls == 0) cls = cls_.pool.addClass(kHelperClasses[static_cast<size_t>(info.cls)]);
  return ref = cls_.pool.addMethodref(cls, info.name, info.descriptor);
}

void Assembler::invoke(uint16_t helper) {
  ByteWriter writer(bytes_);
  writer.u1(op::invokestatic);
  writer.u2(helper);
}

bool Assembler::pushInt(int32_t value) {
  const uint16_t index = cls_.pool.addInteger(value);
  ByteWriter writer(bytes_);
  if (index < 256) {
    writer.u1(op::ldc);
    writer.u1(index);
  } else {
    writer.u1(op::ldc_w);
    writer.u2(index);
  }
  return index != 0;
}

uint32_t Assembler::siteOf(const Edit& edit) {
  SiteLocation site{};
  site.className = cls_.name;
  site.method = method_->name;
  site.descriptor = method_->descriptor;
  site.sourceFile = cls_.sourceFile;
  site.bci = edit.bci;
  site.kind = edit.siteKind;
  const bool ofClass = edit.siteKind == SiteKind::New || edit.siteKind == SiteKind::LibraryNew;
  if (ofClass) {
    site.line = lines_.at(*code_, cls_.pool, edit.bci);
    site.target = cls_.pool.className(edit.target);
    return sites_.intern(site);
  }
  site.line = lines_.at(*code_, cls_.pool, edit.bci);
  if (edit.siteKind == SiteKind::NewArray) return sites_.intern(site);
  if (edit.siteKind == SiteKind::Constructor) {
    site.target = cls_.name;
    return sites_.intern(site);
  }
  for (const LineSite& known : lineSites_) {
    if (known.line == site.line && known.call == edit.target && known.kind == site.kind)
      return known.id;
  }
  const MemberRef ref = cls_.pool.member(edit.target);
  std::string target(ref.owner);
  if (!target.empty()) target += '.';
  target += ref.name;
  site.target = target;
  const uint32_t id = sites_.intern(site);
  if (isKnownByLine(site)) lineSites_.push_back({site.line, site.kind, edit.target, id});
  return id;
}

bool Assembler::pushSite(const Edit& edit) {
  return pushInt(static_cast<int32_t>(siteOf(edit) << kEpochBits | (edit.far ? 1u : 0u)));
}

void Assembler::loadLocal(uint32_t local) {
  ByteWriter writer(bytes_);
  if (local <= 3) {
    writer.u1(op::aload_0 + local);
  } else if (local <= 255) {
    writer.u1(op::aload);
    writer.u1(local);
  } else {
    writer.u1(op::wide);
    writer.u1(op::aload);
    writer.u2(local);
  }
}

void Assembler::encodeTouch(const Edit& edit, uint16_t helper) {
  ByteWriter writer(bytes_);
  switch (edit.kind) {
    case EditKind::TouchTop: writer.u1(op::dup); break;
    case EditKind::TouchLocal: loadLocal(edit.local); break;
    case EditKind::TouchUnder1:
      writer.u1(op::dup2);
      writer.u1(op::pop);
      break;
    default:  // o v -> v o v -> v o -> v o o
      writer.u1(op::dup2_x1);
      writer.u1(op::pop2);
      writer.u1(op::dup);
      extraStack_ = std::max(extraStack_, 2u);
      break;
  }
  const uint32_t keySlots = edit.key != 0 ? 1 : 0;
  if (edit.key != 0) pushInt(edit.key);
  extraStack_ = std::max(extraStack_, keySlots + (edit.kind == EditKind::TouchUnder1 ? 2u : 1u));
  invoke(helper);
  if (edit.kind == EditKind::TouchUnder2) {  // v o -> o v o -> o v
    writer.u1(op::dup_x2);
    writer.u1(op::pop);
  }
}

// False when the constant pool is full.
bool Assembler::encode(const Edit& edit) {
  const uint16_t helper = helperRef(edit.helper);
  if (helper == 0) return false;
  switch (edit.kind) {
    case EditKind::BornTop:
    case EditKind::BornLocal:
      if (edit.kind == EditKind::BornTop) {
        ByteWriter(bytes_).u1(op::dup);
      } else {
        loadLocal(edit.local);
      }
      extraStack_ = std::max(extraStack_, 2u);
      if (!pushSite(edit)) return false;
      invoke(helper);
      return true;
    case EditKind::Call:
      extraStack_ = std::max(extraStack_, 1u);
      if (!pushSite(edit)) return false;
      invoke(helper);
      return true;
    case EditKind::KeepCall:
      extraStack_ = std::max(extraStack_, 1u);
      extraLocals_ = std::max(extraLocals_, edit.local + 1u - code_->maxLocals());
      callLocal_ = edit.local;
      invoke(helper);
      moveLocal(op::istore, edit.local);
      return true;
    case EditKind::RestoreCall:
      extraStack_ = std::max(extraStack_, 1u);
      moveLocal(op::iload, edit.local);
      invoke(helper);
      return true;
    case EditKind::Region:
      if (takesKey(edit.helper)) {
        extraStack_ = std::max(extraStack_, 1u);
        if (!pushInt(edit.key)) return false;
      }
      invoke(helper);
      return true;
    case EditKind::TouchTop:
    case EditKind::TouchUnder1:
    case EditKind::TouchUnder2:
    case EditKind::TouchLocal: encodeTouch(edit, helper); return true;
    default: return encodeEvent(edit, helper);
  }
}

bool Assembler::layOut(std::vector<Edit>& edits, uint32_t& length) {
  bytes_.clear();
  insertions_.clear();
  lineSites_.clear();
  extraStack_ = 0;
  extraLocals_ = 0;
  callLocal_ = kNoLocal;
  std::stable_sort(edits.begin(), edits.end(),
                   [](const Edit& a, const Edit& b) { return a.place < b.place; });
  for (const Edit& edit : edits) {
    const uint32_t from = static_cast<uint32_t>(bytes_.size());
    if (!encode(edit)) return false;
    insertions_.push_back({edit.place, from, static_cast<uint32_t>(bytes_.size()) - from});
  }
  length = relocation_.layOut(*code_, insertions_);
  return true;
}

bool Assembler::declareLocals(const CountedLoops& counted, ExtraLocals& extra) {
  if (objectClass_ == 0) objectClass_ = cls_.pool.addClass("java/lang/Object");
  extra.pairs = static_cast<uint32_t>(counted.keys.size());
  extra.call = keepsCall();
  extra.first = extra.pairs > 0 ? keptLocal() + 1 : callLocal_;
  extra.objectClass = objectClass_;
  return objectClass_ != 0 && entryLocals(cls_, *method_, extra.parameters);
}

bool Assembler::appendHandlers(const std::vector<Region>& regions, const CountedLoops& counted,
                               AppendedHandlers& added) {
  handlerFrom_ = bytes_.size();
  const bool counts = !counted.keys.empty();
  // A handler of a constructor would see an object that is not initialised.
  const bool restores = keepsCall() && method_->name != "<init>";
  if (regions.empty() && !counts && !keepsCall()) return true;
  const uint32_t end = relocation_.label(code_->length());
  const bool frames = cls_.majorVersion >= kFirstWithFrames;
  if (frames && (counts || keepsCall()) && !declareLocals(counted, added.extra)) return false;
  if (regions.empty() && !counts && !restores) return true;
  added.needsFrames = frames;
  if (counts) {
    added.flush = end;
    for (uint32_t c = 0; c < counted.keys.size(); ++c) {
      if (!flushCount(c, counted.keys[c])) return false;
    }
    ByteWriter(bytes_).u1(op::athrow);
  }
  if (!regions.empty() || restores) {
    added.exit = end + static_cast<uint32_t>(bytes_.size() - handlerFrom_);
    for (auto region = regions.rbegin(); region != regions.rend(); ++region) {
      const uint16_t helper = helperRef(region->exit);
      if (helper == 0) return false;
      if (takesKey(region->exit)) {
        if (!pushInt(region->key)) return false;
      }
      invoke(helper);
    }
    if (restores) {
      moveLocal(op::iload, callLocal_);
      invoke(helperRef(Helper::Call));
    }
    ByteWriter(bytes_).u1(op::athrow);
  }
  if (!added.needsFrames) return true;
  if (throwableClass_ == 0) throwableClass_ = cls_.pool.addClass("java/lang/Throwable");
  if (stackMapName_ == 0) stackMapName_ = cls_.pool.addUtf8("StackMapTable");
  added.throwableClass = throwableClass_;
  added.stackMapName = stackMapName_;
  return throwableClass_ != 0 && stackMapName_ != 0;
}

void Assembler::writeHandlers(const AppendedHandlers& added, const CountedLoops& counted,
                              std::vector<uint8_t>& out) const {
  ByteWriter writer(out);
  const size_t loops = added.flush != 0 ? counted.ranges.size() : 0;
  // Catch-alls in the last rows: what the method's own handlers catch never reaches them.
  writer.u2(static_cast<uint32_t>(code_->handlers().size() + loops + (added.exit != 0 ? 1 : 0)));
  const auto row = [&](uint32_t start, uint32_t end, uint32_t handler, uint32_t type) {
    writer.u2(start);
    writer.u2(end);
    writer.u2(handler);
    writer.u2(type);
  };
  for (const Handler& own : code_->handlers()) {
    row(relocation_.label(own.start), relocation_.label(own.end), relocation_.label(own.handler),
        own.catchType);
  }
  for (size_t i = 0; i < loops; ++i) {
    const CountedLoops::Range& range = counted.ranges[i];
    row(relocation_.label(range.begin), relocation_.label(range.end), added.flush, 0);
  }
  if (added.exit != 0) row(relocation_.label(0), added.exit, added.exit, 0);
}

AssembledMethod Assembler::assemble(std::vector<Edit>& edits, const std::vector<Region>& regions,
                                    const CountedLoops& counted, std::vector<uint8_t>& out) {
  AssembledMethod result;
  AppendedHandlers added;
  const auto fail = [&](SkipReason reason) {
    result.reason = reason;
    return result;
  };
  if (!layOut(edits, result.length) || !appendHandlers(regions, counted, added)) {
    return fail(SkipReason::PoolFull);
  }
  const size_t handlerSize = bytes_.size() - handlerFrom_;
  result.length += static_cast<uint32_t>(handlerSize);
  if (result.length > 65535) return fail(SkipReason::TooLarge);
  if (code_->length() <= kHugeMethod && result.length > kHugeMethod) {
    return fail(SkipReason::WouldLoseJit);
  }
  const size_t begin = out.size();
  const uint32_t stack = code_->maxStack() + extraStack_;
  ByteWriter writer(out);
  writer.bytes(cls_.data + method_->code, 6);  // name; the length follows at the end
  writer.u2(std::min(std::max(stack, handlerStack(regions, counted, keepsCall())), 65535u));
  writer.u2(code_->maxLocals() + extraLocals_);
  writer.u4(result.length);
  const bool fits = stack <= 65535 && code_->maxLocals() + extraLocals_ <= 65535 &&
                    code_->handlers().size() + counted.ranges.size() < 65535 &&
                    relocation_.emit(bytes_, out);
  writer.bytes(bytes_.data() + handlerFrom_, handlerSize);
  writeHandlers(added, counted, out);
  const TableResult tables = writeCodeTables(*code_, cls_.pool, relocation_, added, out);
  result.droppedTables = tables.droppedTables;
  if (!fits || !tables.ok) {
    out.resize(begin);
    return fail(fits ? SkipReason::MalformedCode : SkipReason::TooLarge);
  }
  writer.patch4(begin + 2, static_cast<uint32_t>(out.size() - begin - 6));
  return result;
}

}  // namespace isl::instrument
