// Sites and the paths that hold them, as reports tell them.
#pragma once

#include <utility>
#include <vector>

#include "report/Report.h"

namespace isl::test {

inline report::PathEdge edge(const char* type, const char* field) {
  report::PathEdge out;
  out.holderType = type;
  out.field = field;
  return out;
}

inline report::Path pathOf(std::vector<report::PathEdge> edges, const char* kind,
                           const char* name) {
  report::Path out;
  out.share = 1;
  out.edges = std::move(edges);
  out.root = {kind, name};
  return out;
}

inline report::Site siteOf(const char* type, uint64_t bytes, report::Path path,
                           const char* growth) {
  report::Site out;
  out.className = "shop.Visits";
  out.method = "note";
  out.file = "Visits.java";
  out.line = 31;
  out.type = type;
  out.suspiciousObjects = 10;
  out.liveBytes = bytes;
  out.growth = growth;
  out.paths = {std::move(path)};
  return out;
}

// A site of so many objects, held from two threads.
inline report::Site ofThreads(const char* type, uint64_t objects,
                              std::vector<report::PathEdge> edges) {
  report::Site out = siteOf(type, 1000, pathOf(edges, "thread", "pool-1-thread-1"), "growing");
  out.suspiciousObjects = objects;
  out.paths.push_back(pathOf(std::move(edges), "thread", "pool-2-thread-1"));
  return out;
}

}  // namespace isl::test
