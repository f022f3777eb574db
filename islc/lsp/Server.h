// The language server: the life of a session, and which request is answered by what.
#pragma once

#include <map>
#include <set>

#include "lsp/Document.h"
#include "lsp/Transport.h"
#include "llvm/ADT/StringMap.h"

namespace isl::lsp {

class Server {
 public:
  // `page` is the URI of the page that describes the codes of messages, or "".
  Server(Transport& transport, const DriverOptions& options, std::string page);

  // Until the client ends; the exit status: 0 after a shutdown, else 1.
  int run();

 private:
  using Params = const llvm::json::Object&;
  using Answer = llvm::Expected<llvm::json::Value>;
  using Request = Answer (Server::*)(Params);
  using Notification = void (Server::*)(Params);

  void registerMethods();
  // False when the client has ended.
  bool handle(const llvm::json::Value& message);
  void answer(const llvm::json::Value& id, llvm::StringRef method, Params params);
  void notify(llvm::StringRef method, llvm::json::Object params);
  void fail(llvm::json::Value id, int code, const llvm::Twine& text);

  Answer initialize(Params params);
  Answer shutdown(Params params);
  Answer hover(Params params);
  Answer complete(Params params);
  Answer define(Params params);
  Answer refer(Params params);
  Answer highlight(Params params);
  Answer prepareRename(Params params);
  Answer rename(Params params);
  Answer documentSymbols(Params params);
  Answer foldingRanges(Params params);
  Answer semanticTokens(Params params);
  Answer format(Params params);
  Answer codeActions(Params params);
  Answer codeLenses(Params params);
  Answer plan(Params params);
  Answer execute(Params params);

  void didOpen(Params params);
  void didChange(Params params);
  void didClose(Params params);
  void didChangeConfiguration(Params params);

  // Takes what the client may set: classpath, strict, paper, perf, defines.
  void configure(const llvm::json::Object& settings);
  void publish(const Document& document);
  // The document that the parameters name, and the place in it.
  llvm::Expected<const Document&> document(Params params) const;
  static llvm::Expected<size_t> offset(const Document& document, Params params);
  // Both, for an answer about a place.
  Answer atPlace(Params params, llvm::function_ref<Answer(const Document&, size_t)> with) const;

  Transport& transport_;
  Settings settings_;
  const std::string page_;
  llvm::StringMap<Request> requests_;
  llvm::StringMap<Notification> notifications_;
  std::map<std::string, Document> documents_;
  enum State : uint8_t { Fresh, Running, Stopped } state_ = Fresh;
  // What the client can show.
  bool snippets_ = false, hoverMarkdown_ = false, completionMarkdown_ = false;
};

// `islc --lsp` on the standard streams; the exit status.
int serve(const DriverOptions& options, const char* argv0);

}  // namespace isl::lsp
