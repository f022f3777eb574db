#include "lsp/Completion.h"

#include "lsp/Outline.h"
#include "lsp/Scope.h"
#include "lsp/Words.h"
#include "sema/Checker.h"
#include "sema/Jdk.h"
#include "llvm/ADT/STLExtras.h"

namespace isl::lsp {

namespace json = llvm::json;
using L = grammar::IslLexer;
using llvm::StringRef;

namespace {

// The numbers of LSP's CompletionItemKind.
enum ItemKind : int {
  MethodItem = 2,
  FunctionItem = 3,
  FieldItem = 5,
  VariableItem = 6,
  ClassItem = 7,
  PropertyItem = 10,
  KeywordItem = 14,
  EnumItem = 20,
  ConstantItem = 21,
  StructItem = 22,
  EventItem = 23
};

constexpr size_t kMaxTypes = 200;

// A snippet as plain text: `${1:name}` is its name, also where `$1` repeats it.
std::string withoutPlaces(StringRef snippet) {
  std::string out;
  std::map<char, StringRef> names;
  while (!snippet.empty()) {
    const size_t dollar = std::min(snippet.find('$'), snippet.size());
    out += snippet.take_front(dollar);
    snippet = snippet.drop_front(dollar);
    if (snippet.size() < 2) return out;
    if (snippet[1] != '{') {
      out += names[snippet[1]];
      snippet = snippet.drop_front(2);
      continue;
    }
    const StringRef name = snippet.split(':').second.split('}').first;
    names[snippet[2]] = name;
    out += name;
    snippet = snippet.split('}').second;
  }
  return out;
}

class Completer {
 public:
  Completer(const Document& document, size_t offset, const std::set<std::string>& classes,
            CompletionStyle style)
      : now_(document.now()), classes_(classes), style_(style), offset_(offset),
        scope_(scopeAt(now_, offset)), outline_(outline(now_)) {}

  json::Value run() {
    switch (scope_.where) {
      case Scope::Nowhere: break;
      case Scope::TopLevel: constructs(); break;
      case Scope::EventName: events(""); break;
      case Scope::Body: members(); break;
      case Scope::Value: value(); break;
      case Scope::TypeName: types(); break;
      case Scope::ElementType: elementTypes(); break;
      case Scope::FieldType: words(primitiveTypes(), KeywordItem); break;
      case Scope::ParameterType: words(objectTypes(), ClassItem); break;
      case Scope::Statement: statements(); break;
      case Scope::Expression: expressions(); break;
      case Scope::Member: receiverMembers(); break;
    }
    return json::Object{{"isIncomplete", incomplete_}, {"items", std::move(items_)}};
  }

 private:
  // JSON values of a StringRef do not own it. `text` is a snippet; `documented` the word of Words.def that describes it.
  void add(StringRef label, ItemKind kind, StringRef detail, StringRef documented, StringRef text) {
    const bool plain = !style_.snippets || !text.contains('$');
    json::Object item{
        {"label", label.str()},
        {"kind", static_cast<int>(kind)},
        {"textEdit", json::Object{{"range", now_.range(scope_.typed)},
                                  {"newText", plain ? withoutPlaces(text) : text.str()}}}};
    if (!plain) item["insertTextFormat"] = 2;
    if (!detail.empty()) item["detail"] = detail.str();
    const StringRef words = wordText(documented);
    if (!words.empty()) {
      item["documentation"] =
          json::Object{{"kind", style_.markdown ? "markdown" : "plaintext"}, {"value", words}};
    }
    items_.push_back(std::move(item));
  }
  void add(StringRef word, ItemKind kind, StringRef detail = "") {
    add(word, kind, detail, word, word);
  }
  void words(llvm::ArrayRef<StringRef> list, ItemKind kind) {
    for (StringRef word : list) add(word, kind);
  }

