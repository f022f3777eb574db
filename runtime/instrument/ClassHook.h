// Class-file load hook: decides per class, calls the rewriter, counts.
#pragma once

#include <jvmti.h>

#include <atomic>
#include <mutex>

#include "base/Options.h"
#include "instrument/OwnCode.h"
#include "instrument/Rewriter.h"
#include "report/Report.h"
#include "store/FieldLayouts.h"
#include "store/Hierarchy.h"
#include "store/SiteTable.h"

namespace isl {

class ClassHook {
 public:
  // `main`: what the JVM was started with, see OwnCode.
  ClassHook(const Options& options, const instrument::Features& features, SiteTable& sites,
            Hierarchy* hierarchy, FieldLayouts* layouts, std::string_view main)
      : options_(options), features_(features), sites_(sites), hierarchy_(hierarchy),
        layouts_(layouts), own_(main) {}

  // In the VMInit event: classes of this loader belong to the JDK. Global reference.
  void vmInit(JNIEnv* jni, jobject platformLoader);

  // The JVMTI event; any thread, also before the VM is initialised (jni is null then). `redefined`: the
  // class was loaded before (null: it was not) and is rewritten again, but not counted again. `name` is
  // null for a class that was defined without one.
  void onLoad(jvmtiEnv* jvmti, JNIEnv* jni, jclass redefined, jobject loader, const char* name,
              jobject domain, jint length, const unsigned char* data, jint* newLength,
              unsigned char** newData);

  const OwnCode& own() const { return own_; }

  // Code (SiteTable::differentCode()) that was known before the first class that is no part of the JDK; none yet: all. Any thread.
  uint64_t codeBeforeProgram() const;

  void fill(report::Coverage& coverage) const;

 private:
  bool isLibrary(JNIEnv* jni, jobject loader, std::string_view name) const;
  bool isSelected(const char* name) const;  // by include and exclude
  void remember(std::string_view name, const unsigned char* data, size_t length);

  const Options& options_;
  const instrument::Features& features_;
  const instrument::Features nothing_;  // of classes that are not selected
  SiteTable& sites_;
  Hierarchy* hierarchy_;   // null: supertypes do not matter
  FieldLayouts* layouts_;  // null: numbers of fields do not matter
  jobject platformLoader_ = nullptr;
  OwnCode own_;
  std::atomic<uint64_t> beforeProgram_{UINT64_MAX};  // see SiteTable::differentCode()

  mutable std::mutex mutex_;  // guards the counts below
  uint64_t seen_ = 0, instrumented_ = 0, deselected_ = 0;
  std::array<uint64_t, static_cast<size_t>(instrument::SkipReason::Count)> skipped_{};
  uint64_t bytes_ = 0, nanos_ = 0;  // read by the rewriter, and the CPU time it took
  instrument::RewriteStats total_;
};

}  // namespace isl
