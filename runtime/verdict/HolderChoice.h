// Which reference on a path is the one to clear.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "report/Report.h"

namespace isl {

struct ChosenHolder {
  report::Holder holder;
  size_t depth = 0;  // edges between the objects and the holder: 0 is held directly
};

// What is known of the types on a path.
struct HolderFacts {
  std::set<std::string> growing = {};  // there are more and more of them
  std::set<std::string> piling = {};   // likewise, or as many as of the site's objects
  std::set<std::string> heads = {};    // fields, see headsOn()
  std::set<std::string> nested = {};  // many of them have others of them, as nodes of a document do
  std::set<std::string> filled =
      {};  // no more of them come, and most have one of the site's tables
  // Is a class of that name a collection or a map? Null: not known.
  using IsCollection = std::function<bool(const std::string& type)>;
  IsCollection isCollection = nullptr;
};

// From the objects towards the root, the first field of an object that is neither an array, nor a collection or
// another class of a language's library (nor is the field declared by such a class, but for Swing's and AWT's), nor a
// lambda, nor a reference of the VM's to an object's class, nor a node of a list or tree (a class that comes twice by
// one field), nor a part of one that has an array of its nested class. Of a class that keeps things in an Object[], or
// in an array of nested nodes, the object that holds it, of one that is a collection or a map the next that may be a holder, of a
// thread pool the queue. What keeps less than half of the objects alive is one of those that pile up; so is who has one of the
// types of `growing`, and where nothing was measured one of `piling`, or who holds one of many objects by a field of its own: no
// array, collection or node lies between. Where there is none, the root itself.
// Unknown without a path, or where the path is cut before any such field. One of many is the holder where its field is one of
// `heads` and it is not one of those `nested`, or where it is one of those `filled`: five windows that each have a list, say.
ChosenHolder holderOf(const report::Site& site, const HolderFacts& facts);

// Fields on the site's first path by which one object of a class has others of it in a collection: "akka.ActorCell.watched". What
// hangs on those others comes by that field as well, and its own path may not show them.
std::set<std::string> headsOn(const report::Site& site);

// Does the site's first path, to its root, lead by none of these fields?
bool liesBeside(const report::Site& site, const std::set<std::string>& heads);
// Fields on the site's first path of objects of which none keeps half of it.
std::set<std::string> keepingLittle(const report::Site& site);

// What a lambda has captured it keeps: who holds the lambda can let it go.
bool isCaptured(const report::PathEdge& edge);

// The edge of the path that is the holder, that nearest to the root; of a root behind all edges. Empty: it leads elsewhere.
std::optional<size_t> holderOn(const report::Path& path, const report::Holder& holder);

// The same in every run: class and field, no line, no thread. Empty when the holder is unknown.
std::string holderKey(const report::Holder& holder);

}  // namespace isl