  void constructs() {
    add("Context", KeywordItem, "which objects", "Context",
        "Context ${1:Name} {\n  type = \"${2:java.lang.Object}\";\n}$0");
    add("History", KeywordItem, "a window of values", "History",
        "History ${1:Name} {\n  type = \"${2:boolean}\";\n  size = ${3:UserParameter};\n}$0");
    add("Partition", KeywordItem, "who shares a history", "Partition",
        "Partition ${1:Name} {\n  kind = ${2:all};\n  history = ${3:History};\n}$0");
    if (!has(L::BOUNDARY)) {
      add("Boundary", KeywordItem, "what ticks() counts", "Boundary",
          "Boundary ${1:Name} {\n  method = \"${2:shop.Import.row}\";\n}$0");
    }
    if (!has(L::TOBJECT)) {
      add("TObject", KeywordItem, "the tracked objects", "TObject",
          "TObject ${1:Name} {\n  include = ${2:Context};\n  partition = ${3:Partition};\n}$0");
    }
    add("const", KeywordItem, "a constant", "const", "const int ${1:NAME} = ${2:1};$0");
    events("Event ");
  }
  bool has(size_t kind) const {
    return llvm::any_of(outline_, [&](const OutlineItem& item) { return item.kind == kind; });
  }

  // With their whole parameter lists; those that are handled already are left out.
  void events(StringRef before) {
    for (StringRef name : eventNames()) {
      const bool handled = llvm::any_of(outline_, [&](const OutlineItem& item) {
        return item.kind == L::EVENT && now_.text(item.name) == name && !item.name.touches(offset_);
      });
      if (handled) continue;
      const std::string signature = eventSignature(name);
      add((before + name).str(), EventItem, signature, name,
          scope_.beforeCall ? name.str() : (before + signature).str() + " {\n  $0\n}");
    }
  }

  void members() {
    for (StringRef name : propertiesOf(scope_.construct)) {
      if (llvm::is_contained(scope_.given, name)) continue;
      const bool quoted = name == "type" || name == "sequence" || name == "method";
      const std::string text = name.str() + (quoted ? " = \"$1\";" : " = $1;");
      const std::string documented = (scope_.construct + "." + name).str();
      add(name, PropertyItem, scope_.construct, documented, text);
    }
    if (scope_.construct == "TObject") {
      add("instance", KeywordItem, "a field for each object", "instance",
          "instance ${1:boolean} ${2:name} = ${3:false};");
    }
  }

  void value() {
    const StringRef p = scope_.property;
    if (p == "path" || p == "include")
      named(L::CONTEXT);
    else if (p == "history")
      named(L::HISTORY);
    else if (p == "partition")
      named(L::PARTITION);
    else if (p == "kind")
      kinds();
    else if (p == "defect")
      defects();
    else if (p == "size")
      constants();
  }
  void kinds() {
    for (StringRef kind : partitionKinds()) {
      add(kind, EnumItem, "", ("kind " + kind).str(),
          kind == "context" ? StringRef("context[${1:16}]") : kind);
    }
  }
  void defects() {
    for (StringRef kind : defectKinds()) add(kind, EnumItem, "", ("defect " + kind).str(), kind);
  }
  void named(size_t kind) {
    for (const OutlineItem& item : outline_) {
      if (item.kind == kind) add(now_.text(item.name), ClassItem, item.word);
    }
  }

  // Names of the class path and of the JDK that hold what is typed, by the last word or from the start.
  void types() {
    for (const std::string& name : classes_) {
      std::string source = name;
      for (char& c : source) c = c == '/' || c == '$' ? '.' : c;
      // Anonymous and local classes have numbers for names.
      const StringRef simple = simpleName(source);
      if (!StringRef(source).contains("..") && !isdigit(static_cast<unsigned char>(simple.front())))
        type(source);
    }
    const sema::JdkClasses* jdk = sema::JdkClasses::installed();
    if (!jdk) return;
    for (const std::string& source : jdk->names()) type(source);
  }
  static StringRef simpleName(StringRef source) {
    return source.contains('.') ? source.rsplit('.').second : source;
  }
  void type(StringRef source) {
    const StringRef typed = now_.text(scope_.typed);
    if (!source.startswith_insensitive(typed) && !simpleName(source).startswith_insensitive(typed))
      return;
    if (items_.size() < kMaxTypes)
      add(source, ClassItem, "", "", source);
    else
      incomplete_ = true;
  }
  void elementTypes() {
    const bool quoted = scope_.typed.begin > 0 && now_.text()[scope_.typed.begin - 1] == '"';
    for (StringRef type : primitiveTypes()) {
      add(type, KeywordItem, "", "", quoted ? type.str() : ("\"" + type + "\"").str());
    }
  }

