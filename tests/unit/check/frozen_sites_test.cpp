// What is frozen of the sites before a walk: scopes and contexts, and what `aside` names; grows with them.
#include <gtest/gtest.h>

#include "check/FrozenSites.h"

namespace isl {
namespace {

SiteLocation locationIn(const char* className, uint32_t bci) {
  return {className, "make", "()V", "Main.java", 8, bci, SiteKind::New, "com/acme/Item"};
}

TEST(FrozenSites, WithoutScopesThereAreNone) {
  SiteTable sites;
  SequenceSet sequences;
  Options options;
  FrozenSites frozen(sites, sequences, options, false);
  sites.intern(locationIn("com/acme/Main", 3));
  frozen.freeze();
  EXPECT_EQ(frozen.scopes(), nullptr);
  EXPECT_TRUE(frozen.sequences().empty());
  EXPECT_TRUE(frozen.aside().empty());
}

TEST(FrozenSites, NewSitesAreTakenIn) {
  SiteTable sites;
  SequenceSet sequences;
  Options options;
  options.aside = {"org.junit.*"};
  FrozenSites frozen(sites, sequences, options, true);
  const uint32_t main = sites.intern(locationIn("com/acme/Main", 3));
  frozen.freeze();
  ASSERT_NE(frozen.scopes(), nullptr);
  EXPECT_EQ(frozen.scopes()->plain.size(), sites.size());
  EXPECT_FALSE(frozen.aside()[main]);
  const uint32_t harness = sites.intern(locationIn("org/junit/Runner", 5));
  const uint32_t inScope = sites.variant(main, {0, 2, 0});
  frozen.freeze();
  EXPECT_TRUE(frozen.aside()[harness]);
  EXPECT_FALSE(frozen.aside()[inScope]);
  EXPECT_EQ(frozen.scopes()->plainOf(inScope), main);
  EXPECT_EQ(frozen.scopes()->scopeOf(inScope), 2u);
  EXPECT_EQ(frozen.scopes()->scopeOf(main), 0u);
}

}  // namespace
}  // namespace isl
