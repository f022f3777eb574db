// isl-rewrite: applies the rewriter to class files off-line, so that a verifier can judge the result.
//
//   isl-rewrite [--profile all|leak|map|events|elements] [--app] [--list FILE] -o DIR PATH...
//
// A PATH is a class file or a directory of them; DIR receives the rewritten classes only, under the
// names of the classes. --app treats the classes as the program's, otherwise as the JDK's.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "instrument/EventSink.h"
#include "instrument/Rewriter.h"

namespace fs = std::filesystem;
using namespace isl;
using namespace isl::instrument;

namespace {

struct Arguments {
  std::string profile = "all";
  bool app = false;
  fs::path output;
  std::vector<fs::path> inputs;
};

class CountingSink : public SiteSink {
 public:
  uint32_t intern(const SiteLocation& site) override {
    if (site.className.empty() || site.method.empty()) ++malformed;
    return next < kMaxSite ? next++ : kSiteOverflow;
  }
  uint32_t next = kFirstSite;
  uint32_t malformed = 0;
};

// Every access, element, return and birth is an event, half of them with the value.
class EverythingSink : public EventSink {
 public:
  EventChoice field(const classfile::MemberRef& member, bool write) override {
    return {write ? 70001 : 70000, member.name.size() % 2 == 0};
  }
  EventChoice element(char kind, bool write) override {
    return {write ? 70003 : 70002, kind != 'L' && kind != 'J'};
  }
  EventChoice call(std::string_view, std::string_view method, std::string_view, bool) override {
    return {70004, method.size() % 2 == 0};
  }
  bool tracksArray(std::string_view) override { return true; }
  bool mayConstruct(std::string_view) override { return true; }
  bool knowsBirths(std::string_view cls) override { return cls.size() % 2 == 0; }
  int32_t mayPutOnPath(const classfile::MemberRef& member) override {
    return member.descriptor[0] == '[' || member.descriptor == "Ljava/lang/Object;" ? 70005 : 0;
  }
};

// Element accesses alone, all of which are only counted; half of the methods are in a sequence.
class ElementsSink : public EventSink {
 public:
  EventChoice field(const classfile::MemberRef&, bool) override { return {}; }
  EventChoice element(char, bool write) override { return {write ? 70003 : 7, false, true}; }
  EventChoice call(std::string_view, std::string_view, std::string_view, bool) override {
    return {};
  }
  bool tracksArray(std::string_view) override { return true; }
  bool mayConstruct(std::string_view) override { return false; }
};

struct Totals {
  uint64_t classes = 0, rewritten = 0, skipped = 0, bytesIn = 0, bytesOut = 0;
  double seconds = 0;
  RewriteStats stats;
};

Features featuresOf(const std::string& profile) {
  Features f;
  f.housekeeping = f.births = true;
  if (profile == "map") {  // one family of types, with calling sequences and contexts
    const auto isMap = [](std::string_view name) {
      return name.find("Map") != std::string_view::npos;
    };
    f.touchReads = f.touchWrites = true;
    f.touchable = f.trackable = isMap;
    f.sequences = f.contexts = true;
    f.sequenceKey = [](std::string_view, std::string_view method, std::string_view) {
      return method == "main" || method == "put" || method == "run" ? 7 : -1;
    };
    return f;
  }
  static EverythingSink everything;
  static ElementsSink elements;
  if (profile == "events") f.events = &everything;
  if (profile == "elements") f.events = &elements;
  f.touchReads = f.touchWrites = f.libraryCalls = true;
  f.sequences = profile == "all" || profile == "elements";
  f.touchIterations = profile == "all";
  f.ages = profile == "leak";
  if (f.sequences) {
    f.sequenceKey = [](std::string_view, std::string_view method, std::string_view) {
      return method.size() % 3 == 0 ? 70000 : -1;
    };
  }
  return f;
}

bool readFile(const fs::path& path, std::vector<uint8_t>& bytes) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return false;
  bytes.assign(std::istreambuf_iterator<char>(in), {});
  return true;
}

void add(Totals& totals, const RewriteResult& result) {
  totals.rewritten += result.outcome == Outcome::Rewritten;
  totals.skipped += result.outcome == Outcome::Skipped;
  RewriteStats& sum = totals.stats;
  const RewriteStats& s = result.stats;
  sum.methods += s.methods;
  sum.methodsRewritten += s.methodsRewritten;
  for (size_t i = 0; i < s.methodsSkipped.size(); ++i) sum.methodsSkipped[i] += s.methodsSkipped[i];
  sum.methodsReduced += s.methodsReduced;
  sum.accessSites += s.accessSites;
  sum.touches += s.touches;
  sum.births += s.births;
  sum.calls += s.calls;
  sum.events += s.events;
  sum.droppedTables += s.droppedTables;
}

