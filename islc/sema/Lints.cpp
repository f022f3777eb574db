// The warnings: what is legal, but hardly meant.
#include <set>

#include "ast/Walk.h"
#include "sema/Checker.h"
#include "llvm/ADT/STLExtras.h"

namespace isl::sema {

using namespace ast;
using llvm::cast;
using llvm::dyn_cast;

namespace {

struct Uses {
  unsigned amplify = 0, deamplify = 0, historyReads = 0, updates = 0, updatesNotTrue = 0;
  const Expr* firstRead = nullptr;
  const Expr* firstUpdate = nullptr;
};

class Lints {
 public:
  Lints(Model& model, Diagnostics& diags) : model_(model), diags_(diags) {}

  void run() {
    for (auto& h : model_.handlers) {
      walk(
          h->decl->body, [this](const Expr* e) { expr(e); }, [this](const Stmt* s) { stmt(s); });
      nullChecks(*h);
      lintGuards(model_, *h, diags_);
    }
    locals();
    if (model_.object) program();
    constructs();
  }

 private:
  void expr(const Expr* e);
  void stmt(const Stmt* s);
  void constantCondition(const Expr* e);
  void nullChecks(const HandlerInfo& handler);
  void locals();
  void program();
  void constructs();
  void referents();
  void historyUse();

