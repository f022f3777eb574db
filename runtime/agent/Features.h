// From what the specs observe to what the rewriter inserts, and which sequence pattern each context
// has.
#pragma once

#include <string>
#include <vector>

#include "base/Result.h"
#include "instrument/Rewriter.h"
#include "store/Hierarchy.h"
#include "store/Sequence.h"
#include "isl/abi.h"

namespace isl {

struct SpecPlan {
  const IslSpec* spec = nullptr;
  std::vector<int> sequenceOf;  // per context: index in the SequenceSet, or -1
};

// An error says why a spec cannot run in this agent.
Status planSpecs(const std::vector<const IslSpec*>& specs, SequenceSet& sequences,
                 std::vector<SpecPlan>& plans);

// The other arguments outlive the result.
// `events` may be null: no handler runs for every event. `disabled`: ISL_NO_... of the agent.
instrument::Features featuresFor(const std::vector<const IslSpec*>& specs,
                                 const Hierarchy& hierarchy, const SequenceSet& sequences,
                                 instrument::EventSink* events, bool scopes = false,
                                 uint32_t disabled = 0);

// The spec whose flags live in the objects' words: the first one with states that sees every access which touches
// objects for another. Null: none. Handlers of the others with states are native.
const IslSpec* specWithStates(const std::vector<const IslSpec*>& specs);

// Adds what that spec observes. The arguments outlive the features.
void addStates(const IslSpec& spec, const Hierarchy& hierarchy, instrument::Features& features,
               uint32_t disabled);

// No handler runs for single events and no spec keeps flags: an object's word tells its site and the epoch of its last
// use, and nothing else.
bool wordsAreAges(const std::vector<const IslSpec*>& specs);

// False when every class counts, so that no supertypes need to be recorded.
bool needsHierarchy(const instrument::Features& features);

// Applies `tune=NAME:VALUE` to the specs' constants. An error says what is wrong with it.
Status applyTuning(const std::vector<const IslSpec*>& specs, const std::string& name,
                   const std::string& value);

}  // namespace isl
