#include "codegen/Body.h"

namespace isl::codegen {

using namespace ast;
using namespace sema;
using llvm::cast;

unsigned Body::lineOf(llvm::SMRange range) const {
  return diags_.sources().FindLineNumber(range.Start);
}

void Body::line(const std::string& text) { out_ += std::string(depth_ * 2, ' ') + text + "\n"; }

void Body::place(llvm::SMRange range) {
  out_ += "#line " + std::to_string(lineOf(range)) + " " + cppString(source_) + "\n";
}

void Body::nested(const Stmt* s) {
  ++depth_;
  if (auto* block = llvm::dyn_cast<Block>(s)) {
    for (const Stmt* child : block->statements) stmt(child);
  } else {
    stmt(s);
  }
  --depth_;
}

// Whether the spec reads a local is a warning of islc's, not one of the host compiler.
static std::string declaredType(const Type& type) {
  return "[[maybe_unused]] " + (type.is(Kind::History) ? "History" : cppType(type));
}

void Body::forEach(const ForEach* s) {
  const LocalInfo* info = model_.variables.find(s->variable)->second;
  Type array = model_.info(s->array).type, element = array.element();
  std::string a = fresh("a"), i = fresh("i"), at = std::to_string(lineOf(s->range));
  line("isl::Array " + a + " = " + expr(s->array) + ";");
  line("for (int32_t " + i + " = 0; " + i + " < isl::length(env, " + a + ", " + at + "); ++" + i +
       ") {");
  ++depth_;
  line("isl::step(env, " + at + ");");
  std::string get = element.isPrimitive()
                        ? "isl::element<" + cppType(element) + ">(env, " + a + ", " + i + ", " + at
                        : "isl::referenceElement(env, " + a + ", " + i + ", " + at;
  std::string text = get + ")";
  if (element.isArray()) text = "isl::toArray(env, " + text + ", 'L', " + at + ")";
  line(declaredType(info->type) + " " + local(info) + " = " + convert(text, element, info->type) +
       ";");
  --depth_;
  nested(s->body);
  line("}");
}

void Body::forLoop(const For* s) {
  line("{");
  ++depth_;
  for (const Stmt* child : s->init) stmt(child);
  std::string update;
  for (const Stmt* child : s->update) {
    if (!update.empty()) update += ", ";
    update += "void(" + expr(cast<ExprStmt>(child)->expr) + ")";
  }
  line("for (; " + (s->condition ? expr(s->condition) : "") + "; " + update + ") {");
  ++depth_;
  line("isl::step(env, " + std::to_string(lineOf(s->range)) + ");");
  --depth_;
  nested(s->body);
  line("}");
  --depth_;
  line("}");
}

void Body::localDecl(const LocalDecl* s) {
  for (const Variable* v : s->variables) {
    if (v != s->variables.front()) place(v->name.range);
    const LocalInfo* info = model_.variables.find(v)->second;
    // Always initialised: the value is never seen, but no compiler need prove it.
    line(declaredType(info->type) + " " + local(info) +
         (v->init ? " = " + as(v->init, info->type) : "{}") + ";");
  }
}

void Body::ifStmt(const If* s) {
  line("if (" + expr(s->condition) + ") {");
  nested(s->thenStmt);
  if (s->elseStmt) {
    line("} else {");
    nested(s->elseStmt);
  }
  line("}");
}

void Body::stmt(const Stmt* s) {
  if (s->kind != StmtKind::Block && s->kind != StmtKind::Empty) place(s->range);
  std::string step = "  isl::step(env, " + std::to_string(lineOf(s->range)) + ");";
  switch (s->kind) {
    case StmtKind::Block:
      line("{");
      nested(s);
      line("}");
      break;
    case StmtKind::LocalDecl: localDecl(cast<LocalDecl>(s)); break;
    case StmtKind::ExprStmt: line(expr(cast<ExprStmt>(s)->expr) + ";"); break;
    case StmtKind::If: ifStmt(cast<If>(s)); break;
    case StmtKind::For: forLoop(cast<For>(s)); break;
    case StmtKind::ForEach:
      line("{");
      ++depth_;
      forEach(cast<ForEach>(s));
      --depth_;
      line("}");
      break;
    case StmtKind::While:
      line("while (" + expr(cast<While>(s)->condition) + ") {");
      line(step);
      nested(cast<While>(s)->body);
      line("}");
      break;
    case StmtKind::Do:
      line("do {");
      line(step);
      nested(cast<Do>(s)->body);
      line("} while (" + expr(cast<Do>(s)->condition) + ");");
      break;
    case StmtKind::Break: line("break;"); break;
    case StmtKind::Continue: line("continue;"); break;
    case StmtKind::Return: line("return;"); break;
    case StmtKind::Empty: break;
  }
}

std::string Body::handler(const HandlerInfo& h, bool adds) {
  adds_ = adds;
  static const char* const touch = "(IslEnv* env, IslObject* object";
  bool words = h.parameters.size() == 4;
  bool field = h.event == EventKind::OnReached;
  std::string method = h.event == EventKind::OnCall ? "IslMethod" : "IslField";
  out_ = std::string("[[maybe_unused]] void ") + eventName(h.event) + touch;
  if (words) {
    out_ += ", const " + method + "* edge, uint32_t word1, uint32_t word2, IslObject* value";
  } else if (field) {
    out_ += ", const IslField* edge";
  }
  out_ += ") {\n";
  depth_ = 1;
  static const char* const sources[] = {"isl::ref(object)", "edge", "word1", "word2"};
  std::string unused = "(void)env, (void)object";
  if (words) unused += ", (void)edge, (void)word1, (void)word2, (void)value";
  if (field) unused += ", (void)edge";
  line(unused + ";");
  for (size_t i = 0; i < h.parameters.size(); ++i) {
    const LocalInfo* p = h.parameters[i];
    line("[[maybe_unused]] " + cppType(p->type) + " " + local(p) + " = " + sources[i] + ";");
  }
  for (const Stmt* s : h.decl->body->statements) stmt(s);
  out_ += "}\n";
  return out_;
}

}  // namespace isl::codegen