  Model& model_;
  Diagnostics& diags_;
  Uses uses_;
  bool digitRecorded_ = false;  // a history is updated with the literal 1
};

void Lints::expr(const Expr* e) {
  const ExprInfo& info = model_.info(e);
  switch (info.builtin) {
    case Builtin::Amplify:
    case Builtin::AmplifyBy: ++uses_.amplify; break;
    case Builtin::Deamplify: ++uses_.deamplify; break;
    case Builtin::HistoryUpdate: {
      ++uses_.updates;
      if (!uses_.firstUpdate) uses_.firstUpdate = e;
      auto* digit = dyn_cast<IntLit>(cast<Call>(e)->args[0]);
      digitRecorded_ = digitRecorded_ || (digit && digit->value == 1);
      const ExprInfo& arg = model_.info(cast<Call>(e)->args[0]);
      bool isTrue = arg.constant && !arg.tunable && arg.type.is(Kind::Boolean) && arg.constant->i;
      if (!isTrue) ++uses_.updatesNotTrue;
      break;
    }
    case Builtin::HistoryGet:
    case Builtin::HistoryLast:
    case Builtin::HistoryContains:
    case Builtin::HistoryIsFull:
    case Builtin::HistoryContainsSameValue:
      ++uses_.historyReads;
      if (!uses_.firstRead) uses_.firstRead = e;
      break;
    default: break;
  }
  auto* b = dyn_cast<Binary>(e);
  if (b && (b->op == BinaryOp::Eq || b->op == BinaryOp::Ne) &&
      (model_.info(b->left).type.isFloating() || model_.info(b->right).type.isFloating())) {
    diags_.report(Diag::FloatEquality, e->range, {spelling(b->op)});
  }
}

void Lints::constantCondition(const Expr* e) {
  const ExprInfo& info = model_.info(e);
  if (info.constant && !info.tunable) {
    diags_.report(Diag::ConstantCondition, e->range, {info.constant->i ? "true" : "false"});
  }
}

void Lints::stmt(const Stmt* s) {
  if (auto* node = dyn_cast<If>(s)) constantCondition(node->condition);
}

// A variable that takes addressToObject and is used as an object, but never compared with null.
void Lints::nullChecks(const HandlerInfo& handler) {
  std::set<const LocalInfo*> results, compared;
  std::map<const LocalInfo*, const Expr*> used;
  walk(
      handler.decl->body,
      [&](const Expr* e) {
        if (auto* b = dyn_cast<Binary>(e)) {
          if (b->op == BinaryOp::Eq || b->op == BinaryOp::Ne) {
            compared.insert(model_.info(b->left).local);
            compared.insert(model_.info(b->right).local);
          }
        }
        if (auto* m = dyn_cast<Member>(e)) used.insert({model_.info(m->base).local, e});
      },
      [&](const Stmt* s) {
        auto* d = dyn_cast<LocalDecl>(s);
        for (const Variable* v : d ? d->variables : llvm::ArrayRef<const Variable*>()) {
          if (v->init && model_.info(v->init).builtin == Builtin::AddressToObject) {
            results.insert(model_.variables[v]);
          }
        }
      });
  for (const LocalInfo* local : results) {
    auto it = used.find(local);
    if (it != used.end() && compared.count(local) == 0) {
      diags_.report(Diag::NullUnchecked, it->second->range);
    }
  }
}

void Lints::locals() {
  static const char* const words[] = {"sequence", "type",    "path",      "size", "kind",
                                      "history",  "include", "partition", "all",  "alloc",
                                      "single",   "context", "defect"};
  for (auto& local : model_.locals) {
    if (llvm::is_contained(words, local->decl->name.name)) {
      diags_.report(Diag::NamedLikeProperty, local->decl->name.range,
                    {local->decl->name.name.str()});
    }
    if (local->used || local->isParameter) continue;
    std::string name = local->decl->name.name.str();
    // The printed Figure 3.11 writes update(1) where l is meant.
    std::string hint;
    if (digitRecorded_ && (name == "l" || name == "I")) {
      hint = "; did you mean `" + name + "` where `1` is written?";
    }
    diags_.report(Diag::UnusedLocal, local->decl->name.range, {"local", name, hint});
  }
  for (auto& c : model_.consts) {
    bool byDefault = !c->decl && !c->fixedByUser && c->used;
    if (byDefault) {
      diags_.report(Diag::DefaultConstant, c->firstUse, {c->name.str(), text(c->value)});
    }
    if (c->decl && !c->used) {
      diags_.report(Diag::UnusedLocal, c->decl->name.range, {"constant", c->name.str(), ""});
    }
  }
}

void Lints::historyUse() {
  const HistoryInfo* history = model_.history();
  if (!history) return;
  if (uses_.historyReads != 0 && uses_.updates == 0) {
    diags_.report(Diag::HistoryNeverUpdated, uses_.firstRead->range);
  }
  if (history->element.is(Kind::Boolean) && uses_.updates != 0 && uses_.updatesNotTrue == 0 &&
      uses_.historyReads != 0) {
    diags_.report(Diag::OnlyTrue, uses_.firstUpdate->range);
  }
}

void Lints::program() {
  auto place = model_.object->name.range;
  if (!model_.handlers.empty() && uses_.amplify == 0) {
    diags_.report(Diag::NeverAmplifies, place);
  }
  if (uses_.amplify != 0 && uses_.deamplify == 0) diags_.report(Diag::NeverDeamplifies, place);
  historyUse();
  auto* reached = model_.handler(EventKind::OnReached);
  if (reached && model_.handler(EventKind::OnReachedOnce)) {
    diags_.report(Diag::BothReached, reached->decl->name.range);
  }
  for (auto& f : model_.fields) {
    if (f->read && f->written) continue;
    diags_.report(Diag::FieldUnused, f->decl->name.range,
                  {f->name.str(), f->read ? "written" : "read"});
  }
}

// Collectors and heap checks let a referent go: it is no path from a root.
void Lints::referents() {
  for (auto& c : model_.contexts) {
    if (c->path < 0) continue;
    const auto& holder = *model_.contexts[static_cast<size_t>(c->path)];
    if (!holder.type) continue;
    for (llvm::StringRef reference :
         {"java.lang.ref.Reference", "java.lang.ref.SoftReference", "java.lang.ref.WeakReference",
          "java.lang.ref.PhantomReference", "java.lang.ref.FinalReference",
          "java.lang.ref.Finalizer"}) {
      if (*holder.type == reference)
        diags_.report(Diag::ReferentPath, c->pathRange, {reference.str()});
    }
  }
}

void Lints::constructs() {
  referents();
  std::set<const void*> used;
  for (int at = model_.mainContext; at >= 0; at = model_.contexts[at]->path) {
    used.insert(model_.contexts[at]->decl);
  }
  if (model_.partition) used.insert(model_.partition->decl);
  if (model_.history()) used.insert(model_.history()->decl);
  for (const Construct* c : model_.program->constructs) {
    bool may = c->kind == ConstructKind::Context || c->kind == ConstructKind::History ||
               c->kind == ConstructKind::Partition;
    if (may && used.count(c) == 0) {
      diags_.report(Diag::UnusedConstruct, c->name.range, {spelling(c->kind), c->name.name.str()});
    }
  }
  for (auto& c : model_.contexts) {
    if (c->sequence && c->sequence->trim().startswith("*.main") && used.count(c->decl)) {
      diags_.report(Diag::MainOnly, c->sequenceRange, {c->sequence->str()});
    }
  }
}

}  // namespace

void lint(Model& model, Diagnostics& diags) { Lints(model, diags).run(); }

}  // namespace isl::sema
