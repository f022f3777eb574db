// Calls of built-in functions and of members of Field, Method, Type and histories.
#include "sema/Checker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace isl::sema {

using namespace ast;

llvm::ArrayRef<Signature> signatures() {
  static const Signature list[] = {
#define FUNCTION(id, name, params, result, events) {name, params, result, events, 0, Builtin::id},
#define MEMBER(receiver, id, name, params, result)                                                 \
  {name, params, result, kAll, receiver, Builtin::id},
#include "sema/Builtins.def"
  };
  return list;
}

static bool changesPenalty(Builtin builtin) {
  return builtin == Builtin::Amplify || builtin == Builtin::AmplifyBy ||
         builtin == Builtin::Deamplify;
}

llvm::StringRef receiverName(char receiver) {
  return receiver == 'f'   ? "Field"
         : receiver == 'm' ? "Method"
         : receiver == 't' ? "Type"
                           : "History";
}

static char receiverLetter(Type type) {
  if (type.is(Kind::Field)) return 'f';
  if (type.is(Kind::Method)) return 'm';
  if (type.is(Kind::TypeValue)) return 't';
  return type.is(Kind::History) ? 'h' : '?';
}

std::vector<std::string> Checker::memberNames(Type type) const {
  std::vector<std::string> out;
  for (const Signature& s : signatures()) {
    if (s.receiver != 0 && s.receiver == receiverLetter(type)) out.push_back(s.name);
  }
  return out;
}

Type Checker::resultType(char letter, const HistoryInfo* history) {
  switch (letter) {
    case 'Z': return Kind::Boolean;
    case 'I': return Kind::Int;
    case 'J': return Kind::Long;
    case 'F': return Kind::Float;
    case 'D': return Kind::Double;
    case 'W': return Kind::Word;
    case 'O': return Kind::Object;
    case 'f': return Kind::Field;
    case 'm': return Kind::Method;
    case 't': return Kind::TypeValue;
    case 'H':
    case 'h': return Type(Kind::History, 0, history);
    case 'E': return history ? history->element : Type();
    default: return Kind::Void;
  }
}

std::string Checker::memberHint(llvm::StringRef name, const std::vector<std::string>& members) {
  std::string hint = didYouMean(name, members);
  return hint.empty() && !members.empty() ? "; it has " + llvm::join(members, ", ") : hint;
}

bool Checker::checkAvailability(llvm::SMRange range, const std::string& what, unsigned events) {
  if (!handler_ || (events & bit(handler_->event)) != 0) return true;
  std::string list;
  for (unsigned i = 0; i <= static_cast<unsigned>(EventKind::OnDied); ++i) {
    if ((events >> i & 1) == 0) continue;
    if (!list.empty()) list += ", ";
    list += eventName(static_cast<EventKind>(i));
  }
  diags_.report(Diag::NotInEvent, range, {what, eventName(handler_->event), list});
  return false;
}

// A string literal: the name of a method. False after a complaint.
bool Checker::checkMethodName(const Expr* e, const Signature& s) {
  const auto* name = llvm::dyn_cast<StringLit>(e);
  if (!name) {
    const Type type = check(e);
    if (!type.isError())
      diags_.report(Diag::ArgumentType, e->range,
                    {"1", s.name, sema::name(type), "name in double quotes"});
    return false;
  }
  model_.exprs[e] = ExprInfo();
  if (!name->value.empty() && name->value.find_first_of(".;[/<>() ") == llvm::StringRef::npos)
    return true;
  diags_.report(Diag::MethodName, e->range, {name->value.str()});
  return false;
}

bool Checker::checkArguments(const Call* e, const Signature& s, const HistoryInfo* history) {
  if (s.params[0] == 'N' && e->args.size() == 1) return checkMethodName(e->args[0], s);
  std::vector<Type> types;
  bool ok = true;
  for (const Expr* arg : e->args) {
    types.push_back(check(arg));
    ok = ok && !types.back().isError();
  }
  size_t count = llvm::StringRef(s.params).size();
  if (types.size() != count) {
    diags_.report(Diag::ArgumentCount, e->name.range,
                  {s.name, std::to_string(count), std::to_string(types.size())});
    return false;
  }
  if (!ok) return false;
  bool amplifies = changesPenalty(s.builtin);
  for (size_t i = 0; i < count; ++i) {
    Type wanted = resultType(s.params[i], history);
    if (wanted.isError() || convertible(e->args[i], types[i], wanted)) continue;
    auto range = e->args[i]->range;
    if (s.params[i] == 'E') {
      diags_.report(Diag::HistoryValue, range, {s.name, sema::name(wanted), sema::name(types[i])});
    } else if (amplifies && i == 0) {
      diags_.report(Diag::AmplifyArgument, range, {s.name, sema::name(types[i])});
    } else {
      diags_.report(Diag::ArgumentType, range,
                    {std::to_string(i + 1), s.name, sema::name(types[i]), sema::name(wanted)});
    }
    ok = false;
  }
  return ok;
}

void Checker::amplifyRules(const Call* e, Builtin builtin) {
  if (builtin == Builtin::Amplify && isMutator(handler_->event)) {
    bool path = model_.mainContext >= 0 && model_.contexts[model_.mainContext]->path >= 0;
    diags_.report(path ? Diag::AmplifyBeforePath : Diag::AmplifyInMutator, e->range,
                  {eventName(handler_->event)});
  }
  const LocalInfo* local = model_.info(e->args[0]).local;
  const LocalInfo* own = handler_->parameters.empty() ? nullptr : handler_->parameters[0];
  bool copied = local && !local->isParameter;
  if (local != own && !copied) {
    diags_.report(Diag::OtherObject, e->range, {e->name.name.str()});
  } else if (copied) {
    diags_.report(Diag::OtherObject, e->args[0]->range, {e->name.name.str()});
  }
}

