#include "Diagnostics.h"

#include <algorithm>

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace isl {

static const DiagInfo kInfos[] = {
#define DIAG(name, code, severity, text) {#name, code, Severity::severity, text},
#include "DiagKinds.def"
};

// What a message quotes of a spec is cut here, and a longer line is not shown.
static constexpr size_t kMaxArgument = 400, kMaxLine = 4000;

const char* spelling(Severity severity) {
  static const char* const words[] = {"error", "warning", "remark", "note"};
  return words[static_cast<int>(severity)];
}

const DiagInfo& diagInfo(Diag kind) { return kInfos[static_cast<size_t>(kind)]; }
llvm::ArrayRef<DiagInfo> allDiagInfos() { return kInfos; }

std::string formatDiag(llvm::StringRef text, llvm::ArrayRef<std::string> args) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9') {
      size_t index = text[++i] - '0';
      if (index < args.size()) out += args[index];
    } else {
      out += text[i];
    }
  }
  return out;
}

MessageRef& MessageRef::note(Diag kind, llvm::SMRange range, const std::vector<std::string>& args) {
  if (index_ < owner_.messages_.size()) {
    owner_.messages_[index_].notes.push_back(
        {kind, Severity::Note, range, formatDiag(diagInfo(kind).text, args), {}, {}});
  }
  return *this;
}

MessageRef& MessageRef::replace(llvm::SMRange range, const llvm::Twine& text) {
  if (index_ < owner_.messages_.size()) {
    owner_.messages_[index_].fixits.emplace_back(range, text);
  }
  return *this;
}

bool Diagnostics::suppressed(const DiagInfo& info) const {
  bool cost = info.severity == Severity::Remark && *info.code == 'P';
  if (cost && !options.perf) return true;
  if (info.severity != Severity::Warning && info.severity != Severity::Remark) return false;
  return options.noWarnings || std::find(options.disabled.begin(), options.disabled.end(),
                                         info.code) != options.disabled.end();
}

MessageRef Diagnostics::report(Diag kind, llvm::SMRange range, std::vector<std::string> args) {
  const DiagInfo& info = diagInfo(kind);
  if (suppressed(info)) return {*this, SIZE_MAX};
  Severity severity = info.severity;
  if (severity == Severity::Warning && options.warningsAreErrors) severity = Severity::Error;
  if (severity == Severity::Error) ++errors_;
  for (std::string& arg : args) {
    if (arg.size() <= kMaxArgument) continue;
    size_t cut = kMaxArgument;
    while (cut > 0 && (static_cast<unsigned char>(arg[cut]) & 0xC0) == 0x80) --cut;
    arg = arg.substr(0, cut) + "...";
  }
  messages_.push_back({kind, severity, range, formatDiag(info.text, args), {}, {}});
  return {*this, messages_.size() - 1};
}

void Diagnostics::sort() {
  auto key = [this](const Message& m) {
    unsigned buffer = m.range.isValid() ? sources_.FindBufferContainingLoc(m.range.Start) : 0;
    return std::make_pair(buffer, m.range.Start.getPointer());
  };
  std::stable_sort(messages_.begin(), messages_.end(),
                   [&](const Message& a, const Message& b) { return key(a) < key(b); });
  // The same complaint about the same place helps nobody twice.
  auto same = [](const Message& a, const Message& b) {
    return a.kind == b.kind && a.range.Start == b.range.Start && a.text == b.text;
  };
  messages_.erase(std::unique(messages_.begin(), messages_.end(), same), messages_.end());
}

