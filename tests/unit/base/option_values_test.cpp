#include "base/OptionValues.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace isl {
namespace {

TEST(OptionValues, SizesAreReadAsTheyAreWritten) {
  for (uint64_t bytes : {uint64_t{0}, uint64_t{1}, uint64_t{1000}, uint64_t{65536},
                         uint64_t{3} << 20, uint64_t{5} << 30, UINT64_MAX}) {
    uint64_t read = 7;
    EXPECT_TRUE(parseSize(shortSize(bytes), read)) << shortSize(bytes);
    EXPECT_EQ(read, bytes);
  }
  EXPECT_EQ(shortSize(65536), "64k");
  EXPECT_EQ(shortSize(uint64_t{2} << 30), "2g");
}

TEST(OptionValues, WhatIsRefusedChangesNothing) {
  uint64_t bytes = 7;
  for (const char* bad :
       {"", "k", "1kb", "-1", "1.5m", "18446744073709551616", "18014398509481984k"})
    EXPECT_FALSE(parseSize(bad, bytes)) << bad;
  for (const char* bad : {"", "5", "ms", "5h", "5 s", "18446744073709551615m"})
    EXPECT_FALSE(parseDuration(bad, bytes)) << bad;
  EXPECT_EQ(bytes, 7u);
  double share = 0.25;
  for (const char* bad : {"", "%", "1.01", "101%", "-0.1", "nan", "inf", "0.1x"})
    EXPECT_FALSE(parseShare(bad, share)) << bad;
  EXPECT_EQ(share, 0.25);
  int number = 7;
  for (const char* bad : {"", "1x", " 1", "99999999999"})
    EXPECT_FALSE(parseNumber(bad, number)) << bad;
  EXPECT_EQ(number, 7);
}

TEST(OptionValues, DurationsSharesAndNumbers) {
  uint64_t ms = 0;
  EXPECT_TRUE(parseDuration("500ms", ms));
  EXPECT_EQ(ms, 500u);
  EXPECT_TRUE(parseDuration("3m", ms));
  EXPECT_EQ(ms, 180000u);
  double share = 0;
  EXPECT_TRUE(parseShare("1%", share));
  EXPECT_DOUBLE_EQ(share, 0.01);
  EXPECT_EQ(shortNumber(0.01), "0.01");
}

TEST(OptionValues, Names) {
  EXPECT_TRUE(isName("leak-in-arrays"));
  EXPECT_TRUE(isName("A_1.b"));
  for (const char* bad : {"", "1a", "a b", "a:b"}) EXPECT_FALSE(isName(bad)) << bad;
}

TEST(OptionValues, Paths) {
  std::string path;
  EXPECT_EQ(expandPath("html", "a-%p-100%%", path), "");
  EXPECT_EQ(path, "a-" + std::to_string(getpid()) + "-100%");
  EXPECT_NE(expandPath("html", "%x", path).find("unknown `%x` in `html=%x`"), std::string::npos);
}

TEST(OptionValues, DidYouMean) {
  EXPECT_EQ(didYouMean({"alloc", "auto"}, "alocc"), " did you mean `alloc`?");
  EXPECT_EQ(didYouMean({"min-site", "top"}, "min"), " did you mean `min-site`?");
  EXPECT_EQ(didYouMean({"alloc", "auto"}, "zzzzzz"), "");
}

}  // namespace
}  // namespace isl