Type Checker::checkFunction(const Call* e, ExprInfo& info) {
  std::vector<std::string> names;
  for (const Signature& s : signatures()) {
    if (s.receiver != 0) continue;
    names.push_back(s.name);
    if (e->name.name != s.name) continue;
    info.builtin = s.builtin;
    const HistoryInfo* history = model_.history();
    // Where the function is not to be had, its arguments are not either.
    if (!checkAvailability(e->name.range, std::string("`") + s.name + "`", s.events) ||
        !checkArguments(e, s, history)) {
      return Type();
    }
    if (s.builtin == Builtin::GetHistory && !history) {
      diags_.report(Diag::NoHistory, e->range,
                    {model_.partition ? "the partition of the TObject has no history"
                                      : "the TObject has no partition"});
      return Type();
    }
    if (s.builtin == Builtin::Ticks && !model_.boundary) {
      diags_.report(Diag::NoBoundary, e->range);
      return Type();
    }
    if (changesPenalty(s.builtin)) {
      amplifyRules(e, s.builtin);
    }
    return resultType(s.result, history);
  }
  for (const Expr* arg : e->args) check(arg);
  std::string near = nearest(e->name.name, names);
  auto message = diags_.report(Diag::UnknownFunction, e->name.range,
                               {e->name.name.str(), didYouMean(e->name.name, names)});
  if (!near.empty()) message.replace(e->name.range, near);
  return Type();
}

void Checker::subHistory(const Call* e, const HistoryInfo* history, bool nested) {
  if (nested) diags_.report(Diag::NestedSubHistory, e->range);
  const ExprInfo& length = model_.info(e->args[1]);
  int64_t size = history ? history->sizeValue : 0;
  std::string detail = size > 0 ? " (" + std::to_string(size) + ")" : "";
  if (!length.constant || length.constant->i < 1 || (size > 0 && size % length.constant->i != 0)) {
    diags_.report(Diag::SubHistoryLength, e->args[1]->range, {detail});
    return;
  }
  // The cursors of the regions lie in the history itself, one for each region of one length.
  if (regionLength_ == 0) regionLength_ = length.constant->i;
  if (regionLength_ != length.constant->i) {
    diags_.report(Diag::SubHistoryLength, e->args[1]->range,
                  {" and is the same in the whole spec (" + std::to_string(regionLength_) + ")"});
  }
}

// An index that can be judged now: neither it nor the size changes at agent start.
void Checker::constantIndex(const Expr* index, const HistoryInfo* history) {
  const ExprInfo& info = model_.info(index);
  if (!info.constant || info.tunable || !history) return;
  int64_t i = info.constant->i;
  if (i >= 0 && (history->sizeValue <= 0 || i < history->sizeValue)) return;
  diags_.report(Diag::HistoryIndex, index->range,
                {std::to_string(i), std::to_string(history->sizeValue)});
}

Type Checker::checkMethod(const Call* e, ExprInfo& info) {
  Type base = check(e->base);
  char letter = receiverLetter(base);
  if (base.isError() || base.isPrimitive() || base.is(Kind::Null)) {
    for (const Expr* arg : e->args) check(arg);
    if (base.isPrimitive()) {
      diags_.report(Diag::MemberOnPrimitive, e->name.range, {sema::name(base)});
    }
    if (base.is(Kind::Null)) diags_.report(Diag::MemberOnNull, e->name.range);
    return Type();
  }
  for (const Signature& s : signatures()) {
    if (s.receiver == 0 || s.receiver != letter || e->name.name != s.name) continue;
    info.builtin = s.builtin;
    const HistoryInfo* history = base.history ? base.history : model_.history();
    if (!checkArguments(e, s, history)) return Type();
    const ExprInfo& receiver = model_.info(e->base);
    if (s.builtin == Builtin::HistorySubHistory) {
      subHistory(e, history, receiver.isView);
      info.isView = true;
    }
    bool indexed = s.builtin == Builtin::HistoryGet || s.builtin == Builtin::HistorySubHistory;
    if (indexed && !receiver.isView) constantIndex(e->args[0], history);
    return resultType(s.result, history);
  }
  for (const Expr* arg : e->args) check(arg);
  auto members = memberNames(base);
  std::string name = e->name.name.str(), hint = memberHint(name, members);
  std::string near = nearest(name, members);
  bool field = (base.isArray() && name == "length") || (base.is(Kind::Object) && findField(name));
  if (field) hint = "; it is no call: `" + name + "`";
  auto message = diags_.report(Diag::NoMember, e->name.range, {name, sema::name(base), hint});
  if (field)
    message.replace({e->name.range.Start, e->range.End}, name);
  else if (!near.empty())
    message.replace(e->name.range, near);
  return Type();
}

Type Checker::checkCall(const Call* e, ExprInfo& info) {
  if (!handler_) {
    for (const Expr* arg : e->args) check(arg);
    return e->base ? (check(e->base), Type()) : Type(Kind::Int);
  }
  return e->base ? checkMethod(e, info) : checkFunction(e, info);
}

}  // namespace isl::sema
