// What to do for the reference paths of a spec's top sites after a walk. Apart from the checker, as a
// decision that needs no heap.
#pragma once

#include <algorithm>
#include <vector>

#include "report/Report.h"

namespace isl {

enum class PathWork {
  None,
  Everything,  // a search for all top sites
  Missing,     // for those that have no path
  Resume,      // from where paths end open
  Group        // no search: tell the paths as they are now
};

struct PathState {
  bool wanted = false;      // the VSO is worth paths, and the highest so far, or a leak has no root
  bool grown = false;       // much, since the last search of everything
  bool lacking = false;     // a site is new at the top, or a site's samples are spent
  bool bare = false;        // see isBare(), of the worst site
  bool unfollowed = false;  // there is a top site without samples
  bool followed = false;    // there is one with
  bool open = false;        // a path may go on
  // What is left of the time for searches: any, enough for what lacks a path, for everything.
  bool anyTime = false, inTime = false, allInTime = false;
  bool mayBeLate = false;  // a search beyond the time is allowed for a bare worst site
};

struct PathChoice {
  PathWork work = PathWork::None;
  bool late = false;  // beyond the time that searches may take
};

// Has the site no path, or none of which an edge or the root is known? Either way it tells a reader nothing.
inline bool isBare(const std::vector<report::Path>& paths) {
  const auto known = [](const report::Path& path) {
    return !path.edges.empty() || !path.truncated;
  };
  return std::none_of(paths.begin(), paths.end(), known);
}

// Is one of them known as far as its root?
inline bool isComplete(const std::vector<report::Path>& paths) {
  return std::any_of(paths.begin(), paths.end(),
                     [](const report::Path& path) { return !path.truncated; });
}

inline PathChoice choosePathWork(const PathState& state) {
  if (!state.wanted) return {};
  if ((state.lacking || state.grown) && state.allInTime) return {PathWork::Everything, false};
  const bool late = !state.inTime && state.bare && state.mayBeLate;
  const bool mayLook = state.inTime || late;
  if ((state.lacking || state.bare) && mayLook && state.unfollowed)
    return {PathWork::Missing, late};
  if (!state.followed) return {};
  if (!state.open || (!state.anyTime && !late)) return {PathWork::Group, false};
  return {PathWork::Resume, late};
}

}  // namespace isl
