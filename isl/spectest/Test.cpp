// isl test: programs whose comments say what specs must find in them.
#include <fmt/format.h>
#include <unistd.h>

#include <thread>

#include "Args.h"
#include "Commands.h"
#include "report/Format.h"
#include "spectest/Results.h"
#include "spectest/Update.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace isl::tool {

namespace {

const char* const kHelp = R"(usage: isl test [options] DIR|SPEC.isl|PROGRAM.java...

Runs Java programs under the specs that their comments name, and compares what is found with what the
comments say. A spec is the file NAME.isl beside the program, or one that ships.

  // isl-test: leak args=60000 max-vso=4 jdk=17,25       at the top; one head for each run
  log.add(new Entry(n));   // expect: leak type=Journal$Entry held-by=Journal.log
  // expect@+1: leak, maps          of the next line; `expect@any:` where there is no line
  // expect: none                   nothing is found in the whole program
  // may-expect: leak               not found in every run
  // todo-expect: leak              not found yet; an error as soon as it is

Keys of a head: args, check, class-path, expect=none, gc, jdk, max-vso (4), min-site, tune, vm. Lists are
joined with commas.

  --jdk 17,25|HOME         JDKs to use (default: what the head says, else the first one found)
  --gc G1,Serial           collectors: Serial, Parallel, G1, Z, Shenandoah (default: the head's, the JVM's)
  --repeat N               runs of each, all of which must be right (default 1)
  --jobs N                 programs that run at the same time (default: half the processors)
  --timeout SECONDS        for one run (default 600)
  --update                 write into the comments what was found
  --format FORMAT          text (default), junit, github
  --keep DIR               keep reports and outputs of all runs
  --help

exit status: 0 all is as the comments say, 1 something is not, 2 usage or environment
)";

const std::vector<OptionSpec> kOptions = {
    {"--jdk", true},     {"--gc", true},      {"--repeat", true}, {"--jobs", true},
    {"--timeout", true}, {"--update", false}, {"--format", true}, {"--keep", true},
    {"--help", false},   {"-h", false}};

Status readNumber(const Args& args, const char* name, unsigned& into) {
  if (!args.has(name)) return {};
  if (llvm::StringRef(args.value(name)).getAsInteger(10, into) || into == 0)
    return Error{fmt::format("bad number `{}`: {} takes 1 or more", args.value(name), name)};
  return {};
}

std::vector<std::string> readList(const Args& args, const char* name) {
  std::vector<std::string> out;
  for (const std::string& each : args.values(name)) {
    llvm::SmallVector<llvm::StringRef, 8> parts;
    llvm::StringRef(each).split(parts, ',', -1, false);
    out.insert(out.end(), parts.begin(), parts.end());
  }
  return out;
}

Status readOptions(const Args& args, SuiteOptions& options) {
  options.jobs = std::max(1U, std::thread::hardware_concurrency() / 2);
  options.jdks = readList(args, "--jdk");
  options.collectors = readList(args, "--gc");
  options.keep = args.value("--keep");
  for (const std::string& each : options.collectors) {
    if (!isCollector(each))
      return Error{
          fmt::format("unknown collector `{}`: Serial, Parallel, G1, Z or Shenandoah", each)};
  }
  for (const auto& [name, into] : {std::pair<const char*, unsigned*>{"--repeat", &options.repeat},
                                   {"--jobs", &options.jobs},
                                   {"--timeout", &options.seconds}}) {
    if (Status read = readNumber(args, name, *into); !read) return read;
  }
  return {};
}

// Programs whose runs all gave an answer get their comments from these; the others stay as they are.
Status update(const Suite& suite) {
  for (size_t p = 0; p < suite.programs.size(); ++p) {
    const TestProgram& program = suite.programs[p];
    std::vector<const Judgement*> judgements;
    bool answered = program.mistakes.empty();
    for (const TestRun& run : suite.runs) {
      if (run.program != p || program.heads[run.head].nothing) continue;
      judgements.push_back(&run.judgement);
      answered = answered && llvm::none_of(run.judgement.complaints, [](const Complaint& each) {
                   return each.kind == Complaint::Kind::Run;
                 });
    }
    if (!answered || judgements.empty()) continue;
    const std::string text = updated(program, judgements);
    if (text == fmt::format("{}", fmt::join(program.lines, "\n"))) continue;
    if (Status written = report::writeFileAtomically(program.path, text); !written) return written;
    fmt::print(stderr, "isl: {}: comments written\n", program.path);
  }
  return {};
}

}  // namespace

int testCommand(const Words& words) {
  Args args;
  if (const Status parsed = args.parse(words, kOptions, false); !parsed)
    return usage("test", parsed.message());
  if (args.has("--help") || args.has("-h")) return print(kHelp);
  const std::string format = args.value("--format", "text");
  if (format != "text" && format != "junit" && format != "github")
    return usage("test", fmt::format("unknown format `{}`: text, junit or github", format));
  SuiteOptions options;
  if (const Status read = readOptions(args, options); !read) return usage("test", read.message());
  if (args.positional().empty()) return usage("test", "name a folder, a spec or a program");
  auto programs = findPrograms(args.positional(), args.has("--update"));
  if (!programs) return fail(programs.message());
  const bool shows = isatty(STDERR_FILENO) != 0;
  const Result<Suite> suite =
      runSuite(std::move(*programs), options, [shows](const std::string& line) {
        if (shows) fmt::print(stderr, "\r{}\x1b[K", line);
      });
  if (shows) fmt::print(stderr, "\r\x1b[K");
  if (!suite) return fail(suite.message());
  for (const std::string& note : suite->notes) warn(note);
  const std::vector<Grouped> complaints = complaintsOf(*suite);
  if (args.has("--update")) {
    if (const Status written = update(*suite); !written) return fail(written.message());
  }
  const int printed = print(format == "junit"    ? toJunit(*suite)
                            : format == "github" ? toGithub(*suite, complaints)
                                                 : toText(*suite, complaints));
  return printed != 0 ? printed : complaints.empty() ? 0 : 1;
}

}  // namespace isl::tool
