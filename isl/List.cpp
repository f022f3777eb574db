// isl list: the shipping specs, what each finds, needs and costs. What it finds is the first sentence of the spec; the
// rest is the compiler's plan of it, so that the list is never behind the specs.
#include <fmt/format.h>

#include "Args.h"
#include "Commands.h"
#include "Prebuilt.h"
#include "SpecText.h"
#include "Specs.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

namespace isl::tool {

namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

const char* const kHelp = R"(usage: isl list [SPEC...]

Lists the shipping specs, or those given: what each finds, where it works (needs) and what an agent of it does in the
program (costs). Figures are in docs/overhead.md.

  --help

exit status: 0, or 2 when a spec cannot be read
)";

std::string contentOf(const std::string& file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

// islc's plan of a spec; empty when islc refuses it, which it has said then.
std::string planOf(const std::string& spec) {
  const std::string islc = findIslc();
  llvm::SmallString<128> out;
  if (islc.empty() || fs::createTemporaryFile("isl-plan", "txt", out)) return "";
  const int status = llvm::sys::ExecuteAndWait(
      islc, {islc, "-w", "--emit=plan", spec, "-o", out.str()}, llvm::None, {});
  std::string plan = status == 0 ? contentOf(out.str().str()) : "";
  fs::remove(out);
  return plan;
}

}  // namespace

int listCommand(const Words& words) {
  Args args;
  if (const Status parsed = args.parse(words, {{"--help", false}, {"-h", false}}, false); !parsed)
    return usage("list", parsed.message());
  if (args.has("--help") || args.has("-h")) return print(kHelp);
  std::vector<std::string> specs;
  for (const std::string& word : args.positional()) {
    Result<std::string> spec = resolveSpec(word);
    if (!spec) return fail(spec.message());
    specs.push_back(std::move(*spec));
  }
  if (specs.empty()) specs = shippingSpecs();
  if (specs.empty())
    return fail("the shipping specs are not there: the installation is incomplete");
  std::string out;
  for (const std::string& spec : specs) {
    const std::string plan = planOf(spec);
    if (plan.empty()) return fail(fmt::format("there is no plan of {}", spec));
    out += fmt::format("{}{}{}\n", out.empty() ? "" : "\n", path::stem(spec).str(),
                       prebuiltAgent({spec}).empty() ? "" : "  (prebuilt)");
    out += fmt::format("  finds: {}\n", firstSentence(contentOf(spec)));
    for (const std::string& need : needsOf(plan)) out += fmt::format("  needs: {}\n", need);
    for (const std::string& cost : costsOf(plan)) out += fmt::format("  costs: {}\n", cost);
  }
  return print(out);
}

}  // namespace isl::tool
