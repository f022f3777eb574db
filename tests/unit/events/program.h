// A program's objects as the event engine meets them, without a JVM: one spec, its tables, and the VM's answers.
#pragma once

#include <algorithm>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "events/Admission.h"
#include "events/EventParts.h"
#include "events/Identities.h"
#include "events/JavaSide.h"
#include "mock_jni.h"
#include "mock_jvmti.h"

namespace isl::test {

// An object, array or class of the program.
struct ProgramObject : MockObject {
  jlong tag = 0;
  jint hash = 0;
  std::string signature;  // of a class
};

// Keeps what the engine tells it.
struct Told : EventTarget {
  struct Event {
    const IslHandler* handler;
    EventObject object, value;
    IslField field;
    uint32_t word1, word2, times;
  };
  void onEvent(const IslHandler& handler, const EventObject& object,
               const EventArgs& args) override {
    events.push_back(
        {&handler, object, args.value, *args.field, args.word1, args.word2, args.times});
  }
  void countLikeLast(IslEventKind, uint64_t count) override { likeLast += count; }
  std::vector<uint32_t> takeHotSites() override { return std::exchange(hot, {}); }
  const std::vector<uint32_t>& tracked() const override { return met; }

  std::vector<Event> events;
  std::vector<uint32_t> hot, met;
  uint64_t likeLast = 0;
};

inline void ignoreAccess(IslEnv*, IslObject*, const IslField*, uint32_t, uint32_t, IslObject*) {}

class Program : public testing::Test {
 protected:
  Program() {
    jvmti_.useMalloc();
    jvmti_.user = this;
    jvmti_.set(&jvmtiInterface_1_::GetTag, [](jvmtiEnv* env, jobject o, jlong* tag) {
      self(env).tagsAsked_++;
      *tag = of(o).tag;
      return JVMTI_ERROR_NONE;
    });
    jvmti_.set(&jvmtiInterface_1_::SetTag, [](jvmtiEnv*, jobject o, jlong tag) {
      of(o).tag = tag;
      return JVMTI_ERROR_NONE;
    });
    jvmti_.set(&jvmtiInterface_1_::GetObjectSize, [](jvmtiEnv*, jobject, jlong* size) {
      *size = kBytes;
      return JVMTI_ERROR_NONE;
    });
    jvmti_.set(&jvmtiInterface_1_::GetObjectHashCode, [](jvmtiEnv*, jobject o, jint* hash) {
      *hash = of(o).hash;
      return JVMTI_ERROR_NONE;
    });
    jvmti_.set(&jvmtiInterface_1_::GetClassSignature,
               [](jvmtiEnv* env, jclass cls, char** signature, char**) {
                 self(env).signaturesAsked_++;
                 *signature = MockJvmti::from(env)->newString(of(cls).signature.c_str());
                 return JVMTI_ERROR_NONE;
               });
    handler_.event = ISL_ON_READ;
    handler_.mode = ISL_MODE_NATIVE;
    handler_.access = ignoreAccess;
    spec_.mainContext = -1;
    spec_.handlers = &handler_;
    spec_.handlerCount = 1;
  }
  ~Program() override { EXPECT_EQ(jvmti_.outstanding, 0) << "memory of the VM is not given back"; }

  static constexpr jlong kBytes = 24;
  static Program& self(jvmtiEnv* env) { return *static_cast<Program*>(MockJvmti::from(env)->user); }
  static ProgramObject& of(jobject handle) {
    return *static_cast<ProgramObject*>(MockJni::objectOf(handle));
  }
  static jobject handle(ProgramObject& object) { return MockJni::handleOf(object); }

  // The spec tracks objects of the type alone.
  void track(const char* type) {
    context_ = {"T", type, nullptr, -1};
    spec_.contexts = &context_;
    spec_.contextCount = 1;
    spec_.mainContext = 0;
  }
  // Behind the last change to the spec.
  void begin() {
    classes_ = std::make_unique<ClassTable>(specs_);
    keys_ = std::make_unique<EventKeys>(specs_, hierarchy_, layouts_);
    parts_ = {&jvmti_, &sites_, classes_.get(), &nodes_, keys_.get(), &units_, specs_, {&told_}};
    const std::vector<int> noSequence(std::max(spec_.contextCount, 1u), -1);  // of any context
    admission_ = std::make_unique<Admission>(specs_, std::vector<std::vector<int>>{noSequence},
                                             sites_, sequences_, hierarchy_);
    identities_ = std::make_unique<Identities>(parts_);
    ASSERT_TRUE(java_.bind(&jni_, MockJni::classHandle(), MockJni::classHandle()));
    ASSERT_TRUE(java_.start(&jni_, 0));
  }
  // A class that the engine has described; `matches` the context of the spec or does not.
  ProgramObject& loadClass(const std::string& signature, bool matches) {
    ClassRecord record;
    record.signature = signature;
    record.kind = signature[0] == '[' ? ClassKind::PrimitiveArray : ClassKind::Instance;
    const uint32_t id = classes_->add(record);
    (*classes_)[id].contexts = {matches ? uint64_t{1} : 0};
    ProgramObject& cls = loaded_[signature];
    cls.signature = signature;
    cls.tag = kClassTag | id;
    return cls;
  }
  uint32_t site(std::string_view target, SiteKind kind = SiteKind::New) {
    SiteLocation location{};
    location.className = "a/Main";
    location.method = "m";
    location.bci = next_++;
    location.line = -1;
    location.kind = kind;
    location.target = target;
    return sites_.intern(location);
  }
  static uint32_t wordOf(uint32_t site) { return site << kEpochBits | 1; }
  int32_t fieldKey(const char* owner, const char* descriptor) {
    classfile::MemberRef member;
    member.owner = owner;
    member.name = "f";
    member.descriptor = descriptor;
    member.valid = true;
    return keys_->field(member, false).key;
  }

  MockJni jni_;
  MockJvmti jvmti_;
  uint32_t tagsAsked_ = 0, signaturesAsked_ = 0;
  IslHandler handler_{};
  IslContext context_{};
  IslSpec spec_{};
  std::vector<const IslSpec*> specs_ = {&spec_};
  Hierarchy hierarchy_;
  FieldLayouts layouts_;
  SiteTable sites_;
  WorkUnits units_{"", ""};
  SequenceSet sequences_;
  NodeTable nodes_{1000};
  Told told_;
  JavaSide java_;
  std::unique_ptr<ClassTable> classes_;
  std::unique_ptr<EventKeys> keys_;
  EventParts parts_{};
  std::unique_ptr<Admission> admission_;
  std::unique_ptr<Identities> identities_;

 private:
  std::map<std::string, ProgramObject> loaded_;
  uint32_t next_ = 0;
};

}  // namespace isl::test
