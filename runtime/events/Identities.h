// Gives objects of events an identity (a node and, where walks go by tags, a tag), and asks for a check in time when there are few
// left.
#pragma once

#include <functional>

#include "events/EventParts.h"

namespace isl {

// Guarded by the lock of the EventEngine.
class Identities {
 public:
  explicit Identities(const EventParts& parts)
      : jvmti_(parts.jvmti), classes_(*parts.classes), nodes_(*parts.nodes) {}

  // The object's node, with class 0 when it is new; 0 when the table is full, or its number does not fit
  // a word (counted). What is born here has no tag yet, and to ask for one costs as much as to set it.
  uint32_t of(jobject object, bool born);
  // Of an array with this identity hash, by which it is told where there are no tags.
  uint32_t ofArray(jobject array, uint32_t hash, bool born);
  // As of(), with its class and its size.
  uint32_t described(JNIEnv* jni, jobject object);

  // Called when identities run short: a check would free those of dead objects.
  void onShortOfRoom(std::function<void()> needsRoom) { needsRoom_ = std::move(needsRoom); }
  // The walk of `check` is about to begin: what gets an identity from here on may be unknown to it and
  // alive.
  void beforeCollection(uint32_t check);
  void afterWalk(uint32_t check);

  uint64_t refused() const { return refused_; }

 private:
  void askForRoom();
  uint32_t counted(uint32_t id);

  jvmtiEnv* jvmti_;
  ClassTable& classes_;
  NodeTable& nodes_;
  uint32_t bornAt_ = 1;                                      // what new nodes count as seen by
  uint32_t askForRoomAt_ = WordLayout::maxRecord() / 4 * 3;  // nodes in use
  std::function<void()> needsRoom_;
  uint64_t refused_ = 0;
};

}  // namespace isl
