// The class-file rewriter on any input. Nothing may crash, hang, read out of bounds or give a class
// that breaks the format's limits; what was rewritten must parse again, and its methods decode.
//
// The first two bytes select the features. The mutator knows enough of the format to get past the
// constant pool: most of its mutations change bytes behind it, or one operand of one method.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

#include "classfile/ClassFile.h"
#include "classfile/Code.h"
#include "instrument/EventSink.h"
#include "instrument/Rewriter.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t maxSize);

namespace {

using namespace isl;
using namespace isl::classfile;
using namespace isl::instrument;

class CountingSites : public SiteSink {
 public:
  uint32_t intern(const SiteLocation& site) override {
    // A sink reads all of it.
    volatile size_t sum = site.className.size() + site.method.size() + site.target.size();
    for (const char c : site.className) sum = sum + static_cast<size_t>(c);
    return next_ < kMaxSite ? next_++ : kSiteOverflow;
  }

 private:
  uint32_t next_ = kFirstSite;
};

constexpr size_t kHead = 2;  // bytes before the class

// Every access, element, return and birth is an event; `values_`: with its value, or only half of them.
class AnyEvent : public EventSink {
 public:
  explicit AnyEvent(bool values) : values_(values) {}
  EventChoice field(const MemberRef& member, bool write) override {
    if (!values_ && member.name.size() % 3 == 0) return {};
    return {write ? 70001 : 7, values_ || member.name.size() % 2 == 0};
  }
  EventChoice element(char, bool write) override {
    return {write ? 70003 : 70002, values_, !values_};
  }
  EventChoice call(std::string_view, std::string_view method, std::string_view, bool) override {
    return {method.size() % 5 == 0 ? 0 : 70004, values_ || method.size() % 2 == 0};
  }
  bool tracksArray(std::string_view) override { return true; }
  bool mayConstruct(std::string_view) override { return values_; }
  bool knowsBirths(std::string_view) override { return values_; }
  int32_t mayPutOnPath(const MemberRef& member) override { return member.valid ? 70005 : 0; }

