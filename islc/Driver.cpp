#include "Driver.h"

#include "codegen/Codegen.h"
#include "parse/Parser.h"
#include "parse/SpecFile.h"
#include "sema/Jdk.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace isl {

namespace {

// One run of the compiler over all specs of an agent.
class Session {
 public:
  Session(const DriverOptions& options, const char* argv0)
      : options_(options), argv0_(argv0), diags_(sources_) {
    diags_.options = options.diags;
  }

  int run() {
    for (size_t i = 0; i < options_.specs.size(); ++i) {
      if (!front(i)) return 2;
    }
    refuseDefines();
    if (options_.emit == Emit::Agent && !usableNames()) return 2;
    if (!diags_.hasErrors() && options_.emit == Emit::Agent) refuse();
    if (options_.verify) return verify();
    diags_.print(llvm::errs());
    if (diags_.hasErrors()) return 1;
    if (options_.emit == Emit::Check) return 0;
    if (options_.emit != Emit::Agent) return writeText(stageText());
    return buildAgent(stageText(), options_, argv0_);
  }

 private:
  // Parse, check and plan of one spec; false when its file cannot be read.
  bool front(size_t index) {
    const std::string& path = options_.specs[index];
    auto buffer = parse::readSpec(path);
    if (!buffer) {
      llvm::errs() << "islc: error: cannot read `" << printable(path)
                   << "`: " << llvm::toString(buffer.takeError()) << "\n";
      return false;
    }
    unsigned id = sources_.AddNewSourceBuffer(std::move(*buffer), {});
    buffers_.push_back(id);
    const ast::Program* program = parse::parse(diags_, id, arena_);
    if (!program) return true;
    programs_.push_back(program);
    if (options_.emit == Emit::Ast) return true;
    unsigned before = diags_.errorCount();
    models_.push_back(sema::analyze(*program, semaOptions(), diags_));
    if (diags_.errorCount() != before) return true;
    lower::Options lowering;
    lowering.name =
        index < options_.names.size() ? options_.names[index] : llvm::sys::path::stem(path).str();
    lowering.source = path;
    lowering.switches = options_.switches;
    lowering.paper = options_.paper;
    plans_.push_back(lower::lower(*models_.back(), lowering));
    lower::remarks(*plans_.back(), diags_);
    return true;
  }

  // Options of the agent put `:` behind a name and `,` behind a value.
  bool usableNames() const {
    for (auto& plan : plans_) {
      auto odd = [](char c) { return !llvm::isAlnum(c) && !llvm::StringRef("._-").contains(c); };
      if (!plan->name.empty() &&
          llvm::StringRef(plan->name).find_if(odd) == llvm::StringRef::npos) {
        continue;
      }
      llvm::errs() << "islc: error: `" << printable(plan->name)
                   << "` cannot name a problem (letters, digits, "
                   << "`.`, `_`, `-`); give " << plan->source << " a name with -n NAME\n";
      return false;
    }
    return true;
  }

  sema::Options semaOptions() const {
    sema::Options out;
    out.defines = options_.defines;
    out.strict = options_.strict;
    out.paper = options_.paper;
    out.classpath = options_.classpath;
    out.jdk = sema::JdkClasses::installed();
    return out;
  }

  // A constant that one of several specs has may be set for all of them.
  void refuseDefines() {
    std::vector<std::string> names;
    for (auto& model : models_) {
      for (auto& constant : model->consts) {
        if (constant->decl || constant->isPredeclared || constant->firstUse.isValid())
          names.push_back(constant->name.str());
      }
    }
    for (auto& [name, value] : options_.defines) {
      if (!models_.empty() && !llvm::is_contained(names, name))
        diags_.report(
            Diag::BadDefine, {},
            {name + "=" + value, "no spec has such a constant" + didYouMean(name, names)});
    }
  }

  void refuse() {
    refuseContexts();
    refuseNames();
  }

  // The agent has a bit for each context, used or not.
  void refuseContexts() {
    size_t count = 0;
    for (auto& plan : plans_) {
      for (auto& c : plan->model->contexts) {
        if (++count == 65) {
          diags_.report(Diag::TooManyContexts, c->decl->name.range, {"more than 64 in one agent"});
        }
      }
    }
  }

  // The report and the options of the agent tell specs apart by their names.
  void refuseNames() {
    std::map<std::string, llvm::SMRange> places;
    for (auto& plan : plans_) {
      auto* object = plan->model->object;
      auto& first = plan->model->program->constructs[0]->name;
      llvm::SMRange place = object ? object->name.range : first.range;
      auto [other, fresh] = places.insert({plan->name, place});
      if (fresh) continue;
      diags_.report(Diag::SpecNameClash, place, {plan->name})
          .note(Diag::NoteOtherSpec, other->second);
    }
  }

  int verify() {
    bool ok = true;
    for (unsigned id : buffers_) ok = verifyDiagnostics(diags_, id, llvm::errs()) && ok;
    return ok ? 0 : 1;
  }

  std::string stageText() {
    std::string text;
    llvm::raw_string_ostream os(text);
    if (options_.emit == Emit::Ast) {
      for (auto* program : programs_) ast::dump(*program, os);
    } else if (options_.emit == Emit::Plan) {
      for (auto& plan : plans_) lower::print(*plan, os);
    } else {
      std::vector<const lower::Plan*> plans;
      for (auto& plan : plans_) plans.push_back(plan.get());
      os << codegen::emit(plans, options_.switches, diags_);
    }
    return os.str();
  }

  int writeText(const std::string& text) {
    if (options_.output.empty()) {
      llvm::outs() << text;
      return 0;
    }
    std::error_code error;
    llvm::raw_fd_ostream os(options_.output, error);
    if (!error) {
      os << text;
      os.flush();
      error = os.error();
      os.clear_error();
    }
    if (!error) return 0;
    llvm::errs() << "islc: error: cannot write `" << printable(options_.output)
                 << "`: " << error.message() << "\n";
    return 2;
  }

  const DriverOptions& options_;
  const char* argv0_;
  llvm::SourceMgr sources_;
  Diagnostics diags_;
  ast::Arena arena_;
  std::vector<unsigned> buffers_;
  std::vector<const ast::Program*> programs_;
  std::vector<std::unique_ptr<sema::Model>> models_;
  std::vector<std::unique_ptr<lower::Plan>> plans_;
};

}  // namespace

int runDriver(const DriverOptions& options, const char* argv0) {
  return Session(options, argv0).run();
}

}  // namespace isl
