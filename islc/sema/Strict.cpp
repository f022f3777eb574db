// Checks that the user asks for: --strict (the Field of a root edge) and --paper (the printed
// language alone).
#include <set>

#include "ast/Walk.h"
#include "sema/Checker.h"

namespace isl::sema {

using namespace ast;
using llvm::cast;
using llvm::dyn_cast;

// Whether any condition of the handler asks about the edge being a root; which paths of the
// handler it guards is left to the user.
static bool asksForRoot(const Model& model, const HandlerInfo& handler) {
  bool found = false;
  walk(handler.decl->body, [&](const Expr* e) {
    found = found || model.info(e).builtin == Builtin::FieldIsRoot;
    if (auto* b = dyn_cast<Binary>(e)) {
      found = found || model.info(b->left).type.is(Kind::Null) ||
              model.info(b->right).type.is(Kind::Null);
    }
  });
  return found;
}

void checkRootFields(const Model& model, Diagnostics& diags) {
  const HandlerInfo* h = model.handler(EventKind::OnReached);
  if (!h || h->parameters.size() < 2 || asksForRoot(model, *h)) return;
  std::string field = h->parameters[1]->decl->name.name.str();
  walk(h->decl->body, [&](const Expr* e) {
    switch (model.info(e).builtin) {
      case Builtin::FieldIsPrimitive:
      case Builtin::FieldIndex:
      case Builtin::FieldOffset:
      case Builtin::FieldIsArrayElement:
        diags.report(Diag::FieldOfRoot, e->range, {toSource(e), field});
        break;
      default: break;
    }
  });
}

void checkPaper(const Model& model, Diagnostics& diags) {
  static const std::set<Builtin> extensions = {Builtin::AsInt,
                                               Builtin::AsLong,
                                               Builtin::AsFloat,
                                               Builtin::AsDouble,
                                               Builtin::SizeOf,
                                               Builtin::Age,
                                               Builtin::GcCount,
                                               Builtin::FieldIsArrayElement,
                                               Builtin::FieldIsRoot,
                                               Builtin::MethodIsStatic,
                                               Builtin::MethodId,
                                               Builtin::MethodIsNamed,
                                               Builtin::TypeIsPrimitive,
                                               Builtin::TypeIsVoid,
                                               Builtin::TypeIsArray,
                                               Builtin::HistoryLast,
                                               Builtin::HistoryCapacity,
                                               Builtin::AmplifyBy,
                                               Builtin::Pressure,
                                               Builtin::Held,
                                               Builtin::HeldBytes,
                                               Builtin::Ticks,
                                               Builtin::Units};
  for (auto& h : model.handlers) {
    if (h->event == EventKind::OnDied)
      diags.report(Diag::PaperExtension, h->decl->name.range, {"`on_died`"});
    walk(h->decl->body, [&](const Expr* e) {
      if (extensions.count(model.info(e).builtin) == 0) return;
      const Ident& name = cast<Call>(e)->name;
      diags.report(Diag::PaperExtension, name.range, {"`" + name.name.str() + "`"});
    });
  }
  for (const Construct* c : model.program->constructs) {
    if (c->kind == ConstructKind::Const) {
      diags.report(Diag::PaperExtension, c->name.range, {"a `const` of the program"});
    }
    if (c->kind == ConstructKind::Boundary)
      diags.report(Diag::PaperExtension, c->name.range, {"a `Boundary`"});
  }
  for (auto& c : model.contexts) {
    if (c->sequence && c->sequence->startswith("re:")) {
      diags.report(Diag::PaperExtension, c->sequenceRange, {"a `re:` sequence"});
    }
  }
}

}  // namespace isl::sema