bool rewriteFile(const Arguments& args, const fs::path& root, const fs::path& path,
                 const Features& features, SiteSink& sites, Totals& totals) {
  std::vector<uint8_t> in, out;
  if (!readFile(path, in)) {
    std::fprintf(stderr, "isl-rewrite: cannot read %s\n", path.c_str());
    return false;
  }
  ClassTraits traits;
  traits.library = !args.app;
  const auto begin = std::chrono::steady_clock::now();
  const RewriteResult result = rewriteClass(in.data(), in.size(), traits, features, sites, out);
  totals.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  ++totals.classes;
  totals.bytesIn += in.size();
  add(totals, result);
  if (result.outcome == Outcome::Skipped) {
    std::fprintf(stderr, "isl-rewrite: %s: %s\n", path.c_str(), describe(result.reason));
  }
  if (result.outcome != Outcome::Rewritten) return true;
  totals.bytesOut += out.size();
  const fs::path to = args.output / path.lexically_relative(root);
  fs::create_directories(to.parent_path());
  std::ofstream file(to, std::ios::binary);
  file.write(reinterpret_cast<const char*>(out.data()), static_cast<std::streamsize>(out.size()));
  return file.good();
}

void print(const Totals& t, uint32_t sites) {
  const RewriteStats& s = t.stats;
  std::printf("classes %lu, rewritten %lu, skipped %lu; %.1f MB in, rewritten ones %.1f MB\n",
              static_cast<unsigned long>(t.classes), static_cast<unsigned long>(t.rewritten),
              static_cast<unsigned long>(t.skipped), static_cast<double>(t.bytesIn) / 1e6,
              static_cast<double>(t.bytesOut) / 1e6);
  std::printf("methods %u, rewritten %u (%u of them without touches)", s.methods,
              s.methodsRewritten, s.methodsReduced);
  for (size_t i = 0; i < s.methodsSkipped.size(); ++i) {
    if (s.methodsSkipped[i] == 0) continue;
    std::printf(", %u left alone: %s", s.methodsSkipped[i], describe(static_cast<SkipReason>(i)));
  }
  std::printf("\naccess sites %u, touches %u, births %u, library calls %u, events %u, sites %u\n",
              s.accessSites, s.touches, s.births, s.calls, s.events, sites);
  std::printf("tables dropped %u; %.2f s, %.1f MB/s\n", s.droppedTables, t.seconds,
              static_cast<double>(t.bytesIn) / 1e6 / (t.seconds > 0 ? t.seconds : 1));
}

bool parse(int argc, char** argv, Arguments& args) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool more = i + 1 < argc;
    if (word == "--app") {
      args.app = true;
    } else if (word == "--profile" && more) {
      args.profile = argv[++i];
    } else if (word == "-o" && more) {
      args.output = argv[++i];
    } else if (word == "--list" && more) {
      std::ifstream list(argv[++i]);
      for (std::string line; std::getline(list, line);) args.inputs.emplace_back(line);
    } else if (word[0] == '-') {
      return false;
    } else {
      args.inputs.emplace_back(word);
    }
  }
  const bool known = args.profile == "all" || args.profile == "leak" || args.profile == "map" ||
                     args.profile == "events" || args.profile == "elements";
  return known && !args.output.empty() && !args.inputs.empty();
}

}  // namespace

int main(int argc, char** argv) {
  Arguments args;
  if (!parse(argc, argv, args)) {
    std::fprintf(stderr, "usage: isl-rewrite [--profile all|leak|map|events] [--app] [--list FILE] "
                         "-o DIR PATH...\n");
    return 2;
  }
  const Features features = featuresOf(args.profile);
  CountingSink sites;
  Totals totals;
  bool ok = true;
  for (const fs::path& input : args.inputs) {
    if (!fs::is_directory(input)) {
      ok &= rewriteFile(args, input.parent_path(), input, features, sites, totals);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(input)) {
      if (!entry.is_regular_file() || entry.path().extension() != ".class") continue;
      ok &= rewriteFile(args, input, entry.path(), features, sites, totals);
    }
  }
  print(totals, sites.next - kFirstSite);
  return ok && sites.malformed == 0 ? 0 : 1;
}
