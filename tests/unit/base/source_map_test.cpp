// Lines of inlined code are those of the call.
#include "base/SourceMap.h"

#include <gtest/gtest.h>

#include <string>

namespace isl {
namespace {

// Of kotlinc 1.9: two calls of getOrPut in a file of 43 lines.
constexpr char kQuotes[] =
    "SMAP\nQuotes.kt\nKotlin\n*S Kotlin\n*F\n+ 1 Quotes.kt\nQuoteService\n+ 2 Maps.kt\n"
    "kotlin/collections/MapsKt__MapsKt\n*L\n1#1,44:1\n372#2,7:45\n372#2,7:52\n*S KotlinDebug\n*F\n"
    "+ 1 Quotes.kt\nQuoteService\n*L\n17#1:45,7\n18#1:52,7\n*E\n";

TEST(SourceMap, NamesTheLineOfTheCall) {
  const SourceMap map{kQuotes};
  EXPECT_EQ(map.callLine(17), 17);
  EXPECT_EQ(map.callLine(44), 44);
  EXPECT_EQ(map.callLine(45), 17);
  EXPECT_EQ(map.callLine(51), 17);
  EXPECT_EQ(map.callLine(52), 18);
  EXPECT_EQ(map.callLine(58), 18);
  EXPECT_EQ(map.callLine(59), 59);
  EXPECT_EQ(map.callLine(-1), -1);
}

TEST(SourceMap, RepeatsLines) {
  const SourceMap map{"SMAP\r\na\r\nKotlin\r\n*S KotlinDebug\r\n*L\r\n10#1,3:100,2\r\n20:110\r\n"};
  EXPECT_EQ(map.callLine(101), 10);
  EXPECT_EQ(map.callLine(102), 11);
  EXPECT_EQ(map.callLine(105), 12);
  EXPECT_EQ(map.callLine(106), 106);
  EXPECT_EQ(map.callLine(110), 20);
}

TEST(SourceMap, LeavesWhatItDoesNotKnow) {
  EXPECT_EQ(SourceMap().callLine(45), 45);
  EXPECT_EQ(SourceMap("*S JSP\n*L\n17:45\n*E\n").callLine(45), 45) << "lines of a page";
  for (const char* row :
       {"", "x", "17", "17#", "17#1", "17#1:", "17:x", "17,0:45", "17:45,0", "-1:45",
        "17#1,99999:45", "17:99999999999", "17,65535:45,65535", ":45", "17#1,3"}) {
    const SourceMap map{"*S KotlinDebug\n*L\n" + std::string(row) + "\n"};
    EXPECT_EQ(map.callLine(45), 45) << row;
  }
}

}  // namespace
}  // namespace isl
