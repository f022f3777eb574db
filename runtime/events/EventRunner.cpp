#include "events/EventRunner.h"

namespace isl {

inline bool EventRunner::tracked(uint32_t word, uint32_t spec) {
  if ((word & kRecordBit) == 0) return admission_.tracked(siteOf(word), spec);
  const uint32_t id = recordIdOf(word);
  const Node& node = (*parts_.nodes)[id];
  return node.length >= 0 ? arrays_.tracks(id, spec) : admission_.tracked(node.homeSite, spec);
}

inline IslField EventRunner::fieldOf(EventKey& key, const LogEntry& entry) {
  IslField field = key.field;
  const bool element = key.shape == EventShape::Element;
  if (element) field.index = static_cast<int32_t>(key.reference ? entry.a : entry.c);
  const bool placed = key.resolved && !key.reference;
  if (key.shape == EventShape::Field && !placed) {
    field.index = keys_.fieldNumber(key, entry.key, entry.word);
  }
  if (parts_.classes->knowsPlaces() && key.shape != EventShape::Call) {
    field.offset = element ? parts_.classes->elementOffset(key.descriptor[0], field.index)
                           : keys_.fieldOffset(key);
  }
  return field;
}

void EventRunner::run(const LogEntry& entry) {
  EventKey* const key = keys_.find(entry.key);
  if (key == nullptr) return;
  const IslField field = fieldOf(*key, entry);
  EventArgs args;
  args.field = &field;
  args.method = &key->method;
  args.word1 = key->reference ? 0 : entry.a;
  if (key->counted) {
    args.times = entry.a + 1;
    args.word1 = 0;
  }
  args.word2 = entry.b;
  for (const EventHandler& h : key->handlers) {
    EventObject object{entry.word, entry.word != 0};
    if (!object.present || !tracked(entry.word, h.spec)) object.word = 0;
    args.value = EventObject{};
    if (key->reference) {
      constexpr uint32_t kUntrackedValue = 1;
      args.value.present = entry.c != 0;
      if (entry.c > kUntrackedValue && tracked(entry.c, h.spec)) args.value.word = entry.c;
    }
    const bool call = key->shape == EventShape::Call;
    if (object.word == 0 && !(call && args.value.word != 0)) continue;
    parts_.engines[h.spec]->onEvent(*h.handler, object, args);
  }
}

}  // namespace isl
