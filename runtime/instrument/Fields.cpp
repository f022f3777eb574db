#include "instrument/Fields.h"

namespace isl::instrument {

std::vector<classfile::NewField> addedFields(std::string_view className) {
  constexpr uint16_t kPublicTransientSynthetic = 0x1081;
  if (className == "java/lang/Object") {
    // Exactly one int: it fills the padding behind the header; anything longer moves every field.
    return {{kPublicTransientSynthetic, "$isl", "I"}};
  }
  if (className == "java/lang/Thread") {
    return {{kPublicTransientSynthetic, "$islSite", "I"},
            {kPublicTransientSynthetic, "$islCtx", "I"},
            {kPublicTransientSynthetic, "$islSeq", "I"},
            {kPublicTransientSynthetic, "$islScope", "I"},
            {kPublicTransientSynthetic, "$islSeqStack", "[I"}};
  }
  return {};
}

}  // namespace isl::instrument
