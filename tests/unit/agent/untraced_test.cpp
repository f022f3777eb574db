// sites=off: which specs, options and VMs it goes with, and what an agent of it knows of objects.
#include "agent/Untraced.h"

#include <gtest/gtest.h>

#include "said.h"
#include "store/NodeTable.h"

namespace isl {
namespace {

std::string fits(const IslSpec& spec, const Options& options = {}) {
  return test::said(fitsUntraced({&spec}, options));
}

TEST(Untraced, LeavesOutSpecsThatObserveTheProgram) {
  IslSpec maps, leak;
  maps.name = "maps";
  leak.name = "leak";
  leak.needsTrace = "it has on_rw";
  EXPECT_EQ(fits(maps), "");
  EXPECT_NE(fits(leak).find("spec leak cannot do without a trace in the program: it has on_rw; "),
            std::string::npos);
  EXPECT_NE(test::said(fitsUntraced({&maps, &leak}, Options{})), "");
}

TEST(Untraced, NamesTheOptionThatNeedsRewriting) {
  const IslSpec maps;
  Options options;
  options.scopes = true;
  EXPECT_EQ(fits(maps, options).rfind("`scopes=on` does not go with sites=off", 0), 0u);
  options.scopes = false;
  options.unit = "a.B.c";
  EXPECT_EQ(fits(maps, options).rfind("`unit` does not", 0), 0u);
  options.unit.clear();
  options.aside = {"a.*"};
  EXPECT_EQ(fits(maps, options), "");
}

TEST(Untraced, NeedsAHeapThatCanBeRead) {
  VmInfo vm;
  for (const char* collector : {"Serial", "Parallel", "G1", "ZGC"}) {
    vm.collector = collector;
    EXPECT_EQ(test::said(fitsUntraced(vm)), "");
  }
  vm.header = VmInfo::Header::Compact;
  EXPECT_EQ(test::said(fitsUntraced(vm)), "");
  vm.header = VmInfo::Header::Uncompressed;
  EXPECT_NE(test::said(fitsUntraced(vm)).find("sites=off with -XX:-UseCompressedClassPointers"),
            std::string::npos);
  vm.header = VmInfo::Header::Usual;
  vm.collector = "Shenandoah";
  EXPECT_NE(test::said(fitsUntraced(vm)).find("with the Shenandoah collector"), std::string::npos);
}

TEST(Untraced, GivesEveryObjectTheOneSite) {
  SiteTable sites;
  internUntraced(sites);
  WordLayout::leaveOut();
  const NodeTable nodes(10);
  for (const uint32_t stored : {0u, 0xffffffffu, 0x12345678u}) {
    EXPECT_EQ(siteOf(nodes.plainWord(stored)), kFirstSite) << stored;
    EXPECT_EQ(epochOf(nodes.plainWord(stored)), 0u);
  }
  WordLayout::leaveOut(false);
  EXPECT_EQ(nodes.plainWord(5), 5u);
  EXPECT_EQ(sites.size(), kFirstSite + 1);
  EXPECT_TRUE(sites.get(kFirstSite).className.empty());
}

}  // namespace
}  // namespace isl