  void constants() {
    for (const OutlineItem& item : outline_) {
      if (item.kind == L::CONST) add(now_.text(item.name), ConstantItem, "const");
    }
    add("UserParameter", ConstantItem, "predeclared: 10");
    add("MAX_NUM_FIELDS", ConstantItem, "predeclared: 100");
  }

  void expressions() {
    for (const LocalName& local : scope_.locals) {
      add(local.name, VariableItem, (local.type + (local.isArray ? "[]" : "")).str());
    }
    constants();
    for (StringRef word : {"true", "false", "null"}) add(word, KeywordItem);
    if (scope_.construct != "Event") return;
    for (const sema::Signature& s : sema::signatures()) {
      if (s.receiver == 0 && isAvailable(s)) call(s, s.name);
    }
  }

  // In the event around; everywhere while that is not known.
  bool isAvailable(const sema::Signature& s) const {
    for (size_t i = 0; i < eventNames().size(); ++i) {
      if (eventNames()[i] == scope_.event) return (s.events >> i & 1) != 0;
    }
    return true;
  }

  void call(const sema::Signature& s, const std::string& word) {
    std::string arguments;
    unsigned number = 0;
    for (const char* p = s.params; *p != '\0'; ++p) {
      const std::string n = std::to_string(++number);
      arguments += (arguments.empty() ? "${" : ", ${") + n + ":";
      arguments += (*p == 'O' ? "o" : *p == 'W' ? "w" + n : "0") + "}";
    }
    add(s.name, s.receiver == 0 ? FunctionItem : MethodItem, signatureOf(word), word,
        scope_.beforeCall ? std::string(s.name) : std::string(s.name) + "(" + arguments + ")");
  }

  void statements() {
    add("if", KeywordItem, "", "", "if (${1:true})\n  $0");
    add("for", KeywordItem, "", "", "for (int ${1:i} = 0; $1 < ${2:10}; ++$1) {\n  $0\n}");
    add("while", KeywordItem, "", "", "while (${1:true}) {\n  $0\n}");
    for (StringRef word : {"do", "else", "final", "return"}) add(word, KeywordItem);
    if (scope_.inLoop) {
      for (StringRef word : {"break", "continue"}) add(word, KeywordItem);
    }
    words(primitiveTypes(), KeywordItem);
    words(objectTypes(), ClassItem);
    named(L::HISTORY);
    expressions();
  }

  void receiverMembers() {
    if (scope_.receiver == 'A') add("length", FieldItem, "int", "array.length", "length");
    if (scope_.receiver == 'O') {
      for (const OutlineItem& item : outline_) {
        for (const OutlineItem::Member& m : item.members) {
          if (item.kind == L::TOBJECT && m.isField) {
            add(now_.text(m.name), FieldItem, now_.text(m.whole).rtrim(';'));
          }
        }
      }
    }
    for (const sema::Signature& s : sema::signatures()) {
      if (s.receiver == 0 || s.receiver != scope_.receiver) continue;
      call(s, (sema::receiverName(s.receiver) + "." + s.name).str());
    }
  }

  const Analysis& now_;
  const std::set<std::string>& classes_;
  const CompletionStyle style_;
  const size_t offset_;
  const Scope scope_;
  const std::vector<OutlineItem> outline_;
  json::Array items_;
  bool incomplete_ = false;
};

}  // namespace

json::Value completion(const Document& document, size_t offset,
                       const std::set<std::string>& classes, CompletionStyle style) {
  return Completer(document, offset, classes, style).run();
}

}  // namespace isl::lsp
