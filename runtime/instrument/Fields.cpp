#include "instrument/Fields.h"

namespace isl::instrument {

std::vector<classfile::NewField> addedFields(std::string_view className, bool events,
                                             bool contexts) {
  constexpr uint16_t kPublicTransientSynthetic = 0x1081;
  if (className == "java/lang/Object") {
    // Exactly one int: it fills the padding behind the header; anything longer moves every field.
    return {{kPublicTransientSynthetic, "$isl", "I"}};
  }
  if (className == "java/lang/Thread") {
    std::vector<classfile::NewField> fields = {{kPublicTransientSynthetic, "$islSite", "I"},
                                               {kPublicTransientSynthetic, "$islOuter", "I"},
                                               {kPublicTransientSynthetic, "$islCtx", "I"},
                                               {kPublicTransientSynthetic, "$islSeq", "I"},
                                               {kPublicTransientSynthetic, "$islScope", "I"},
                                               {kPublicTransientSynthetic, "$islSeqStack", "[I"}};
    if (contexts) fields.push_back({kPublicTransientSynthetic, "$islContext", "J"});
    if (events) {
      fields.push_back({kPublicTransientSynthetic, "$islNew", "I"});
      fields.push_back({kPublicTransientSynthetic, "$islLog", "J"});
    }
    return fields;
  }
  return {};
}

}  // namespace isl::instrument
