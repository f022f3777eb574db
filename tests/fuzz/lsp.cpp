// The language server on any input: as raw bytes of its protocol, and as a spec that is edited at random
// while every request is made at random places. Each request has one answer, the formatter's edits give the
// formatter's text, semantic tokens lie in their text in order, and the session ends as the protocol says.
#include <cstdio>
#include <cstdlib>
#include <random>

#include "format/Format.h"
#include "lsp/Server.h"

using namespace isl;
namespace json = llvm::json;

namespace {

[[noreturn]] void fail(const char* what, const std::string& detail) {
  std::fprintf(stderr, "%s\n%s\n", what, detail.c_str());
  std::abort();
}

// One session over what the client says at once; the server's messages.
struct Session {
  explicit Session(std::string input) {
    char* out = nullptr;
    size_t size = 0;
    std::FILE* in = fmemopen(&input[0], input.size(), "rb");
    std::FILE* answers = open_memstream(&out, &size);
    lsp::Transport transport(in, answers);
    status = lsp::Server(transport, DriverOptions(), "file:///messages.md").run();
    std::fclose(in);
    std::fclose(answers);
    std::FILE* back = size == 0 ? nullptr : fmemopen(out, size, "rb");
    lsp::Transport reader(back, nullptr);
    json::Value message = nullptr;
    for (std::string problem; back != nullptr;) {
      const auto outcome = reader.read(message, problem);
      if (outcome == lsp::Transport::End) break;
      if (outcome != lsp::Transport::Message) fail("the server wrote no message", problem);
      messages.push_back(std::move(message));
    }
    if (back != nullptr) std::fclose(back);
    std::free(out);
  }

  std::vector<json::Value> messages;
  int status = 0;
};

class Client {
 public:
  explicit Client(std::mt19937& random) : random_(random) {
    request("initialize", json::Object{{"capabilities", json::Object{}}});
    notify("initialized", json::Object{});
  }

  void open(const std::string& text) {
    notify(
        "textDocument/didOpen",
        json::Object{{"textDocument",
                      json::Object{{"uri", "file:///fuzz.isl"}, {"version", 1}, {"text", text}}}});
    asks(text);
  }
  void change(const std::string& text) {
    notify("textDocument/didChange",
           json::Object{{"textDocument", json::Object{{"uri", "file:///fuzz.isl"}, {"version", 2}}},
                        {"contentChanges", json::Array{json::Object{{"text", text}}}}});
    asks(text);
  }

  void finish() {
    request("shutdown", json::Object{});
    notify("exit", json::Object{});
    const Session session(std::move(input_));
    if (session.status != 0) fail("exit status behind a shutdown", std::to_string(session.status));
    size_t next = 0;
    for (const json::Value& message : session.messages) {
      const json::Object* object = message.getAsObject();
      if (!object->get("id")) continue;
      if (object->getInteger("id") != static_cast<int64_t>(next)) fail("answers out of order", "");
      check(next++, *object);
    }
    if (next != texts_.size()) fail("requests without an answer", std::to_string(next));
  }

