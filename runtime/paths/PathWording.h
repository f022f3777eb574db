// How ways are told: edges by name, runs as one edge, the sites of holders, the root.
#pragma once

#include <jvmti.h>

#include <string>

#include "heap/Engine.h"
#include "paths/RootWording.h"
#include "paths/Way.h"
#include "report/Report.h"
#include "store/ClassTable.h"
#include "store/SiteTable.h"

namespace isl {

class PathWording {
 public:
  static constexpr size_t kMaxOthers = 3;  // further holders named beside an edge

  PathWording(jvmtiEnv* jvmti, ClassTable& classes, const SiteTable& sites)
      : jvmti_(jvmti), classes_(classes), sites_(sites), roots_(jvmti, classes) {}

  // Sites in scopes, kept up to date by the caller; null: none.
  void setScopes(const SiteScopes* scopes) { scopes_ = scopes; }

  // Agent thread, outside of a walk.
  report::Path describe(JNIEnv* jni, const Way& way);

 private:
  report::PathEdge describeEdge(JNIEnv* jni, const WayEdge& edge);
  void nameSite(const WayEdge& from, report::PathEdge& edge) const;
  std::string fieldName(JNIEnv* jni, const FieldRef& field);
  std::string typeName(uint32_t classId) { return displayName(classes_[classId].signature); }
  static void join(report::PathEdge edge, report::PathEdge& run);

  jvmtiEnv* jvmti_;
  ClassTable& classes_;
  const SiteTable& sites_;
  const SiteScopes* scopes_ = nullptr;
  RootWording roots_;
};

}  // namespace isl
