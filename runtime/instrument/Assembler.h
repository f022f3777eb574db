// Turns the edits of a method into a new Code attribute.
#pragma once

#include <array>
#include <iterator>

#include "classfile/CodeTables.h"
#include "instrument/Edits.h"
#include "instrument/Lines.h"
#include "instrument/LoopCounts.h"

namespace isl::instrument {

struct AssembledMethod {
  SkipReason reason = SkipReason::None;
  uint32_t length = 0;  // of the new code
  uint32_t droppedTables = 0;
};

class Assembler {
 public:
  Assembler(classfile::ClassFile& cls, SiteSink& sites) : cls_(cls), sites_(sites) {
    lines_.setMap(SourceMap(cls.sourceDebug));
  }

  // Starts a method; forgets what was known of the last one.
  void begin(const classfile::Method& method, const classfile::Code& code) {
    method_ = &method;
    code_ = &code;
    lines_.reset();
  }
  Lines& lines() { return lines_; }

  // Appends the attribute to `out` unless the method must be left alone. Sorts `edits`.
  // Code of at most kHugeMethod bytes is never made longer than that: HotSpot does not compile
  // methods beyond its HugeMethodLimit.
  AssembledMethod assemble(std::vector<Edit>& edits, const std::vector<Region>& regions,
                           const CountedLoops& counted, std::vector<uint8_t>& out);

  static constexpr uint32_t kHugeMethod = 8000;

 private:
  bool encode(const Edit& edit);
  void encodeTouch(const Edit& edit, uint16_t helper);
  bool encodeEvent(const Edit& edit, uint16_t helper);
  bool encodeCount(const Edit& edit, uint16_t helper);
  bool flushCount(uint32_t counter, int32_t key);
  void clearCount(uint32_t counter);
  void moveSpare(char kind, bool store);
  void moveLocal(uint8_t opcode, uint32_t local);
  void loadLocal(uint32_t local);
  bool pushSite(const Edit& edit);
  bool pushInt(int32_t value);
  void invoke(uint16_t helper);
  uint16_t helperRef(Helper helper);
  uint32_t siteOf(const Edit& edit);
  bool layOut(std::vector<Edit>& edits, uint32_t& length);
  void writeHandlers(const classfile::AppendedHandlers& added, const CountedLoops& counted,
                     std::vector<uint8_t>& out) const;
  bool appendHandlers(const std::vector<Region>& regions, const CountedLoops& counted,
                      classfile::AppendedHandlers& added);
  bool declareLocals(const CountedLoops& counted, classfile::ExtraLocals& extra);
  bool keepsCall() const { return callLocal_ != kNoLocal; }
  // Locals of counted loops, behind those for spare values: the array that is being accessed, then by
  // counter the array and its count.
  uint32_t keptLocal() const { return code_->maxLocals() + 2u; }
  uint32_t counterLocal(uint32_t counter) const { return keptLocal() + 1 + 2 * counter; }

  classfile::ClassFile& cls_;
  SiteSink& sites_;
  const classfile::Method* method_ = nullptr;
  const classfile::Code* code_ = nullptr;
  Lines lines_;
  std::array<uint16_t, std::size(kHelperClasses)> helperClasses_{};
  uint16_t throwableClass_ = 0, objectClass_ = 0;
  uint16_t stackMapName_ = 0;
  std::array<uint16_t, static_cast<size_t>(Helper::Count)> helpers_{};
  uint32_t extraStack_ = 0, extraLocals_ = 0;
  uint32_t callLocal_ = kNoLocal;  // of KeepCall
  std::vector<uint8_t> bytes_;     // of the insertions, then of the handler
  size_t handlerFrom_ = 0;
  std::vector<classfile::Insertion> insertions_;
  struct LineSite {
    int32_t line;
    SiteKind kind;
    uint16_t call;
    uint32_t id;
  };
  std::vector<LineSite> lineSites_;  // of this method's calls into the JDK
  classfile::Relocation relocation_;
};

}  // namespace isl::instrument
