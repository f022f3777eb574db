// Objects one by one: who gets events, an identity, a word.
#include <thread>

#include "events/AdmissionCodes.h"
#include "events/EventLock.h"
#include "events/ObjectAdmission.h"
#include "events/program.h"

namespace isl {
namespace {

using test::MockJni;
using test::ProgramObject;

class Objects : public test::Program {
 protected:
  ObjectAdmission& objects() {
    if (made_ == nullptr) {
      begin();
      made_ = std::make_unique<ObjectAdmission>(parts_, *admission_, *identities_, java_);
      made_->start(&jni_);
    }
    return *made_;
  }
  uint32_t admit(ProgramObject& object, uint32_t word) {
    return objects().admit(&jni_, handle(object), word);
  }
  // What instrumented code finds at the site.
  int codeAt(uint32_t site) {
    return MockJni::arrayOf<jbyte>(jni_.staticObjects.at("admission")).elements.at(site);
  }

 private:
  std::unique_ptr<ObjectAdmission> made_;
};

TEST(EventLock, KnowsWhoHoldsIt) {
  EventLock lock;
  EXPECT_FALSE(EventLock::heldHere());
  {
    EventLock::Guard guard(&lock);
    EXPECT_TRUE(EventLock::heldHere());
    std::thread([] { EXPECT_FALSE(EventLock::heldHere()); }).join();
  }
  EXPECT_FALSE(EventLock::heldHere());
  EventLock::Guard none(nullptr);
  EXPECT_FALSE(EventLock::heldHere());
}

TEST_F(Objects, CodesStayWhileTheirArrayGrows) {
  begin();
  AdmissionCodes codes(java_);
  codes.publish(&jni_, 7, kPlain);
  const jobject first = jni_.staticObjects.at("admission");
  codes.publish(&jni_, 100'000, kNeedsRecord);
  EXPECT_NE(jni_.staticObjects.at("admission"), first);
  EXPECT_EQ(codeAt(7), kPlain);
  EXPECT_EQ(codeAt(100'000), kNeedsRecord);
  jni_.outOfMemory = true;
  codes.publish(&jni_, 1'000'000, kPlain);
  codes.publish(&jni_, 8, kPlain);
  EXPECT_EQ(codeAt(8), kPlain) << "what there is serves on";
}

TEST_F(Objects, AreIdentifiedOnceAndDescribed) {
  begin();
  ProgramObject object;
  object.cls = &loadClass("La/T;", true);
  const uint32_t node = identities_->described(&jni_, handle(object));
  ASSERT_NE(node, 0u);
  EXPECT_EQ(object.tag, nodes_.tagOf(node));
  EXPECT_EQ((*classes_)[nodes_[node].classId].signature, "La/T;");
  EXPECT_EQ(nodes_[node].bytes, uint64_t{kBytes});
  EXPECT_EQ(nodes_[node].lastSeen, 1u);
  EXPECT_EQ(identities_->of(handle(object), false), node);
  identities_->beforeCollection(5);
  ProgramObject fresh;
  const uint32_t asked = tagsAsked_;
  const uint32_t second = identities_->of(handle(fresh), true);
  EXPECT_NE(second, node);
  EXPECT_EQ(nodes_[second].lastSeen, 5u) << "the walk of check 5 may not know it";
  EXPECT_EQ(tagsAsked_, asked) << "born here: it has no tag";
}

TEST_F(Objects, RunShortOfIdentities) {
  nodes_ = NodeTable(4);
  begin();
  std::vector<ProgramObject> objects(6);
  for (ProgramObject& object : objects) identities_->of(handle(object), true);
  EXPECT_EQ(identities_->refused(), 2u);
  int asked = 0;
  identities_->onShortOfRoom([&] { asked++; });
  identities_->of(handle(objects[0]), false);
  EXPECT_EQ(asked, 0) << "most words are free";
  nodes_ = NodeTable(2 * kMaxSite);
  bool fresh;
  for (uint32_t i = 0; i < kMaxSite / 4 * 3; i++) {
    jlong tag = 0;
    nodes_.ensure(&tag, 1, fresh);
  }
  for (ProgramObject& object : objects) identities_->of(handle(object), true);
  EXPECT_EQ(asked, 1) << "until the next walk";
  identities_->afterWalk(2);
  for (ProgramObject& object : objects) object.tag = 0;
  for (ProgramObject& object : objects) identities_->of(handle(object), true);
  EXPECT_EQ(asked, 1);
}

TEST_F(Objects, OfAPlainSiteKeepTheirWord) {
  const uint32_t plain = site("a/T");
  ProgramObject object;
  EXPECT_EQ(admit(object, wordOf(plain)), wordOf(plain));
  EXPECT_EQ(codeAt(plain), kPlain);
  EXPECT_EQ(codeAt(kSiteUnknown), kNeverTracked);
  EXPECT_EQ(admit(object, wordOf(kSiteUnknown)), 0u);
  EXPECT_EQ(admit(object, kRecordBit | 17), kRecordBit | 17) << "another thread was faster";
  EXPECT_EQ(object.tag, 0);
}

TEST_F(Objects, GetARecordWhereAHandlerNeedsOne) {
  handler_.uses = ISL_USES_RECORD;
  const uint32_t born = site("a/T");
  objects();
  ProgramObject object;
  object.cls = &loadClass("La/T;", true);
  const uint32_t word = admit(object, wordOf(born));
  ASSERT_NE(word & kRecordBit, 0u);
  EXPECT_EQ(static_cast<uint32_t>(object.word), word);
  const uint32_t node = recordIdOf(word);
  EXPECT_EQ(nodes_[node].homeSite, born);
  EXPECT_EQ(nodes_[node].word, wordOf(born));
  EXPECT_EQ(codeAt(born), kNeedsRecord);
}

TEST_F(Objects, KeepTheFlagsOfAnotherSpec) {
  const IslSpec stateful{};
  WordLayout::keepFlagsOf(&stateful, true);
  const uint8_t* const codes = nodes_.keepFlagCodes();
  const uint32_t plain = site("a/T");
  ProgramObject object;
  EXPECT_EQ(admit(object, 5u << kFlagShift | wordOf(plain)), wordOf(plain))
      << "logged without them";
  EXPECT_EQ(object.word, 0) << "nothing was written";

  handler_.uses = ISL_USES_RECORD;
  begin();
  const uint32_t born = site("a/U");
  object.cls = &loadClass("La/U;", true);
  ObjectAdmission again(parts_, *admission_, *identities_, java_);
  const uint32_t word = again.admit(&jni_, handle(object), 7u << kFlagShift | wordOf(born));
  EXPECT_EQ(static_cast<uint32_t>(object.word), word);
  EXPECT_EQ(codes[recordIdOf(word)], 3);
  EXPECT_EQ(nodes_.plainWord(word), 7u << kFlagShift | wordOf(born));
  WordLayout::keepFlagsOf(nullptr);
}

// A pass tells objects with flags by their hash; their events go to the same record.
TEST_F(Objects, WithFlagsKeepTheIdentityThatAPassGaveThem) {
  const IslSpec stateful{};
  WordLayout::keepFlagsOf(&stateful, true);
  nodes_.keepFlagCodes();
  nodes_.setTagless(true);
  handler_.uses = ISL_USES_RECORD;
  const uint32_t born = site("a/T");
  objects();
  ProgramObject object;
  object.hash = 4711;
  object.cls = &loadClass("La/T;", true);
  const uint32_t known = nodes_.takeHashed(1, 4711);
  EXPECT_EQ(recordIdOf(admit(object, wordOf(born))), known);
  EXPECT_EQ(nodes_.inUse(), 1u);
  WordLayout::keepFlagsOf(nullptr);
}

TEST_F(Objects, OfAnotherClassRejectTheirSite) {
  track("a.T");
  handler_.uses = ISL_USES_RECORD;
  const uint32_t born = site("a/U");  // not known yet: it may be a T
  objects();
  ProgramObject stray, object;
  stray.cls = &loadClass("La/V;", false);
  object.cls = &loadClass("La/U;", false);
  EXPECT_EQ(admit(stray, wordOf(born)), 0u);
  EXPECT_EQ(codeAt(born), kNeedsRecord);
  EXPECT_EQ(admit(object, wordOf(born)), 0u);
  EXPECT_EQ(codeAt(born), kNeverTracked);
}

TEST_F(Objects, OfAConstructorsSiteGetOneOfTheirClass) {
  track("a.T");
  const uint32_t constructor = site("a/T", SiteKind::Constructor);
  objects();
  ProgramObject object;
  object.cls = &loadClass("La/T;", true);
  const uint32_t word = admit(object, wordOf(constructor));
  EXPECT_NE(siteOf(word), constructor);
  EXPECT_EQ(sites_.get(siteOf(word)).target, "a/T");
  EXPECT_EQ(static_cast<uint32_t>(object.word), word);
}

TEST_F(Objects, OfHotSitesGetRecords) {
  handler_.uses = ISL_USES_PENALTY;
  const uint32_t born = site("a/T");
  ProgramObject object;
  EXPECT_EQ(admit(object, wordOf(born)), wordOf(born));
  told_.hot = {born};
  objects().heat(&jni_);
  EXPECT_EQ(codeAt(born), kNeedsRecord);
  EXPECT_TRUE(told_.hot.empty());
}

}  // namespace
}  // namespace isl
