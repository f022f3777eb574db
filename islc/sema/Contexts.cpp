// Contexts: type, sequence and path.
#include "sema/Checker.h"
#include "sema/Regex.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace isl::sema {

using namespace ast;
using llvm::StringRef;

void Checker::contextType(ContextInfo& info, const Property* p) {
  const StringLit* lit = stringValue(p);
  if (!lit) return;
  StringRef text = lit->value.trim();
  if (text.contains('<')) {
    diags_.report(Diag::TypeArguments, lit->range, {text.split('<').first.str()});
    return;
  }
  StringRef base = text;
  while (base.consume_back("[]")) base = base.rtrim();
  llvm::SmallVector<StringRef, 8> parts;
  base.split(parts, '.');
  bool valid = true;
  for (StringRef part : parts) {
    valid = valid && !part.empty() && !llvm::isDigit(part[0]);
    for (char ch : part)
      valid = valid && (llvm::isAlnum(ch) || ch == '_' || ch == '$' || !llvm::isASCII(ch));
  }
  Kind kind;
  if (!valid) {
    diags_.report(Diag::BadTypeName, lit->range, {text.str()});
  } else if (base == "void" && base != text) {
    diags_.report(Diag::BadTypeName, lit->range, {text.str()});
  } else if (base == text && (primitiveByName(base, kind) || base == "void")) {
    diags_.report(Diag::PrimitiveContext, lit->range, {text.str()});
  }
  info.type = text;
}

// What is wrong with an element of the list, or "".
static std::string elementProblem(StringRef element) {
  if (element.empty()) return "an element between commas is empty";
  size_t bad = element.find_if([](char c) {
    return !llvm::isAlnum(c) && llvm::isASCII(c) && !StringRef("._$*?<>()/;[").contains(c);
  });
  if (bad != StringRef::npos) return std::string("illegal character `") + element[bad] + "`";
  size_t open = element.find('('), close = element.find(')');
  bool none = open == StringRef::npos && close == StringRef::npos;
  if (!none && (open > close || close == StringRef::npos)) return "`(` and `)` do not match";
  return "";
}

void Checker::contextSequence(ContextInfo& info, const Property* p) {
  const StringLit* lit = stringValue(p);
  if (!lit) return;
  StringRef text = lit->value;
  info.sequence = text;
  info.sequenceRange = lit->range;
  if (text.trim().empty()) {
    diags_.report(Diag::BadSequence, lit->range, {"the pattern is empty"});
    return;
  }
  std::string problem;
  llvm::SmallVector<StringRef, 8> elements;
  if (text.startswith("re:")) {
    StringRef regex = text.drop_front(3);
    if (regex.empty())
      problem = "the regular expression is empty";
    else
      info.pattern = "re:" + posixRegex(regex, problem);
  } else {
    text.split(elements, ',');
    info.pattern = text.str();
  }
  for (StringRef element : elements) {
    if (problem.empty()) problem = elementProblem(element.trim());
  }
  if (!problem.empty()) diags_.report(Diag::BadSequence, lit->range, {problem});
}

void Checker::context(const Construct* c) {
  auto info = std::make_unique<ContextInfo>();
  info->name = c->name.name;
  info->decl = c;
  auto props = properties(c);
  if (auto* p = props["type"]) contextType(*info, p);
  if (auto* p = props["sequence"]) contextSequence(*info, p);
  model_.contexts.push_back(std::move(info));
}

void Checker::resolvePaths() {
  auto& contexts = model_.contexts;
  auto indexOf = [&](const Construct* c) {
    for (size_t i = 0; i < contexts.size(); ++i) {
      if (contexts[i]->decl == c) return static_cast<int>(i);
    }
    return -1;
  };
  for (auto& info : contexts) {
    for (const Property* p : info->decl->properties) {
      if (p->name.name != "path") continue;
      if (auto* c = reference(p, ConstructKind::Context, Diag::UnknownContext)) {
        info->path = indexOf(c);
        info->pathRange = p->value->range;
      }
    }
  }
  if (contexts.size() > 64) {
    diags_.report(Diag::TooManyContexts, contexts[64]->decl->name.range,
                  {std::to_string(contexts.size())});
    return;
  }
  std::vector<bool> reported(contexts.size());
  for (size_t i = 0; i < contexts.size(); ++i) {
    std::string chain = contexts[i]->name.str();
    size_t length = 1;
    int at = contexts[i]->path;
    for (; at >= 0 && at != static_cast<int>(i) && length <= contexts.size(); ++length) {
      chain += " -> " + contexts[at]->name.str();
      at = contexts[at]->path;
    }
    if (at == static_cast<int>(i) && !reported[i]) {
      diags_.report(Diag::PathCycle, contexts[i]->pathRange,
                    {chain + " -> " + contexts[i]->name.str()});
      for (int j = at; !reported[j]; j = contexts[j]->path) reported[j] = true;
    } else if (at < 0 && length > 32) {
      diags_.report(Diag::LongPath, contexts[i]->pathRange);
    }
  }
}

}  // namespace isl::sema
