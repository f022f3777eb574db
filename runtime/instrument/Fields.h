// Fields that the agent adds to two classes of the JDK, and what hides them from reflection.
#pragma once

#include <vector>

#include "instrument/Edits.h"

namespace isl::instrument {

// java/lang/Object: the word in every object. java/lang/Thread: what a thread allocates under, and with
// `events` its log. Not those that the class has: another agent may hand back what it found.
std::vector<classfile::NewField> addedFields(const classfile::ClassFile& cls, bool events,
                                             bool contexts);

// The class that knows which members reflection does not show.
constexpr std::string_view kReflection = "jdk/internal/reflect/Reflection";

// Its static initialiser hides the added fields, so that no code ever sees them: other agents and their
// programs run before the VM tells us that it is initialised.
void addHiding(const MethodContext& method, std::vector<Edit>& edits);

}  // namespace isl::instrument
