// What the tests of the passes share: features, a sink that remembers, one call to rewrite.
#pragma once

#include <string>
#include <vector>

#include "instrument/ClassBuilder.h"
#include "instrument/Rewriter.h"

namespace isl::test {

struct SeenSite {
  std::string method, target;
  int32_t line;
  uint32_t bci;
  SiteKind kind;
};

class Sink : public SiteSink {
 public:
  uint32_t intern(const SiteLocation& site) override {
    seen.push_back(
        {std::string(site.method), std::string(site.target), site.line, site.bci, site.kind});
    return kFirstSite + static_cast<uint32_t>(seen.size()) - 1;
  }
  std::vector<SeenSite> seen;
};

inline instrument::Features touching() {
  instrument::Features f;
  f.touchReads = f.touchWrites = true;
  return f;
}

struct Rewritten {
  Rewritten(const Bytes& in, const instrument::Features& features, bool library = false) {
    instrument::ClassTraits traits;
    traits.library = library;
    result = instrument::rewriteClass(in.data(), in.size(), traits, features, sink, out);
  }
  std::string text(const std::string& method = "m") const {
    return disassemble(Parsed(out), method);
  }
  Sink sink;
  Bytes out;
  instrument::RewriteResult result;
};

}  // namespace isl::test
