// Does what a pass found of a site's paths tell less than what is told already? A check sees one moment of the program.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "paths/PathChoice.h"
#include "report/Report.h"

namespace isl {

// Held by nothing but a call that is under way, or the like. The next check may find it held elsewhere: a method takes a
// list out of where it is kept, works on it, and puts it back.
inline bool isMomentary(const std::vector<report::Path>& paths) {
  const auto lasts = [](const report::Path& path) {
    const std::string& kind = path.root.kind;
    return !path.truncated && kind != "stack" && kind != "jni-local" && kind != "monitor";
  };
  return isComplete(paths) && std::none_of(paths.begin(), paths.end(), lasts);
}

// Nothing but soft references hold it.
inline bool isSoft(const std::vector<report::Path>& paths) {
  return !paths.empty() && std::all_of(paths.begin(), paths.end(), [](const report::Path& path) {
    return path.root.kind == "reference";
  });
}

// What they belong to is not told, or gone: that a cleaner has them says nothing of who kept that.
inline bool isCleanedUp(const std::vector<report::Path>& paths) {
  return !paths.empty() && std::all_of(paths.begin(), paths.end(), [](const report::Path& path) {
    return path.root.kind == "cleaner";
  });
}

// What the VM's list of pending references holds, or the JDK's handler has in hand, is let go of next. Of the roots of the VM
// itself only that list is known to hold objects of programs.
inline bool leadsFromCleared(const report::Path& path) {
  const report::PathRoot& root = path.root;
  return root.kind == "stack" ? root.name.find(": java.lang.ref.") != std::string::npos
                              : root.kind == "unknown" && !path.truncated;
}
inline bool isBeingCleared(const std::vector<report::Path>& paths) {
  return !paths.empty() && std::all_of(paths.begin(), paths.end(), leadsFromCleared);
}

// Is each the beginning of one that was told, the same objects by their types and fields?
inline bool areBeginnings(const std::vector<report::Path>& found,
                          const std::vector<report::Path>& told) {
  const auto same = [](const report::PathEdge& a, const report::PathEdge& b) {
    return a.holderType == b.holderType && a.field == b.field;
  };
  return std::all_of(found.begin(), found.end(), [&](const report::Path& path) {
    return !path.edges.empty() &&
           std::any_of(told.begin(), told.end(), [&](const report::Path& longer) {
             return longer.edges.size() > path.edges.size() &&
                    std::equal(path.edges.begin(), path.edges.end(), longer.edges.begin(), same);
           });
  });
}

// Objects of the site when its paths were told, and now.
struct SiteSize {
  uint64_t told = 0, now = 0;
};

// Does less hold it than what was told before? When the program ends its variables are gone, and soft references stay. A site
// that has doubled is another one, and is told anew, unless a call has but got hold of what was told to be kept.
inline bool isFainter(const std::vector<report::Path>& found, const std::vector<report::Path>& told,
                      const SiteSize& size, bool last) {
  if (!isComplete(told)) return false;
  if (isBeingCleared(found) && !isBeingCleared(told)) return true;
  if (isCleanedUp(found) != isCleanedUp(told)) return isCleanedUp(found);
  const bool momentary = isMomentary(found) && !isMomentary(told);
  const bool soft = last && isSoft(found) && !isSoft(told);
  if (size.now <= 2 * size.told) return momentary || soft;
  return momentary && areBeginnings(found, told);
}

}  // namespace isl
