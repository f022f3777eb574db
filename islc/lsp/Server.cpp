#include "lsp/Server.h"

#include "format/Format.h"
#include "lsp/Completion.h"
#include "lsp/Edits.h"
#include "lsp/Hover.h"
#include "lsp/Lenses.h"
#include "lsp/Navigation.h"
#include "lsp/Outline.h"
#include "lsp/Problems.h"
#include "lsp/SemanticTokens.h"
#include "sema/Checker.h"
#include "llvm/ADT/STLExtras.h"

namespace isl::lsp {

namespace json = llvm::json;
using llvm::StringRef;

namespace {

// Of JSON-RPC and LSP.
enum ErrorCode : int {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  NotInitialized = -32002,
  RequestFailed = -32803
};

// Parameters that are not what the protocol says; all other errors mean that a request cannot be met.
class BadParams : public llvm::ErrorInfo<BadParams> {
 public:
  static char ID;
  explicit BadParams(std::string what) : what_(std::move(what)) {}
  void log(llvm::raw_ostream& os) const override { os << what_; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

 private:
  std::string what_;
};
char BadParams::ID = 0;

llvm::Error badParams(const char* what) { return llvm::make_error<BadParams>(what); }

llvm::Optional<Position> positionOf(const json::Object* object) {
  if (!object) return llvm::None;
  auto line = object->getInteger("line"), character = object->getInteger("character");
  constexpr int64_t kMax = UINT32_MAX;
  if (!line || !character || *line < 0 || *character < 0 || *line > kMax || *character > kMax) {
    return llvm::None;
  }
  return Position{static_cast<unsigned>(*line), static_cast<unsigned>(*character)};
}

llvm::Optional<Span> spanOf(const Lines& lines, const json::Object* range) {
  if (!range) return llvm::None;
  auto start = positionOf(range->getObject("start")), end = positionOf(range->getObject("end"));
  if (!start || !end) return llvm::None;
  Span span{lines.offset(*start), lines.offset(*end)};
  if (span.end < span.begin) return llvm::None;
  return span;
}

bool flag(const json::Object& object, llvm::ArrayRef<StringRef> path) {
  const json::Object* at = &object;
  for (StringRef name : path.drop_back()) {
    at = at->getObject(name);
    if (!at) return false;
  }
  return at->getBoolean(path.back()).getValueOr(false);
}

// Is markdown among the formats that the client lists at the path?
bool showsMarkdown(const json::Object& params, llvm::ArrayRef<StringRef> path) {
  const json::Object* at = &params;
  for (StringRef name : path.drop_back()) {
    at = at->getObject(name);
    if (!at) return false;
  }
  const json::Array* formats = at->getArray(path.back());
  return formats && llvm::any_of(*formats, [](const json::Value& format) {
           return format.getAsString() == StringRef("markdown");
         });
}

}  // namespace

Server::Server(Transport& transport, const DriverOptions& options, std::string page)
    : transport_(transport), settings_(options), page_(std::move(page)) {
  registerMethods();
}

void Server::registerMethods() {
  requests_["initialize"] = &Server::initialize;
  requests_["shutdown"] = &Server::shutdown;
  requests_["textDocument/hover"] = &Server::hover;
  requests_["textDocument/completion"] = &Server::complete;
  requests_["textDocument/definition"] = &Server::define;
  requests_["textDocument/references"] = &Server::refer;
  requests_["textDocument/documentHighlight"] = &Server::highlight;
  requests_["textDocument/prepareRename"] = &Server::prepareRename;
  requests_["textDocument/rename"] = &Server::rename;
  requests_["textDocument/documentSymbol"] = &Server::documentSymbols;
  requests_["textDocument/foldingRange"] = &Server::foldingRanges;
  requests_["textDocument/semanticTokens/full"] = &Server::semanticTokens;
  requests_["textDocument/semanticTokens/range"] = &Server::semanticTokens;
  requests_["textDocument/formatting"] = &Server::format;
  requests_["textDocument/rangeFormatting"] = &Server::format;
  requests_["textDocument/codeAction"] = &Server::codeActions;
  requests_["textDocument/codeLens"] = &Server::codeLenses;
  requests_["isl/plan"] = &Server::plan;
  requests_["workspace/executeCommand"] = &Server::execute;
  notifications_["textDocument/didOpen"] = &Server::didOpen;
  notifications_["textDocument/didChange"] = &Server::didChange;
  notifications_["textDocument/didClose"] = &Server::didClose;
  notifications_["workspace/didChangeConfiguration"] = &Server::didChangeConfiguration;
}

int Server::run() {
  for (;;) {
    json::Value message = nullptr;
    std::string problem;
    switch (transport_.read(message, problem)) {
      case Transport::End: return 1;
      case Transport::Malformed: fail(nullptr, ParseError, problem); break;
      case Transport::Message:
        if (!handle(message)) return state_ == Stopped ? 0 : 1;
    }
  }
}

bool Server::handle(const json::Value& message) {
  static const json::Object kNone;
  const json::Object* object = message.getAsObject();
  const json::Value* id = object ? object->get("id") : nullptr;
  const bool validId =
      id && (id->getAsInteger() || id->getAsString() || id->kind() == json::Value::Number);
  auto method = object ? object->getString("method") : llvm::None;
  if (!method) {
    // An answer to a request of ours would be none of our business: we make none.
    const bool isAnswer = object && id && (object->get("result") || object->get("error"));
    if (!isAnswer) fail(validId ? *id : json::Value(nullptr), InvalidRequest, "no method is named");
    return true;
  }
  const json::Object* params = object->getObject("params");
  if (id) {
    if (validId)
      answer(*id, *method, params ? *params : kNone);
    else
      fail(nullptr, InvalidRequest, "an id is a number or a string");
    return true;
  }
  if (*method == "exit") return false;
  auto it = notifications_.find(*method);
  // Others, as `initialized`, `textDocument/didSave` and `$/cancelRequest`, ask for nothing: every
  // request has its answer before the next message is read.
  if (it != notifications_.end() && state_ == Running)
    (this->*it->second)(params ? *params : kNone);
  return true;
}

void Server::answer(const json::Value& id, StringRef method, Params params) {
  if (state_ == Stopped) return fail(id, InvalidRequest, "the server has been shut down");
  if (state_ == Fresh && method != "initialize") {
    return fail(id, NotInitialized, "the first request must be `initialize`");
  }
  auto it = requests_.find(method);
  if (it == requests_.end()) return fail(id, MethodNotFound, "unknown method `" + method + "`");
  auto result = (this->*it->second)(params);
  if (result) {
    transport_.write(json::Object{{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(*result)}});
    return;
  }
  llvm::Error error = result.takeError();
  const int code = error.isA<BadParams>() ? InvalidParams : RequestFailed;
  fail(id, code, llvm::toString(std::move(error)));
}

void Server::notify(StringRef method, json::Object params) {
  transport_.write(
      json::Object{{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

void Server::fail(json::Value id, int code, const llvm::Twine& text) {
  transport_.write(json::Object{{"jsonrpc", "2.0"},
                                {"id", std::move(id)},
                                {"error", json::Object{{"code", code}, {"message", text.str()}}}});
}

static json::Object capabilities() {
  return json::Object{
      {"positionEncoding", "utf-16"},
      {"textDocumentSync", json::Object{{"openClose", true}, {"change", 1}, {"save", false}}},
      {"hoverProvider", true},
      {"completionProvider", json::Object{{"triggerCharacters", json::Array{".", "\""}}}},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"renameProvider", json::Object{{"prepareProvider", true}}},
      {"documentSymbolProvider", true},
      {"foldingRangeProvider", true},
      {"semanticTokensProvider",
       json::Object{{"legend", semanticTokensLegend()}, {"full", true}, {"range", true}}},
      {"documentFormattingProvider", true},
      {"documentRangeFormattingProvider", true},
      {"codeActionProvider", json::Object{{"codeActionKinds", json::Array{"quickfix"}}}},
      {"codeLensProvider", json::Object{{"resolveProvider", false}}},
      {"executeCommandProvider", json::Object{{"commands", json::Array{kShowPlan}}}}};
}

Server::Answer Server::initialize(Params params) {
  if (state_ != Fresh) return badParams("the server is initialized already");
  state_ = Running;
  snippets_ = flag(
      params, {"capabilities", "textDocument", "completion", "completionItem", "snippetSupport"});
  hoverMarkdown_ =
      showsMarkdown(params, {"capabilities", "textDocument", "hover", "contentFormat"});
  completionMarkdown_ = showsMarkdown(params, {"capabilities", "textDocument", "completion",
                                               "completionItem", "documentationFormat"});
  if (const json::Object* settings = params.getObject("initializationOptions")) {
    configure(*settings);
  }
  return json::Object{{"capabilities", capabilities()},
                      {"serverInfo", json::Object{{"name", "islc"}, {"version", ISL_VERSION}}}};
}

Server::Answer Server::shutdown(Params) {
  state_ = Stopped;
  return nullptr;
}

void Server::configure(const json::Object& settings) {
  DriverOptions& options = settings_.options;
  if (const json::Array* list = settings.getArray("classpath")) {
    options.classpath.clear();
    for (const json::Value& entry : *list) {
      if (auto path = entry.getAsString()) options.classpath.push_back(path->str());
    }
    settings_.readClasses();
  }
  if (auto strict = settings.getBoolean("strict")) options.strict = *strict;
  if (auto paper = settings.getBoolean("paper")) options.paper = *paper;
  if (auto perf = settings.getBoolean("perf")) options.diags.perf = *perf;
  if (const json::Object* defines = settings.getObject("defines")) {
    options.defines.clear();
    for (const auto& [name, value] : *defines) {
      if (auto text = value.getAsString()) options.defines[name.str()] = text->str();
    }
  }
}

void Server::didChangeConfiguration(Params params) {
  const json::Object* settings = params.getObject("settings");
  const json::Object* own = settings ? settings->getObject("isl") : nullptr;
  if (own) settings = own;
  if (!settings) return;
  configure(*settings);
  for (auto& [uri, document] : documents_) {
    document.update(document.now().text().str(), document.version(), settings_);
    publish(document);
  }
}

void Server::publish(const Document& document) {
  notify("textDocument/publishDiagnostics", diagnostics(document, page_));
}

void Server::didOpen(Params params) {
  const json::Object* item = params.getObject("textDocument");
  if (!item) return;
  auto uri = item->getString("uri"), text = item->getString("text");
  if (!uri || !text) return;
  documents_.erase(uri->str());
  auto [it, fresh] = documents_.try_emplace(uri->str(), uri->str(), text->str(),
                                            item->getInteger("version"), settings_);
  publish(it->second);
}

void Server::didChange(Params params) {
  const json::Object* item = params.getObject("textDocument");
  const json::Array* changes = params.getArray("contentChanges");
  auto uri = item ? item->getString("uri") : llvm::None;
  auto it = uri ? documents_.find(uri->str()) : documents_.end();
  if (it == documents_.end() || !changes) return;
  std::string text = it->second.now().text().str();
  for (const json::Value& value : *changes) {
    const json::Object* change = value.getAsObject();
    auto fresh = change ? change->getString("text") : llvm::None;
    if (!fresh) return;
    // The whole text is asked for; clients that send parts are understood all the same.
    if (const json::Object* range = change->getObject("range")) {
      const Lines lines(text);
      auto span = spanOf(lines, range);
      if (!span) return;
      text.replace(span->begin, span->end - span->begin, fresh->str());
    } else {
      text = fresh->str();
    }
  }
  it->second.update(text, item->getInteger("version"), settings_);
  publish(it->second);
}

void Server::didClose(Params params) {
  const json::Object* item = params.getObject("textDocument");
  auto uri = item ? item->getString("uri") : llvm::None;
  if (!uri || documents_.erase(uri->str()) == 0) return;
  // Nobody looks at it any more.
  notify("textDocument/publishDiagnostics",
         json::Object{{"uri", *uri}, {"diagnostics", json::Array()}});
}

llvm::Expected<const Document&> Server::document(Params params) const {
  const json::Object* item = params.getObject("textDocument");
  auto uri = item ? item->getString("uri") : llvm::None;
  if (!uri) return badParams("`textDocument.uri` is missing");
  auto it = documents_.find(uri->str());
  if (it == documents_.end()) return badParams("the document is not open");
  return it->second;
}

llvm::Expected<size_t> Server::offset(const Document& document, Params params) {
  auto position = positionOf(params.getObject("position"));
  if (!position) return badParams("`position` needs a line and a character");
  return document.now().lines().offset(*position);
}

Server::Answer Server::atPlace(Params params,
                               llvm::function_ref<Answer(const Document&, size_t)> with) const {
  auto d = document(params);
  if (!d) return d.takeError();
  auto at = offset(*d, params);
  if (!at) return at.takeError();
  return with(*d, *at);
}

Server::Answer Server::hover(Params params) {
  return atPlace(
      params, [this](const Document& d, size_t at) { return lsp::hover(d, at, hoverMarkdown_); });
}

Server::Answer Server::complete(Params params) {
  return atPlace(params, [this](const Document& d, size_t at) {
    return completion(d, at, settings_.classes, {snippets_, completionMarkdown_});
  });
}

Server::Answer Server::define(Params params) {
  return atPlace(params, [](const Document& d, size_t at) { return definition(d, at); });
}

Server::Answer Server::refer(Params params) {
  const json::Object* context = params.getObject("context");
  const bool declaration = context && context->getBoolean("includeDeclaration").getValueOr(false);
  return atPlace(params, [declaration](const Document& d, size_t at) {
    return references(d, at, declaration);
  });
}

Server::Answer Server::highlight(Params params) {
  return atPlace(params, [](const Document& d, size_t at) { return highlights(d, at); });
}

Server::Answer Server::prepareRename(Params params) {
  return atPlace(params, [](const Document& d, size_t at) -> Answer {
    auto span = lsp::prepareRename(d, at);
    if (!span) return span.takeError();
    return d.now().range(*span);
  });
}

Server::Answer Server::rename(Params params) {
  auto name = params.getString("newName");
  if (!name) return badParams("`newName` is missing");
  return atPlace(
      params, [&](const Document& d, size_t at) { return lsp::rename(d, at, *name, settings_); });
}

Server::Answer Server::documentSymbols(Params params) {
  auto d = document(params);
  if (!d) return d.takeError();
  return lsp::documentSymbols(*d);
}

Server::Answer Server::foldingRanges(Params params) {
  auto d = document(params);
  if (!d) return d.takeError();
  return lsp::foldingRanges(*d);
}

// Of a range where one is given, else of the whole text.
static llvm::Expected<Span> rangeOrAll(const Document& document, const json::Object& params) {
  const json::Value* range = params.get("range");
  if (!range) return Span{0, document.now().text().size()};
  auto span = spanOf(document.now().lines(), range->getAsObject());
  if (!span) return badParams("`range` needs a start and an end behind it");
  return *span;
}

Server::Answer Server::semanticTokens(Params params) {
  auto d = document(params);
  if (!d) return d.takeError();
  auto span = rangeOrAll(*d, params);
  if (!span) return span.takeError();
  return lsp::semanticTokens(*d, *span);
}

Server::Answer Server::format(Params params) {
  auto d = document(params);
  if (!d) return d.takeError();
  auto span = rangeOrAll(*d, params);
  if (!span) return span.takeError();
  return formattingEdits(*d, *span);
}

Server::Answer Server::codeActions(Params params) {
  auto d = document(params);
  if (!d) return d.takeError();
  auto span = rangeOrAll(*d, params);
  if (!span) return span.takeError();
  const json::Object* context = params.getObject("context");
  const json::Array* only = context ? context->getArray("only") : nullptr;
  const bool wanted = !only || llvm::any_of(*only, [](const json::Value& kind) {
    return kind.getAsString() == StringRef("quickfix");
  });
  if (!wanted) return json::Array();
  return lsp::codeActions(*d, *span, page_);
}

Server::Answer Server::codeLenses(Params params) {
  auto d = document(params);
  if (!d) return d.takeError();
  return lsp::codeLenses(*d);
}

Server::Answer Server::plan(Params params) {
  auto d = document(params);
  if (!d) return d.takeError();
  return planText(*d);
}

// The command of the lenses for clients that do not know it: the plan goes to their log as well.
Server::Answer Server::execute(Params params) {
  const json::Array* arguments = params.getArray("arguments");
  auto uri = arguments && !arguments->empty() ? arguments->front().getAsString() : llvm::None;
  if (params.getString("command") != StringRef(kShowPlan)) return badParams("unknown command");
  if (!uri) return badParams("the command needs the URI of a document");
  auto it = documents_.find(uri->str());
  if (it == documents_.end()) return badParams("the document is not open");
  json::Value result = planText(it->second);
  if (const json::Object* plan = result.getAsObject()) {
    notify("window/logMessage",
           json::Object{{"type", 3}, {"message", plan->getString("plan").getValueOr("")}});
  }
  return result;
}

}  // namespace isl::lsp
