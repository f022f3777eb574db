#include "ast/Walk.h"
#include "codegen/Body.h"
#include "llvm/ADT/StringExtras.h"

namespace isl::codegen {

using namespace ast;
using namespace sema;
using llvm::cast;
using llvm::dyn_cast;

unsigned Body::lineOf(llvm::SMRange range) const {
  return diags_.sources().FindLineNumber(range.Start);
}

void Body::line(const std::string& text) {
  out_ += std::string(depth_ * 2, ' ') + text + "\n";
  if (presumed_ != 0) ++presumed_;
}

// The next line of text counts as the line of the spec. Most do so by themselves, as the line before
// did.
void Body::place(llvm::SMRange range) {
  const unsigned line = lineOf(range);
  if (line == presumed_) return;
  out_ += "#line " + std::to_string(line);
  if (presumed_ == 0) out_ += " " + cppString(source_);
  out_ += "\n";
  presumed_ = line;
}

void Body::nested(const Stmt* s) {
  ++depth_;
  if (auto* block = dyn_cast<Block>(s)) {
    for (const Stmt* child : block->statements) stmt(child);
  } else {
    stmt(s);
  }
  --depth_;
}

// Whether the spec reads a local is a warning of islc's, not one of the host compiler.
std::string Body::declaration(const LocalInfo* info) {
  const bool history = info->type.is(Kind::History);
  namesHistory_ = namesHistory_ || history;
  return (read_.count(info) ? "" : "[[maybe_unused]] ") +
         (history ? "History" : cppType(info->type)) + " " + local(info);
}

// The name with its value. There is always one: it may never be seen, but no compiler need prove it.
std::string Body::initialised(const Variable* v) {
  const LocalInfo* info = model_.variables.find(v)->second;
  return v->init ? " = " + as(v->init, info->type).value() : "{}";
}

void Body::localDecl(const LocalDecl* s) {
  for (const Variable* v : s->variables) {
    place(v->name.range);
    line(declaration(model_.variables.find(v)->second) + initialised(v) + ";");
  }
}

// A loop whose every iteration takes from the budget of the handler, up to its last brace. `first` is a
// statement before the body, or nothing.
void Body::loop(const std::string& head, llvm::SMRange range, const std::string& first,
                const Stmt* body) {
  line(head + " {");
  ++depth_;
  line(codegen::call("isl::step", {env(), lineCode(range)}).text + ";");
  if (!first.empty()) line(first);
  --depth_;
  nested(body);
}

// Does the loop's body leave the variable that it goes over as it is?
static bool keeps(const Stmt* body, const LocalInfo* array, const Model& model) {
  bool kept = true;
  walk(body, [&](const Expr* e) {
    auto* assignment = dyn_cast<Assign>(e);
    kept = kept && !(assignment && model.info(assignment->target).local == array);
  });
  return kept;
}

void Body::forEach(const ForEach* s) {
  const LocalInfo* array = model_.info(s->array).local;
  if (array && keeps(s->body, array, model_)) return elements(s, expr(s->array));
  line("{");
  ++depth_;
  std::string a = fresh("a");
  line("isl::Array " + a + " = " + expr(s->array).value() + ";");
  elements(s, a);
  --depth_;
  line("}");
}

void Body::elements(const ForEach* s, const Code& array) {
  const LocalInfo* info = model_.variables.find(s->variable)->second;
  const Type type = model_.info(s->array).type.element();
  const std::string i = fresh("i");
  const Code length = codegen::call("isl::length", {env(), array, lineCode(s->range)});
  const Code value = convert(element(type, array, i, lineOf(s->range)), type, info->type);
  loop("for (int32_t " + i + " = 0; " + i + " < " + length.text + "; ++" + i + ")", s->range,
       declaration(info) + " = " + value.value() + ";", s->body);
  line("}");
}

std::string Body::updates(const For* s) {
  std::vector<std::string> list;
  if (s->update.empty()) return "";
  for (const Stmt* child : s->update) list.push_back(effect(cast<ExprStmt>(child)->expr).text);
  return list.size() == 1 ? " " + list[0] : " void(" + llvm::join(list, "), void(") + ")";
}

void Body::forLoop(const For* s) {
  const std::string condition = s->condition ? " " + expr(s->condition).value() : "";
  auto* declared = s->init.size() == 1 ? dyn_cast<LocalDecl>(s->init[0]) : nullptr;
  const bool one = declared && declared->variables.size() == 1;
  const bool none = s->init.empty();
  std::string init;
  if (one) {
    const Variable* v = declared->variables[0];
    init = declaration(model_.variables.find(v)->second) + initialised(v);
  } else if (!none) {
    // What begins the loop has statements of its own.
    line("{");
    ++depth_;
    for (const Stmt* child : s->init) stmt(child);
  }
  loop("for (" + init + ";" + condition + ";" + updates(s) + ")", s->range, "", s->body);
  line("}");
  if (one || none) return;
  --depth_;
  line("}");
}

// `before` is what stands before the `if`: the end of a block whose `else` it is, or nothing.
void Body::ifStmt(const If* s, const char* before) {
  line(before + ("if (" + expr(s->condition).value() + ") {"));
  nested(s->thenStmt);
  if (!s->elseStmt) return line("}");
  if (auto* other = dyn_cast<If>(s->elseStmt)) return ifStmt(other, "} else ");
  line("} else {");
  nested(s->elseStmt);
  line("}");
}

void Body::stmt(const Stmt* s) {
  if (s->kind != StmtKind::Block && s->kind != StmtKind::Empty) place(s->range);
  switch (s->kind) {
    case StmtKind::Block:
      line("{");
      nested(s);
      line("}");
      break;
    case StmtKind::LocalDecl: localDecl(cast<LocalDecl>(s)); break;
    case StmtKind::ExprStmt: line(effect(cast<ExprStmt>(s)->expr).text + ";"); break;
    case StmtKind::If: ifStmt(cast<If>(s), ""); break;
    case StmtKind::For: forLoop(cast<For>(s)); break;
    case StmtKind::ForEach: forEach(cast<ForEach>(s)); break;
    case StmtKind::While:
      loop("while (" + expr(cast<While>(s)->condition).value() + ")", s->range, "",
           cast<While>(s)->body);
      line("}");
      break;
    case StmtKind::Do:
      loop("do", s->range, "", cast<Do>(s)->body);
      line("} while (" + expr(cast<Do>(s)->condition).value() + ");");
      break;
    case StmtKind::Break: line("break;"); break;
    case StmtKind::Continue: line("continue;"); break;
    case StmtKind::Return: line("return;"); break;
    case StmtKind::Empty: break;
  }
}

// Parameters that the body does not use have no name, so that no compiler speaks of them.
std::string Body::signature(const HandlerInfo& h, const std::string& attribute) {
  const bool words = h.parameters.size() == 4;
  std::vector<std::string> list;
  list.push_back(usesEnv_ ? "IslEnv* env" : "IslEnv*");
  list.push_back(named_.count(h.parameters[0]) ? "IslObject* object" : "IslObject*");
  for (const LocalInfo* p : llvm::ArrayRef<LocalInfo*>(h.parameters).drop_front()) {
    list.push_back(named_.count(p) ? declaration(p) : cppType(p->type));
  }
  if (words) list.push_back(usesValue_ ? "IslObject* value" : "IslObject*");
  return wrapped(attribute + "void " + eventName(h.event) + "(", list, ") {");
}

void Body::statements(const HandlerInfo& h) {
  out_.clear();
  depth_ = 1;
  temporaries_ = presumed_ = 0;
  for (const Stmt* s : h.decl->body->statements) stmt(s);
}

std::string Body::handler(const HandlerInfo& h, bool adds, const std::string& attribute) {
  adds_ = adds;
  named_.clear();
  read_.clear();
  usesEnv_ = usesValue_ = false;
  // Twice: what the handler uses is known when all of it has been written.
  statements(h);
  std::string object;
  if (named_.count(h.parameters[0])) {
    object = "  " + declaration(h.parameters[0]) + " = isl::ref(object);\n";
  }
  const std::string head = signature(h, attribute);
  statements(h);
  return head + "\n" + object + out_ + "}\n";
}

}  // namespace isl::codegen