 private:
  bool values_;
};

Features featuresOf(uint8_t bits, uint8_t more) {
  static AnyEvent some(false), all(true);
  Features f;
  if ((more & 1) != 0) f.events = (more & 2) != 0 ? &all : &some;
  f.states = (more & 4) != 0;
  if (f.states) {
    f.returnSteps = [](std::string_view, std::string_view method, std::string_view, bool) {
      return method.size() % 2 == 0;
    };
  }
  f.touchDedupe = (more & 8) == 0;
  f.freshElision = (more & 16) == 0;
  f.touchReads = (bits & 1) == 0;
  f.touchWrites = (bits & 2) == 0;
  f.births = (bits & 4) == 0;
  f.libraryCalls = (bits & 8) == 0;
  f.housekeeping = (bits & 16) == 0;
  f.touchIterations = (bits & 32) != 0;
  f.sequences = (bits & 64) != 0;
  if (f.sequences) {
    f.sequenceKey = [](std::string_view, std::string_view method, std::string_view) {
      return method.size() % 3 == 0 ? 70000 : -1;
    };
  }
  return f;
}

[[noreturn]] void broken(const char* rule, std::string_view where) {
  std::fprintf(stderr, "rewritten class breaks a rule: %s (%.*s)\n", rule,
               static_cast<int>(where.size()), where.data());
  std::abort();
}

// The rewriter decoded these methods before; it must not have made one that it cannot read.
void inspect(const ClassFile& before, const std::vector<uint8_t>& out) {
  ClassFile after;
  if (after.parse(out.data(), out.size()) != ParseStatus::Ok) broken("does not parse", before.name);
  if (after.methods.size() != before.methods.size()) broken("lost methods", before.name);
  if (after.pool.count() > 65535) broken("constant pool too large", before.name);
  Code oldCode, newCode;
  for (size_t i = 0; i < after.methods.size(); ++i) {
    const Method& was = before.methods[i];
    const Method& is = after.methods[i];
    if ((was.code == 0) != (is.code == 0)) broken("lost code", was.name);
    if (was.code == 0) continue;
    if (oldCode.decode(before.data + was.code + 6, was.codeEnd - was.code - 6) != CodeStatus::Ok) {
      continue;
    }
    if (newCode.decode(after.data + is.code + 6, is.codeEnd - is.code - 6) != CodeStatus::Ok) {
      broken("code does not decode", was.name);
    }
    if (newCode.length() < oldCode.length()) broken("code became shorter", was.name);
    if (newCode.count() < oldCode.count()) broken("instructions are missing", was.name);
    if (oldCode.length() <= 8000 && newCode.length() > 8000) broken("code became huge", was.name);
  }
}

// Where a mutation is worth most: behind the constant pool, at the operands of a method, in its tables.
std::pair<size_t, size_t> pickRange(const ClassFile& cls, std::minstd_rand& random) {
  const uint32_t choice = random() % 8;
  if (choice == 0) return {10, cls.pool.end()};
  if (choice == 1 || cls.methods.empty()) return {cls.pool.end(), cls.size};
  const Method& method = cls.methods[random() % cls.methods.size()];
  if (method.code == 0) return {cls.fieldsEnd, cls.size};
  const size_t codeLength = load4(cls.data + method.code + 10);
  const size_t code = method.code + 14;
  const size_t tables = std::min(code + codeLength, method.codeEnd);
  return choice < 5 ? std::pair{code, tables} : std::pair{tables, method.codeEnd};
}

void mutateBytes(uint8_t* data, size_t begin, size_t end, std::minstd_rand& random) {
  if (begin >= end) return;
  const auto place = [&] { return begin + random() % (end - begin); };
  const size_t at = place();
  switch (random() % 6) {
    case 0: data[at] = static_cast<uint8_t>(random()); break;
    case 1: data[at] ^= static_cast<uint8_t>(1u << random() % 8); break;
    case 2:  // a small change of a 16-bit operand, an index or an offset
      if (at + 2 <= end) store2(data + at, load2(data + at) + random() % 9 - 4);
      break;
    case 3:
      if (at + 2 <= end) store2(data + at, random() % 2 == 0 ? 0xffff : 0x7fff);
      break;
    case 4:  // an instruction of any kind
      data[at] = static_cast<uint8_t>(random() % kOpcodeCount);
      break;
    default: {  // bytes from elsewhere in the range
      const size_t from = place();
      const size_t size = std::min({size_t{1} + random() % 16, end - at, end - from});
      std::memmove(data + at, data + from, size);
    }
  }
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize,
                                          unsigned int seed) {
  std::minstd_rand random(seed);
  ClassFile cls;
  const bool parses = size > 24 && cls.parse(data + kHead, size - kHead) == ParseStatus::Ok;
  if (!parses || random() % 16 == 0) return LLVMFuzzerMutate(data, size, maxSize);
  if (random() % 8 == 0) data[random() % kHead] = static_cast<uint8_t>(random());
  const auto [begin, end] = pickRange(cls, random);
  for (uint32_t n = 1 + random() % 3; n > 0; --n) mutateBytes(data + kHead, begin, end, random);
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size <= kHead) return 0;
  const Features features = featuresOf(data[0], data[1]);
  ClassTraits traits;
  traits.library = (data[0] & 128) != 0;
  // A copy of its own, so that the sanitizer sees reads behind the end.
  const std::vector<uint8_t> in(data + kHead, data + size);
  CountingSites sites;
  std::vector<uint8_t> out;
  const RewriteResult result = rewriteClass(in.data(), in.size(), traits, features, sites, out);
  if (result.outcome != Outcome::Rewritten) return 0;
  ClassFile before;
  if (before.parse(in.data(), in.size()) != ParseStatus::Ok) broken("rewritten unparsed", "");
  inspect(before, out);
  // Rewriting again is what happens to classes that another agent redefines.
  std::vector<uint8_t> again;
  const RewriteResult second = rewriteClass(out.data(), out.size(), traits, features, sites, again);
  if (second.outcome == Outcome::Rewritten && !again.empty()) {
    ClassFile rewritten;
    if (rewritten.parse(out.data(), out.size()) != ParseStatus::Ok) broken("does not parse", "");
    inspect(rewritten, again);
  }
  return 0;
}