// LLVM leaves the caret and the replacements out where a line has more than ASCII. Here a column is a character.
static void printMarks(llvm::raw_ostream& os, const llvm::SMDiagnostic& diag, const Message& m) {
  const llvm::StringRef line = diag.getLineContents();
  if (llvm::all_of(line, [](char c) { return llvm::isASCII(c); })) return;
  constexpr unsigned kTab = 8;  // as LLVM prints the line
  const char* const begin = m.range.Start.getPointer() - diag.getColumnNo();
  const auto column = [&](const char* at) {
    unsigned out = 0;
    for (char c : line.take_front(at > begin ? static_cast<size_t>(at - begin) : 0))
      out += c == '\t' ? kTab - out % kTab : (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    return out;
  };
  const unsigned from = column(m.range.Start.getPointer());
  const unsigned to = std::max(from + 1, column(m.range.End.getPointer()));
  os << std::string(from, ' ') << '^' << std::string(to - from - 1, '~') << "\n";
  std::string replacements;
  for (const llvm::SMFixIt& fix : m.fixits) {
    const char* const at = fix.getRange().Start.getPointer();
    if (at < begin || at > begin + line.size()) continue;
    replacements.resize(std::max<size_t>(replacements.size(), column(at)), ' ');
    replacements += fix.getText();
  }
  if (!replacements.empty()) os << replacements << "\n";
}

void Diagnostics::printOne(llvm::raw_ostream& os, const Message& m) {
  auto kind = m.severity == Severity::Error     ? llvm::SourceMgr::DK_Error
              : m.severity == Severity::Warning ? llvm::SourceMgr::DK_Warning
              : m.severity == Severity::Remark  ? llvm::SourceMgr::DK_Remark
                                                : llvm::SourceMgr::DK_Note;
  std::string text = m.text;
  const char* code = diagInfo(m.kind).code;
  if (*code != '\0') text += std::string(" [ISL-") + code + "]";
  if (!m.range.isValid()) {
    os << "islc: " << spelling(m.severity) << ": " << text << "\n";
  } else {
    // SourceMgr underlines ranges of one line only; a caret suffices for the rest.
    auto diag = sources_.GetMessage(m.range.Start, kind, text, m.range, m.fixits);
    if (diag.getLineContents().size() > kMaxLine) {
      os << diag.getFilename() << ":" << diag.getLineNo() << ":" << diag.getColumnNo() + 1 << ": "
         << spelling(m.severity) << ": " << text << "\n";
    } else {
      diag.print(nullptr, os, /*ShowColors=*/false);
      printMarks(os, diag, m);
    }
  }
  for (const Message& note : m.notes) printOne(os, note);
}

void Diagnostics::print(llvm::raw_ostream& os) {
  sort();
  switch (options.format) {
    case DiagOptions::Text: return printText(os);
    case DiagOptions::Json: return printJson(*this, os);
    case DiagOptions::Sarif: return printSarif(*this, os);
  }
}

std::string printable(llvm::StringRef text) {
  std::string out = text.str();
  const auto controls = [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return (code < 32 && c != '\n' && c != '\t') || code == 127;
  };
  std::replace_if(out.begin(), out.end(), controls, '?');
  return out;
}

void Diagnostics::printText(llvm::raw_ostream& out) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printMessages(os);
  out << printable(os.str());
}

void Diagnostics::printMessages(llvm::raw_ostream& os) {
  unsigned shown = 0;
  for (const Message& m : messages_) {
    if (m.severity == Severity::Error && options.errorLimit != 0 && shown == options.errorLimit) {
      os << "islc: " << errors_ - shown << " more errors not shown (see -ferror-limit=N)\n";
      return;
    }
    printOne(os, m);
    if (m.severity == Severity::Error) ++shown;
  }
}

std::string nearest(llvm::StringRef word, llvm::ArrayRef<std::string> candidates) {
  unsigned limit = std::max<unsigned>(1, (word.size() + 2) / 3);
  unsigned best = limit + 1;
  std::string result;
  for (const std::string& candidate : candidates) {
    if (word == candidate) continue;
    unsigned distance = word.edit_distance(candidate, /*AllowReplacements=*/true, limit + 1);
    // All letters of the other case are one slip (`TRUE` for `true`).
    distance = std::min(distance, 1 + llvm::StringRef(word.lower())
                                          .edit_distance(llvm::StringRef(candidate).lower(),
                                                         /*AllowReplacements=*/true, limit + 1));
    // One letter for a whole word (`h` for `history`) is a usual slip that edits do not measure;
    // another single letter is no better guess.
    if (word.size() == 1) {
      distance = candidate[0] == word[0] ? 1 : limit + 1;
    }
    // A word that was cut off (`bool` for `boolean`).
    if (word.size() >= 3 && llvm::StringRef(candidate).startswith(word)) distance = 1;
    if (distance < best) {
      best = distance;
      result = candidate;
    }
  }
  return result;
}

std::string didYouMean(llvm::StringRef near) {
  return near.empty() ? "" : " (did you mean `" + near.str() + "`?)";
}

std::string didYouMean(llvm::StringRef word, llvm::ArrayRef<std::string> candidates) {
  return didYouMean(nearest(word, candidates));
}

}  // namespace isl
