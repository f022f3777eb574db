// All that the compiler says to its user passes through here. Kinds and texts come from
// DiagKinds.def; messages are kept, sorted by place and printed once per run over
// llvm::SourceMgr, so the order of checks never shows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/SourceMgr.h"

namespace isl {

enum class Diag : uint16_t {
#define DIAG(name, code, severity, text) name,
#include "DiagKinds.def"
};

enum class Severity : uint8_t { Error, Warning, Remark, Note };
const char* spelling(Severity severity);

struct DiagInfo {
  const char* name;
  const char* code;
  Severity severity;
  const char* text;
};

const DiagInfo& diagInfo(Diag kind);
llvm::ArrayRef<DiagInfo> allDiagInfos();

// "text with %0 and %1" -> the text with the arguments in place.
std::string formatDiag(llvm::StringRef text, llvm::ArrayRef<std::string> args);

struct Message {
  Diag kind;
  Severity severity;
  llvm::SMRange range;
  std::string text;
  std::vector<llvm::SMFixIt> fixits;
  std::vector<Message> notes;
};

class Diagnostics;

// Handle for what follows a message; valid until the next report.
class MessageRef {
 public:
  MessageRef(Diagnostics& owner, size_t index) : owner_(owner), index_(index) {}
  MessageRef& note(Diag kind, llvm::SMRange range, const std::vector<std::string>& args = {});
  MessageRef& replace(llvm::SMRange range, const llvm::Twine& text);

 private:
  Diagnostics& owner_;
  size_t index_;
};

struct DiagOptions {
  unsigned errorLimit = 20;  // 0 = none
  bool warningsAreErrors = false;
  bool noWarnings = false;
  bool perf = false;                                     // remarks about cost
  std::vector<std::string> disabled = {"W618", "N901"};  // codes
  enum Format : uint8_t { Text, Json, Sarif } format = Text;
};

class Diagnostics {
 public:
  explicit Diagnostics(llvm::SourceMgr& sources) : sources_(sources) {}

  DiagOptions options;

  MessageRef report(Diag kind, llvm::SMRange range, std::vector<std::string> args = {});
  bool hasErrors() const { return errors_ != 0; }
  unsigned errorCount() const { return errors_; }
  const std::vector<Message>& messages() const { return messages_; }
  llvm::SourceMgr& sources() { return sources_; }

  void sort();
  // In the format of the options; the machine formats are one complete document.
  void print(llvm::raw_ostream& os);

 private:
  friend class MessageRef;
  bool suppressed(const DiagInfo& info) const;
  void printText(llvm::raw_ostream& out);
  void printMessages(llvm::raw_ostream& os);
  void printOne(llvm::raw_ostream& os, const Message& message);

  llvm::SourceMgr& sources_;
  std::vector<Message> messages_;
  unsigned errors_ = 0;
};

// DiagFormat.cpp: the messages as JSON (one array) or SARIF 2.1.0.
void printJson(Diagnostics& diags, llvm::raw_ostream& os);
void printSarif(Diagnostics& diags, llvm::raw_ostream& os);

// `text` for a terminal: control characters of names and lines become question marks.
std::string printable(llvm::StringRef text);

// The candidate within a third of the word's length in edits, or "" when nothing is near.
std::string nearest(llvm::StringRef word, llvm::ArrayRef<std::string> candidates);
// "" or " (did you mean `x`?)" for the tail of a message: of a name that was found, or of the nearest one.
std::string didYouMean(llvm::StringRef near);
std::string didYouMean(llvm::StringRef word, llvm::ArrayRef<std::string> candidates);

// -verify-diagnostics: compares the messages with the `// expected-error @+1 {{text}}` comments
// of the main buffer; true when they agree.
bool verifyDiagnostics(Diagnostics& diags, unsigned buffer, llvm::raw_ostream& os);

}  // namespace isl
