// isl packs: specs that libraries bring along.
#include <fmt/format.h>

#include "Args.h"
#include "Commands.h"
#include "Packs.h"
#include "report/Format.h"

namespace isl::tool {

namespace {

const char* const kHelp = R"(usage: isl packs add JAR|DIR...
       isl packs list

Libraries may bring specs along, in META-INF/isl/GROUP/ARTIFACT/NAME.isl of their jar. `add` copies them into the
folder isl-packs, with a lock file that has their hashes: read them, and keep both in version control.
`isl run --packs` runs them. Nothing is taken up by itself.

exit status: 0, 2 when a jar or the lock file cannot be read, or a spec does not compile
)";

int list(const Packs& packs) {
  std::string out;
  for (const PackSpec& spec : packs.specs())
    out += fmt::format("{}  {}  ({})\n", spec.sha256.substr(0, 12), report::plainText(spec.path),
                       report::plainText(spec.from));
  return print(out);
}

}  // namespace

int packsCommand(const Words& words) {
  Args args;
  if (const Status parsed = args.parse(words, {{"--help", false}, {"-h", false}}, false); !parsed)
    return usage("packs", parsed.message());
  if (args.has("--help") || args.has("-h")) return print(kHelp);
  const std::vector<std::string>& given = args.positional();
  const bool adds = !given.empty() && given[0] == "add";
  if (!adds && (given.size() != 1 || given[0] != "list"))
    return usage("packs", "say `add JAR|DIR...` or `list`");
  if (adds && given.size() == 1) return usage("packs", "name a jar or a folder");
  Packs packs(kPackFolder);
  if (const Status loaded = packs.load(adds); !loaded) return fail(loaded.message());
  if (!adds) return list(packs);
  for (size_t i = 1; i < given.size(); ++i) {
    const Result<size_t> added = packs.add(given[i]);
    if (!added) return fail(added.message());
    fmt::print(stderr, "isl: {}: {} taken up\n", given[i], report::counted(*added, "spec"));
  }
  return 0;
}

}  // namespace isl::tool