 private:
  void send(json::Object message) {
    message["jsonrpc"] = "2.0";
    std::string body;
    llvm::raw_string_ostream(body) << json::Value(std::move(message));
    input_ += "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  }
  void request(const char* method, json::Object params) {
    send(json::Object{{"id", static_cast<int64_t>(texts_.size())},
                      {"method", method},
                      {"params", std::move(params)}});
    texts_.push_back({method, text_});
  }
  void notify(const char* method, json::Object params) {
    send(json::Object{{"method", method}, {"params", std::move(params)}});
  }

  json::Object place() {
    const lsp::Lines lines(text_);
    lsp::Position p = lines.position(text_.empty() ? 0 : random_() % (text_.size() + 1));
    if (random_() % 16 == 0) p = {static_cast<unsigned>(random_() % 1000), 77};
    return json::Object{{"line", static_cast<int64_t>(p.line)},
                        {"character", static_cast<int64_t>(p.character)}};
  }

  void asks(const std::string& text) {
    static const char* const kAtPlace[] = {
        "textDocument/hover",      "textDocument/completion",        "textDocument/definition",
        "textDocument/references", "textDocument/documentHighlight", "textDocument/prepareRename",
        "textDocument/rename"};
    static const char* const kOfAll[] = {"textDocument/documentSymbol",
                                         "textDocument/foldingRange",
                                         "textDocument/semanticTokens/full",
                                         "textDocument/formatting",
                                         "textDocument/codeLens",
                                         "textDocument/codeAction",
                                         "isl/plan"};
    text_ = text;
    const json::Object uri{{"uri", "file:///fuzz.isl"}};
    for (const char* method : kOfAll)
      request(method, json::Object{{"textDocument", json::Object(uri)}});
    for (int i = 0; i < 12; ++i) {
      request(kAtPlace[random_() % std::size(kAtPlace)],
              json::Object{{"textDocument", json::Object(uri)},
                           {"position", place()},
                           {"newName", random_() % 2 != 0 ? "renamed" : "o"}});
    }
  }

  void check(size_t index, const json::Object& answer) {
    const auto& [method, text] = texts_[index];
    const json::Value* result = answer.get("result");
    if (!result) {
      // A rename may be refused; nothing else is.
      if (!llvm::StringRef(method).endswith("ename")) fail("an error", method);
      return;
    }
    if (method == "textDocument/formatting" && result->getAsArray())
      edits(text, *result->getAsArray());
    if (method == "textDocument/semanticTokens/full") {
      tokens(text, *result->getAsObject()->getArray("data"));
    }
  }

  static size_t offset(const lsp::Lines& lines, const json::Object& range, const char* side) {
    const json::Object& p = *range.getObject(side);
    return lines.offset({static_cast<unsigned>(*p.getInteger("line")),
                         static_cast<unsigned>(*p.getInteger("character"))});
  }

  static void edits(const std::string& text, const json::Array& list) {
    const lsp::Lines lines(text);
    std::string out = text;
    for (size_t i = list.size(); i-- > 0;) {
      const json::Object& edit = *list[i].getAsObject();
      const size_t begin = offset(lines, *edit.getObject("range"), "start");
      const size_t end = offset(lines, *edit.getObject("range"), "end");
      out.replace(begin, end - begin, edit.getString("newText")->str());
    }
    if (out != format::format(text)) fail("edits that do not give the house form", text);
  }

  static void tokens(const std::string& text, const json::Array& data) {
    const lsp::Lines lines(text);
    int64_t line = 0, character = 0;
    size_t last = 0;
    for (size_t i = 0; i + 4 < data.size(); i += 5) {
      const int64_t down = *data[i].getAsInteger(), right = *data[i + 1].getAsInteger();
      character = down == 0 ? character + right : right;
      line += down;
      const auto row = static_cast<unsigned>(line), column = static_cast<unsigned>(character);
      const size_t begin = lines.offset({row, column});
      const size_t end =
          lines.offset({row, column + static_cast<unsigned>(*data[i + 2].getAsInteger())});
      if (begin < last || end <= begin) fail("a token out of its place", text);
      last = end;
    }
  }

  std::mt19937& random_;
  std::string text_, input_;
  std::vector<std::pair<std::string, std::string>> texts_;  // of each request
};

void edit(std::mt19937& random, std::string& text) {
  static const char* const kPieces[] = {
      "{", "}", "(", ";", "\"", "/*", "\n", "o.", "Event on_", "\xC3\xBC", "\xF0\x9F\x98\x80",
      "\r"};
  const size_t at = text.empty() ? 0 : random() % text.size();
  switch (random() % 3) {
    case 0: text.insert(at, kPieces[random() % std::size(kPieces)]); break;
    case 1: text.erase(at, random() % 30); break;
    default: text.resize(at);
  }
  text = json::fixUTF8(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::seed_seq seed(data, data + size);
  std::mt19937 random(seed);
  std::string text = json::fixUTF8(llvm::StringRef(reinterpret_cast<const char*>(data), size));
  if (size > 0) Session raw(std::string(reinterpret_cast<const char*>(data), size));
  Client client(random);
  const std::string whole = text;
  client.open(text);
  for (int i = 0; i < 3; ++i) {
    edit(random, text);
    client.change(text);
  }
  client.change(whole);
  client.finish();
  return 0;
}
