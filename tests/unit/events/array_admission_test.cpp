// Arrays one by one: which become known, and when.
#include "events/ArrayAdmission.h"
#include "events/program.h"

namespace isl {
namespace {

using test::MockJni;
using test::ProgramObject;

class Arrays : public test::Program {
 protected:
  void start(const char* type) {
    track(type);
    begin();
    arrays_ = std::make_unique<ArrayAdmission>(parts_, *admission_, *identities_, java_);
    arrays_->publish(&jni_);
  }
  ProgramObject& array(ProgramObject& cls, jint hash, jsize length) {
    auto& made = made_.emplace_back(std::make_unique<ProgramObject>());
    made->cls = &cls;
    made->hash = hash;
    made->length = length;
    return *made;
  }
  uint32_t admit(ProgramObject& o, uint32_t word) {
    return arrays_->admit(&jni_, handle(o), word, {static_cast<uint32_t>(o.hash), -1});
  }

  std::unique_ptr<ArrayAdmission> arrays_;

 private:
  std::vector<std::unique_ptr<ProgramObject>> made_;
};

int32_t four() { return 4; }

TEST_F(Arrays, OfTheTrackedTypeAndLengthBecomeKnown) {
  spec_.leastLength = four;
  const uint32_t born = site("[I", SiteKind::NewArray);
  start("int[]");
  EXPECT_NE(jni_.statics.at("arrays"), 0);
  ProgramObject& ints = loadClass("[I", true);
  ProgramObject& longs = loadClass("[J", false);
  ProgramObject& tracked = array(ints, 11, 4);
  const uint32_t word = admit(tracked, wordOf(born));
  ASSERT_NE(word & kRecordBit, 0u);
  const uint32_t node = recordIdOf(word);
  EXPECT_TRUE(arrays_->tracks(node, 0));
  EXPECT_FALSE(arrays_->tracks(node + 1, 0));
  EXPECT_EQ(nodes_[node].length, 4);
  EXPECT_EQ(nodes_[node].homeSite, born);
  EXPECT_EQ(nodes_[node].bytes, uint64_t{kBytes});
  EXPECT_EQ(admit(array(ints, 12, 3), wordOf(born)), 0u) << "too short";
  EXPECT_EQ(admit(array(longs, 13, 9), wordOf(born)), 0u);
  EXPECT_EQ(admit(array(ints, 0, 9), wordOf(born)), 0u) << "without a hash nothing finds it";
  EXPECT_EQ(arrays_->hashCollisions(), 0u);
  EXPECT_EQ(admit(array(ints, 11, 9), wordOf(born)), 0u);
  EXPECT_EQ(arrays_->hashCollisions(), 1u);
}

TEST_F(Arrays, OfACommonClassAskTheVmOnce) {
  const uint32_t born = site("[I", SiteKind::NewArray);
  start("int[]");
  ProgramObject& ints = loadClass("[I", true);
  EXPECT_NE(admit(array(ints, 1, 4), wordOf(born)), 0u);
  const uint32_t asked = signaturesAsked_;
  EXPECT_NE(admit(array(ints, 2, 4), wordOf(born)), 0u);
  EXPECT_EQ(signaturesAsked_, asked);
}

TEST_F(Arrays, AreForgottenWhenTheyAreDead) {
  const uint32_t born = site("[I", SiteKind::NewArray);
  start("int[]");
  ProgramObject& ints = loadClass("[I", true);
  const uint32_t dead = recordIdOf(admit(array(ints, 1, 4), wordOf(born)));
  const uint32_t live = recordIdOf(admit(array(ints, 2, 4), wordOf(born)));
  nodes_[live].lastSeen = 9;
  nodes_.sweep(9, [](uint32_t) {});
  arrays_->afterWalk(&jni_);
  EXPECT_FALSE(arrays_->tracks(dead, 0));
  EXPECT_TRUE(arrays_->tracks(live, 0));
  EXPECT_NE(admit(array(ints, 1, 4), wordOf(born)), 0u) << "its hash is free again";
  EXPECT_EQ(arrays_->hashCollisions(), 0u);
}

// A spec that waits until an object of class List refers to the array.
class PathArrays : public Arrays {
 protected:
  void startPath() {
    hierarchy_.add("java/lang/Object", "", {}, false, false);
    hierarchy_.add("a/List", "java/lang/Object", {}, false, false);
    contexts_[0] = {"L", "a.List", nullptr, -1};
    contexts_[1] = {"T", "int[]", nullptr, 0};
    spec_.contexts = contexts_;
    spec_.contextCount = 2;
    spec_.mainContext = 1;
    spec_.traits = ISL_TRAIT_PATH_ARRAYS;
    begin();
    arrays_ = std::make_unique<ArrayAdmission>(parts_, *admission_, *identities_, java_);
  }
  int32_t storeKey(const char* owner) {
    classfile::MemberRef member;
    member.owner = owner;
    member.name = "f";
    member.descriptor = "[I";
    member.valid = true;
    return keys_->mayPutOnPath(member);
  }
  IslContext contexts_[2];
};

TEST_F(PathArrays, FromElsewhereAreLate) {
  startPath();
  ProgramObject& stored = array(loadClass("[I", true), 5, 8);
  const int32_t key = storeKey("a/List");
  ASSERT_NE(key, 0);
  arrays_->admitStored(&jni_, handle(stored), key);
  EXPECT_EQ(arrays_->late(), 1u);
  EXPECT_NE(stored.tag, 0);
  EXPECT_EQ(nodes_[nodes_.find(stored.tag)].homeSite, 0u) << "its owner says where it comes from";
  EXPECT_EQ(jni_.statics.at("allArrays"), JNI_TRUE);
}

TEST_F(PathArrays, StoredElsewhereSayThatTheirStoreDoesNotMatter) {
  startPath();
  const int32_t key = storeKey("a/Later");  // not loaded: it may be a List
  ASSERT_NE(key, 0);
  hierarchy_.add("a/Later", "java/lang/Object", {}, true, false);
  ProgramObject& stored = array(loadClass("[I", true), 5, 8);
  arrays_->admitStored(&jni_, handle(stored), key);
  EXPECT_EQ(arrays_->late(), 0u);
  EXPECT_EQ(stored.tag, 0);
  const jobject elsewhere = jni_.staticObjects.at("elsewhere");
  EXPECT_EQ(MockJni::arrayOf<jbyte>(elsewhere).elements.at(static_cast<size_t>(key)), 1);
}

TEST_F(PathArrays, ThatAWalkMetBecomeKnown) {
  startPath();
  static ProgramObject* met;
  met = &array(loadClass("[I", true), 5, 8);
  bool fresh;
  const uint32_t node = nodes_.ensure(&met->tag, 3, fresh);
  nodes_[node].length = 8;
  told_.met = {node};
  jvmti_.set(&jvmtiInterface_1_::GetObjectsWithTags,
             [](jvmtiEnv* env, jint, const jlong*, jint* count, jobject** objects, jlong**) {
               env->Allocate(sizeof(jobject), reinterpret_cast<unsigned char**>(objects));
               (*objects)[0] = MockJni::handleOf(*met);
               *count = 1;
               return JVMTI_ERROR_NONE;
             });
  arrays_->afterWalk(&jni_);
  EXPECT_EQ(arrays_->late(), 1u);
  EXPECT_TRUE(arrays_->tracks(node, 0));
  arrays_->afterWalk(&jni_);
  EXPECT_EQ(arrays_->late(), 1u) << "known by now";
}

}  // namespace
}  // namespace isl
