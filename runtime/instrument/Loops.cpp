#include "instrument/Loops.h"

#include <algorithm>

namespace isl::instrument {

using namespace classfile;

namespace {

bool isQuiet(uint8_t opcode) {
  switch (opcode) {
    case op::new_:
    case op::newarray:
    case op::anewarray:
    case op::multianewarray:
    case op::monitorenter:
    case op::monitorexit: return false;
    default: return !isInvoke(opcode);
  }
}

template <typename Visit>
void forEachBranch(const Code& code, uint32_t index, Visit visit) {
  const uint32_t bci = code.insns()[index].bci;
  forEachTarget(code.bytes(), bci, [&](uint32_t, uint32_t, int64_t target) {
    visit(uint32_t{code.indexAt(static_cast<uint32_t>(target))});
    return true;
  });
}

}  // namespace

// One pass for the ends of loops, one back for what lies within them: a hostile method may consist of
// branches back.
std::vector<QuietLoop> findQuietLoops(const Code& code) {
  std::vector<QuietLoop> loops;
  if (!code.summary().loops) return loops;
  const uint32_t count = code.count();
  std::vector<uint32_t> behind(count, 0);       // by head: the instruction behind the loop
  std::vector<uint32_t> loudBefore(count + 1);  // how many before it call or allocate
  for (uint32_t i = 0; i < count; ++i) {
    loudBefore[i + 1] = loudBefore[i] + (isQuiet(code.insns()[i].opcode) ? 0 : 1);
    forEachBranch(code, i, [&](uint32_t target) {
      if (target <= i) behind[target] = i + 1;
    });
  }
  uint32_t nearest = count + 1;  // least end of a loop whose head comes later
  for (uint32_t i = count; i-- > 0;) {
    if (behind[i] == 0) continue;
    const bool quiet = loudBefore[i] == loudBefore[behind[i]];
    if (quiet && nearest > behind[i]) loops.push_back({i, behind[i] - 1});
    nearest = std::min(nearest, behind[i]);
  }
  std::reverse(loops.begin(), loops.end());
  return loops;
}

bool isCounted(const Code& code, const QuietLoop& loop) {
  const std::vector<Insn>& insns = code.insns();
  const auto localOf = [&](uint32_t i, uint8_t general, uint8_t first) -> int32_t {
    const uint8_t opcode = insns[i].opcode;
    const uint8_t* at = code.bytes() + insns[i].bci;
    if (opcode == general) return at[1];
    if (opcode >= first && opcode <= first + 3) return opcode - first;
    return opcode == op::wide && at[1] == general ? load2(at + 2) : -1;
  };
  std::vector<int32_t> stepped, stored;
  for (uint32_t i = loop.first; i <= loop.last; ++i) {
    const int32_t step = localOf(i, op::iinc, 0xfc);
    const int32_t store = localOf(i, op::istore, op::istore_0);
    if (step >= 0) stepped.push_back(step);
    if (store >= 0) stored.push_back(store);
  }
  const auto has = [](const std::vector<int32_t>& locals, int32_t local) {
    return std::find(locals.begin(), locals.end(), local) != locals.end();
  };
  for (uint32_t i = loop.first; i <= loop.last; ++i) {
    const uint8_t opcode = insns[i].opcode;
    if (opcode < op::ifeq || opcode > op::if_icmple) continue;
    for (uint32_t before = i; before > loop.first && !insns[before].leader;) {
      const int32_t local = localOf(--before, op::iload, op::iload_0);
      if (local >= 0 && has(stepped, local) && !has(stored, local)) return true;
    }
  }
  return false;
}

std::vector<uint32_t> exitsOf(const Code& code, const QuietLoop& loop) {
  std::vector<uint32_t> exits;
  const auto leads = [&](uint32_t target) {
    if (target < loop.first || target > loop.last) exits.push_back(target);
  };
  const std::vector<Insn>& insns = code.insns();
  for (uint32_t i = loop.first; i <= loop.last; ++i) {
    const uint8_t opcode = insns[i].opcode;
    forEachBranch(code, i, leads);
    if (kOpcodes[opcode].shape == Shape::Return && opcode != op::athrow) exits.push_back(i);
  }
  if (!endsBlock(insns[loop.last].opcode) && loop.last + 1 < code.count()) leads(loop.last + 1);
  const uint32_t begin = insns[loop.first].bci, end = insns[loop.last + 1].bci;
  for (const Handler& handler : code.handlers()) {
    if (handler.start < end && handler.end > begin) leads(code.indexAt(handler.handler));
  }
  std::sort(exits.begin(), exits.end());
  exits.erase(std::unique(exits.begin(), exits.end()), exits.end());
  return exits;
}

}  // namespace isl::instrument
