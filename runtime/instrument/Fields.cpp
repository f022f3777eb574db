#include "instrument/Fields.h"

#include <algorithm>

#include "classfile/Relocation.h"

namespace isl::instrument {

namespace {

std::vector<classfile::NewField> fieldsOf(std::string_view className, bool events, bool contexts) {
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

}  // namespace

std::vector<classfile::NewField> addedFields(const classfile::ClassFile& cls, bool events,
                                             bool contexts) {
  std::vector<classfile::NewField> fields = fieldsOf(cls.name, events, contexts);
  if (fields.empty()) return fields;
  const std::vector<classfile::Field> declared = classfile::declaredFields(cls);
  const auto has = [&](const classfile::NewField& field) {
    return std::any_of(declared.begin(), declared.end(),
                       [&](const classfile::Field& old) { return old.name == field.name; });
  };
  fields.erase(std::remove_if(fields.begin(), fields.end(), has), fields.end());
  return fields;
}

void addHiding(const MethodContext& m, std::vector<Edit>& edits) {
  if (m.cls.name != kReflection || m.method.name != "<clinit>") return;
  Edit edit;
  edit.kind = EditKind::Region;  // a call without arguments
  edit.helper = Helper::HideFields;
  const std::vector<classfile::Insn>& insns = m.code.insns();
  for (uint32_t i = 0; i < m.code.count(); ++i) {
    if (insns[i].opcode != classfile::op::return_) continue;
    edit.place = classfile::placeBefore(insns[i].bci);
    edits.push_back(edit);
  }
}

}  // namespace isl::instrument
