// Fields that the agent adds to two classes of the JDK.
#pragma once

#include <vector>

#include "classfile/ClassFile.h"

namespace isl::instrument {

// java/lang/Object: the word in every object. java/lang/Thread: what a thread allocates under, and with
// `events` its log. Not those that the class has: another agent may hand back what it found.
std::vector<classfile::NewField> addedFields(const classfile::ClassFile& cls, bool events,
                                             bool contexts);

}  // namespace isl::instrument
