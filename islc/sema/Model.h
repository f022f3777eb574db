// What semantic analysis knows about a program: the constructs resolved, and side tables that
// give every expression its type, value and meaning. Valid only when no error was reported.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "Diagnostics.h"
#include "sema/Constant.h"
#include "llvm/ADT/DenseMap.h"

namespace isl::sema {

// The order is that of IslEventKind and IslPartitionKind in the ABI.
enum class EventKind : uint8_t {
#define EVENT(id, name, params, mutator) id,
#include "sema/Builtins.def"
};
const char* eventName(EventKind kind);
bool isMutator(EventKind kind);
// The signature as Figure 3.3 prints it: `on_alloc(Object o)`.
std::string signatureText(EventKind kind);
// What of the penalised objects is a defect: all, or what grows with the program's work. As IslDefect.
enum class DefectKind : uint8_t { Presence, Growth };
enum class PartitionKind : uint8_t { Single, Type, Alloc, Context, All };

enum class Builtin : uint8_t {
  None,
#define FUNCTION(id, name, params, result, events) id,
#define MEMBER(receiver, id, name, params, result) id,
#include "sema/Builtins.def"
};

// A constant; its value may be overridden at agent start, so code never folds it.
struct ConstInfo {
  llvm::StringRef name;
  Type type;
  ConstValue value;
  const ast::Construct* decl = nullptr;  // null: predeclared or from -D
  bool fixedByUser = false;              // -D wins over the text
  bool isPredeclared = false;            // every spec has it
  bool used = false;
  llvm::SMRange firstUse;
  bool derived = false;  // follows other constants, so it cannot be tuned itself
  bool pinned = false;   // the compiler has used its value; it cannot be tuned
  enum State : uint8_t { Pending, Evaluating, Done } state = Pending;
};

struct ContextInfo {
  llvm::StringRef name;
  const ast::Construct* decl = nullptr;
  llvm::Optional<llvm::StringRef> type, sequence;
  std::string pattern;  // the sequence as the agent matches it
  int path = -1;
  llvm::SMRange pathRange, sequenceRange;
};

struct HistoryInfo {
  llvm::StringRef name;
  const ast::Construct* decl = nullptr;
  Type element;
  const ast::Expr* size = nullptr;
  int64_t sizeValue = 0;
};

struct PartitionInfo {
  const ast::Construct* decl = nullptr;
  PartitionKind kind = PartitionKind::All;
  const ast::Expr* bound = nullptr;
  int64_t boundValue = 0;
  const HistoryInfo* history = nullptr;
};

struct FieldInfo {
  llvm::StringRef name;
  const ast::Variable* decl = nullptr;
  Type type;
  ConstValue initial;
  bool read = false, written = false;
};

struct LocalInfo {
  const ast::Variable* decl = nullptr;
  Type type;
  unsigned index = 0;  // within the handler, for definite assignment
  bool isParameter = false;
  bool isFinal = false;
  bool isView = false;  // holds a subHistory
  bool used = false;
};

struct HandlerInfo {
  EventKind event = EventKind::OnRead;
  const ast::Construct* decl = nullptr;
  std::vector<LocalInfo*> parameters;
  unsigned localCount = 0;
};

struct ExprInfo {
  Type type;
  llvm::Optional<ConstValue> constant;
  bool tunable = false;  // the constant depends on one that may change at agent start
  LocalInfo* local = nullptr;
  ConstInfo* named = nullptr;
  FieldInfo* field = nullptr;
  Builtin builtin = Builtin::None;
  bool isView = false;  // a subHistory
  bool isArrayLength = false;
};

struct Model {
  const ast::Program* program = nullptr;
  std::deque<std::string> strings;  // names that stand in no source
  std::vector<std::unique_ptr<ConstInfo>> consts;
  std::vector<std::unique_ptr<ContextInfo>> contexts;
  std::vector<std::unique_ptr<HistoryInfo>> histories;
  std::vector<std::unique_ptr<PartitionInfo>> partitions;
  std::vector<std::unique_ptr<FieldInfo>> fields;
  std::vector<std::unique_ptr<HandlerInfo>> handlers;
  std::vector<std::unique_ptr<LocalInfo>> locals;

  const ast::Construct* object = nullptr;    // the TObject
  const ast::Construct* boundary = nullptr;  // the Boundary
  llvm::StringRef tickMethod;                // that it names, CLASS.method
  int mainContext = -1;
  const PartitionInfo* partition = nullptr;
  DefectKind defect = DefectKind::Presence;

  llvm::DenseMap<const ast::Expr*, ExprInfo> exprs;
  llvm::DenseMap<const ast::Variable*, LocalInfo*> variables;

  const ExprInfo& info(const ast::Expr* e) const { return exprs.find(e)->second; }
  const HistoryInfo* history() const { return partition ? partition->history : nullptr; }
  const HandlerInfo* handler(EventKind event) const;
  // Whether an agent needs the constant at all, and whether tune= may set it.
  static bool isEmitted(const ConstInfo& c) { return c.used || c.decl; }
  static bool isTunable(const ConstInfo& c) { return isEmitted(c) && !c.derived && !c.pinned; }
};

using Defines = std::map<std::string, std::string>;

class JdkClasses;

struct Options {
  Defines defines;
  const JdkClasses* jdk = nullptr;  // types of contexts are looked up in it
  bool strict = false, paper = false;
  std::vector<std::string> classpath;  // folders and jars; empty: types are not looked up
  const std::set<std::string>* classes = nullptr;  // of the class path, if they are known already
};

// Checks the program; errors and warnings go to `diags`.
std::unique_ptr<Model> analyze(const ast::Program& program, const Options& options,
                               Diagnostics& diags);

}  // namespace isl::sema
