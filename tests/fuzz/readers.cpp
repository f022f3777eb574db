// What the `isl` tools read from files, on any input: a report goes through each view, a merge, a baseline and
// back to text, which must be read as the same report; a baseline and a journal as in a run. The first letter
// says which: { a report, [ a baseline (its text follows), anything else a journal.
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "Baseline.h"
#include "Formats.h"
#include "Merge.h"
#include "ReportFile.h"
#include "RunFolder.h"
#include "Summary.h"

using namespace isl;

namespace {

// In memory where the machine has such a folder; removed at the end.
struct Folder {
  Folder() {
    std::string name = std::filesystem::exists("/dev/shm") ? "/dev/shm" : "/tmp";
    name += "/isl-fuzz-XXXXXX";
    if (!mkdtemp(name.data()) || !run.open(name)) std::abort();
    path = name;
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string write(const std::string& name, llvm::StringRef text) const {
    std::ofstream(name, std::ios::binary | std::ios::trunc) << text.str();
    return name;
  }
  std::string path;
  tool::RunFolder run;
};

const Folder& folder() {
  static const Folder one;
  return one;
}

void readReport(llvm::StringRef text) {
  Result<tool::Loaded> loaded = tool::parseReport("fuzz.json", text);
  if (!loaded) return;
  tool::leftOutOf("fuzz.json", loaded->unknown);
  const report::Report& report = loaded->report;
  const tool::SourceFinder sources({});
  size_t written = report::toText(report, 10).size() + report::toHtml(report).size();
  written += tool::toJunit(report).size() + tool::toSarif(report, sources).size();
  written += tool::toGithub(report, sources).size();
  if (written == 0) std::abort();
  const std::string again = report::toJson(report);
  const Result<tool::Loaded> same = tool::parseReport("again.json", again);
  if (!same || report::toJson(same->report) != again) {
    std::fprintf(stderr, "read again, the report differs: %s\n",
                 same ? "" : same.message().c_str());
    std::abort();
  }
  const report::Report merged = tool::mergeReports({report, same->report});
  tool::Baseline accepted;
  accepted.accept(report, "", "fuzz", "");
  const std::string path = folder().write(folder().path + "/made.json", accepted.toJson());
  tool::Baseline made;
  if (const Status read = made.load(path, "2026-01-01"); !read) {
    std::fprintf(stderr, "the baseline that was made cannot be read: %s\n", read.message().c_str());
    std::abort();
  }
  if (!made.apply(*loaded)) made.remarks();
  tool::summarize(&merged, {});
}

void readBaseline(llvm::StringRef text) {
  tool::Baseline baseline;
  if (baseline.load(folder().write(folder().path + "/baseline.json", text), "2026-01-01"))
    baseline.remarks();
}

void readJournal(llvm::StringRef text) {
  folder().write(folder().run.journal(), text);
  tool::RunFacts facts;
  facts.journal = folder().run.readJournal();
  facts.directory = folder().path;
  tool::summarize(nullptr, facts);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const llvm::StringRef text(reinterpret_cast<const char*>(data), size);
  if (text.startswith("{"))
    readReport(text);
  else if (text.startswith("["))
    readBaseline(text.drop_front());
  else
    readJournal(text);
  return 0;
}
