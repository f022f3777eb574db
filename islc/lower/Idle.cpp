// Of which flags' objects a check learns nothing: no record is needed to remember what could never show.
#include "lower/CheckRun.h"

namespace isl::lower {

using namespace sema;

namespace {

constexpr unsigned kStates = 1u << StateMachine::kMaxFlags;

// What on_reachedOnce does to an object of this state, whatever its history is like.
enum class Effect { Unknown, Penalises, OwnHistory, None };

Effect effectIn(const Plan& plan, const HandlerInfo& handler, unsigned state) {
  const bool ownHistory =
      plan.model->partition && plan.model->partition->kind == PartitionKind::All;
  Effect effect = Effect::None;
  for (int facts = 0; facts < 4; ++facts) {
    const CheckRun::History history{(facts & 1) != 0, (facts & 2) != 0};
    const CheckRun run(plan, handler, plan.states.flags, state, history);
    if (!run.known || run.state() != state || (run.updated && !ownHistory)) return Effect::Unknown;
    // After update(true) a history contains true.
    if (run.updated && run.updatedWith && !history.containsTrue) continue;
    if (run.amplified) return Effect::Penalises;
    if (run.updated) effect = Effect::OwnHistory;
  }
  return effect;
}

}  // namespace

void findIdleStates(Plan& plan) {
  StateMachine& states = plan.states;
  const HandlerInfo* once = plan.model->handler(EventKind::OnReachedOnce);
  if (states.flags.empty() || !once || plan.model->handler(EventKind::OnReached)) return;
  unsigned harmless = 0, settled = 0;
  for (unsigned state = 0; state < kStates; ++state) {
    const Effect effect = effectIn(plan, *once, state);
    if (effect == Effect::None) states.idle |= 1u << state;
    if (effect == Effect::None || effect == Effect::OwnHistory) harmless |= 1u << state;
  }
  // The most of them that no event leads out of: who is there never has a penalty again.
  for (unsigned left = harmless; settled != left;) {
    settled = left;
    for (unsigned state = 0; state < kStates; ++state) {
      const bool leaves = (settled >> (states.onUse[state] & 3) & 1) == 0 ||
                          (settled >> (states.onReturn[state] & 3) & 1) == 0;
      if (leaves) left &= ~(1u << state);
    }
  }
  states.settled = static_cast<uint8_t>(settled);
  states.idle |= states.settled;
}

}  // namespace isl::lower
