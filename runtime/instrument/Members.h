// What the passes want to know about a member of the constant pool, worked out once per class.
#pragma once

#include <string_view>
#include <vector>

#include "classfile/ClassFile.h"
#include "instrument/EventSink.h"
#include "instrument/Rewriter.h"

namespace isl::instrument {

struct Member {
  classfile::MemberRef ref;
  bool valid = false;
  uint8_t argumentSlots = 0;  // of a method, without the receiver
  uint8_t slots = 0;          // of a field's value or a method's result
  bool reference = false;     // that value is a reference
  bool touchRead = false;     // a getfield of it is a use that the specs want to see
  bool touchWrite = false;
  EventChoice readEvent, writeEvent;  // of a field
  bool constructor = false;
  bool hidesAccess = false;  // reaches fields of its argument without getfield or putfield
  bool callRule = false;     // its result may be an object that no `new` made
  bool libraryCall = false;  // a call from the program into the JDK that may allocate
};

class MemberTable {
 public:
  MemberTable(const classfile::ClassFile& cls, const Features& features, bool library);

  // The reference stays valid until the next call.
  const Member& at(uint16_t index);
  const classfile::ConstantPool& pool() const { return cls_.pool; }

 private:
  void fillField(Member& member) const;
  void fillMethod(Member& member, bool dynamic) const;

  const classfile::ClassFile& cls_;
  const Features& features_;
  bool library_;
  std::vector<uint32_t> slotOf_;  // by pool index: 1 + index in members_, 0 when not asked for yet
  std::vector<Member> members_;
};

// Slots of the parameters and of the result; false when the descriptor is malformed.
bool parseDescriptor(std::string_view descriptor, Member& member);

}  // namespace isl::instrument
