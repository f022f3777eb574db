// JSON-RPC messages with their headers on two streams, as LSP frames them. What is malformed is told
// to its sender, and reading goes on at the next header that makes sense.
#pragma once

#include <cstdio>
#include <string>

#include "llvm/Support/JSON.h"

namespace isl::lsp {

class Transport {
 public:
  Transport(std::FILE* in, std::FILE* out) : in_(in), out_(out) {}

  enum Outcome : uint8_t { Message, Malformed, End };
  // Message: `message` is set. Malformed: `problem` says what came instead. End: nothing more comes.
  Outcome read(llvm::json::Value& message, std::string& problem);
  void write(const llvm::json::Value& message);

 private:
  enum LineEnd : uint8_t { Complete, TooLong, Eof };
  LineEnd readLine(std::string& line);
  Outcome readHeaders(size_t& length, std::string& problem);

  std::FILE* in_;
  std::FILE* out_;
  bool lost_ = false;  // behind a bad header: only a Content-Length is looked for
};

}  // namespace isl::lsp
