// Sites that are one leak, and one beside it that stands.
#pragma once

#include <vector>

#include "verdict/answers.h"
#include "verdict/held_sites.h"

namespace isl::test {

// The line of a site tells which it is.
inline report::Site placeById(uint32_t id) {
  report::Site out;
  out.line = static_cast<int32_t>(id);
  return out;
}

inline Inputs inputsOf(const std::vector<report::Site>& sites) {
  Inputs in;
  in.sites = &sites;
  in.axis = Axis::Units;
  in.growthDecides = true;
  in.liveBytes = 1000;
  in.said.trendOf = [&sites](const std::vector<size_t>& some) {
    Trend out;
    out.shape = Shape::Constant;
    for (const size_t i : some) {
      if (sites[i].growth != "growing") continue;
      out.shape = Shape::Growing;
      out.until = 30;
      out.slope += static_cast<double>(sites[i].liveBytes) / 100;
      out.secondHalf = out.slope;
    }
    return out;
  };
  return in;
}

inline std::vector<report::Site> oneLeak() {
  const auto table = [] {
    return pathOf({edge("java.util.HashMap", "table")}, "static", "shop.Visits.all");
  };
  const auto held = [&table] {
    report::Path path = table();
    path.edges.insert(path.edges.begin(), edge("java.util.HashMap$Node", "value"));
    return path;
  };
  const auto below = [&held] {
    report::Path path = held();
    path.edges.insert(path.edges.begin(), edge("shop.Visit", "name"));
    return path;
  };
  std::vector<report::Site> out = {
      siteOf("byte[]", 300, below(), "growing"),
      siteOf("java.lang.String", 200, below(), "growing"),
      siteOf("java.util.HashMap$Node", 80, table(), "growing"),
      siteOf("shop.Visit", 100, held(), "growing"),
      siteOf("shop.Font", 400, pathOf({edge("shop.Fonts", "table")}, "static", "shop.Fonts.it"),
             "constant")};
  out[2].method = "serve";
  out[2].line = 12;
  out[2].via = "java.util.HashMap.put";
  for (size_t i = 0; i < out.size(); i++) out[i].rank = static_cast<uint32_t>(i + 1);
  return out;
}

}  // namespace isl::test
