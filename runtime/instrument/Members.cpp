#include "instrument/Members.h"

#include "base/Text.h"
#include "instrument/Names.h"

namespace isl::instrument {

namespace {

// Skips one field type; gives its slots, 0 when malformed.
uint32_t fieldType(std::string_view text, size_t& at, bool& reference) {
  reference = false;
  if (at >= text.size()) return 0;
  switch (text[at++]) {
    case 'J':
    case 'D': return 2;
    case 'B':
    case 'C':
    case 'F':
    case 'I':
    case 'S':
    case 'Z': return 1;
    case '[': {
      const uint32_t element = fieldType(text, at, reference);
      reference = true;
      return element == 0 ? 0 : 1;
    }
    case 'L': {
      const size_t end = text.find(';', at);
      if (end == std::string_view::npos) return 0;
      at = end + 1;
      reference = true;
      return 1;
    }
    default: return 0;
  }
}

bool isUnsafe(std::string_view owner) {
  return owner == "jdk/internal/misc/Unsafe" || owner == "sun/misc/Unsafe";
}

// Accesses that reach a field by an offset or a handle, invisible to the barrier.
bool hidesAccess(const classfile::MemberRef& ref) {
  if (ref.owner == "java/lang/invoke/VarHandle" || isUnsafe(ref.owner)) return true;
  if (ref.owner == "java/lang/invoke/MethodHandle") return startsWith(ref.name, "invoke");
  return startsWith(ref.owner, "java/util/concurrent/atomic/Atomic") &&
         endsWith(ref.owner, "FieldUpdater");
}

bool isQuiet(const classfile::MemberRef& ref) {
  static constexpr struct {
    std::string_view owner, method;
  } kQuiet[] = {
#define ISL_QUIET(owner, method) {owner, method},
#include "instrument/QuietMethods.def"
  };
  for (const auto& quiet : kQuiet) {
    if (ref.owner == quiet.owner && (quiet.method == "*" || ref.name == quiet.method)) return true;
  }
  return false;
}

// May a class that is not the JDK's have it from there?
bool isInherited(const classfile::MemberRef& ref) {
  static constexpr struct {
    std::string_view method, descriptor;
  } kInherited[] = {
#define ISL_INHERITED(method, descriptor) {method, descriptor},
#include "instrument/InheritedMethods.def"
  };
  for (const auto& inherited : kInherited) {
    if (ref.name == inherited.method && ref.descriptor == inherited.descriptor) return true;
  }
  return startsWith(ref.name, "add") && endsWith(ref.name, "Listener") &&
         startsWith(ref.descriptor, "(Ljava") && endsWith(ref.descriptor, "Listener;)V");
}

bool isFactoryBootstrap(const classfile::MemberRef& target) {
  if (target.owner == "java/lang/invoke/LambdaMetafactory") {
    return target.name == "metafactory" || target.name == "altMetafactory";
  }
  return target.owner == "java/lang/invoke/StringConcatFactory";
}

// Call-site rules for virtual calls; clone, which only counts as invokespecial, is decided there.
bool isReflectiveBirth(const classfile::MemberRef& ref) {
  if (ref.name == "newInstance") {
    return ref.owner == "java/lang/reflect/Constructor" || ref.owner == "java/lang/Class";
  }
  return ref.name == "allocateInstance" && isUnsafe(ref.owner);
}

}  // namespace

bool parseDescriptor(std::string_view text, Member& member) {
  if (text.empty() || text[0] != '(') return false;
  size_t at = 1;
  uint32_t slots = 0;
  bool reference = false;
  while (at < text.size() && text[at] != ')') {
    const uint32_t one = fieldType(text, at, reference);
    slots += one;
    if (one == 0 || slots > 255) return false;
  }
  if (at >= text.size()) return false;
  member.argumentSlots = static_cast<uint8_t>(slots);
  ++at;
  if (at + 1 == text.size() && text[at] == 'V') return true;
  member.slots = static_cast<uint8_t>(fieldType(text, at, member.reference));
  return member.slots != 0 && at == text.size();
}

MemberTable::MemberTable(const classfile::ClassFile& cls, const Features& features, bool library)
    : cls_(cls), features_(features), library_(library), slotOf_(cls.pool.count(), 0) {}

void MemberTable::fillField(Member& member) const {
  size_t at = 0;
  member.slots = static_cast<uint8_t>(fieldType(member.ref.descriptor, at, member.reference));
  member.valid = member.slots != 0 && at == member.ref.descriptor.size();
  if (features_.events != nullptr && member.valid) {
    member.readEvent = features_.events->field(member.ref, false);
    member.writeEvent = features_.events->field(member.ref, true);
  }
  if (!features_.touchReads && !features_.touchWrites) return;
  const bool wanted = !features_.touchable || features_.touchable(member.ref.owner);
  member.touchRead = wanted && features_.touchReads;
  member.touchWrite = wanted && features_.touchWrites;
}

void MemberTable::fillMethod(Member& member, bool dynamic) const {
  const classfile::MemberRef& ref = member.ref;
  member.valid = parseDescriptor(ref.descriptor, member);
  if (dynamic) {
    member.callRule = member.reference && isFactoryBootstrap(cls_.bootstrapTarget(ref.bootstrap));
    return;
  }
  member.constructor = ref.name == "<init>";
  member.hidesAccess = hidesAccess(ref) && ref.owner != cls_.name;
  member.callRule = isReflectiveBirth(ref);
  const bool ofJdk = isJdkName(ref.owner) ? ref.owner != cls_.name : isInherited(ref);
  member.libraryCall = features_.libraryCalls && !library_ && ofJdk && !isQuiet(ref);
}

const Member& MemberTable::at(uint16_t index) {
  static const Member kInvalid;
  if (index >= slotOf_.size()) return kInvalid;
  if (slotOf_[index] != 0) return members_[slotOf_[index] - 1];
  Member member;
  member.ref = cls_.pool.member(index);
  const classfile::Tag tag = cls_.pool.tag(index);
  if (member.ref.valid) {
    if (tag == classfile::Tag::Fieldref) {
      fillField(member);
    } else if (tag != classfile::Tag::Dynamic) {
      fillMethod(member, tag == classfile::Tag::InvokeDynamic);
    }
  }
  members_.push_back(member);
  slotOf_[index] = static_cast<uint32_t>(members_.size());
  return members_.back();
}

}  // namespace isl::instrument
