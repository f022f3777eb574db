// What a holder gains that has others below it.
#include "verdict/NearerHolders.h"

#include <gtest/gtest.h>

#include "verdict/held_sites.h"

namespace isl {
namespace {

using test::edge;
using test::pathOf;

report::Finding leakOf(const char* className, const char* field) {
  report::Finding out;
  out.kind = "leak";
  out.holder.kind = "field";
  out.holder.className = className;
  out.holder.field = field;
  return out;
}

report::Path held(double share, std::vector<report::PathEdge> below) {
  below.push_back(edge("java.util.HashMap", "table"));
  below.push_back(edge("mq.Registry", "brokers"));
  report::Path out = pathOf(std::move(below), "static", "mq.Registry.only");
  out.share = share;
  return out;
}

// Of all that the registry of brokers holds four fifths lie in a table of one.
const std::vector<report::Path> heap = {
    held(0.6, {edge("java.util.HashMap$Node[]", "[*]"), edge("mq.Broker", "queues")}),
    held(0.2, {edge("mq.Broker", "queues")}), held(0.2, {edge("mq.Broker", "log")})};

TEST(NearerHolders, HaveWhatLiesUnderThem) {
  const std::vector<report::Finding> findings = {leakOf("mq.Registry", "brokers"),
                                                 leakOf("mq.Broker", "queues")};
  const std::vector<double> gains = withoutNearerHolders(heap, findings, {100, 50});
  EXPECT_DOUBLE_EQ(gains[0], 20);
  EXPECT_DOUBLE_EQ(gains[1], 50);
}

TEST(NearerHolders, CountWhereTheyGainSomething) {
  std::vector<report::Finding> findings = {leakOf("mq.Registry", "brokers"),
                                           leakOf("mq.Broker", "queues")};
  EXPECT_DOUBLE_EQ(withoutNearerHolders(heap, findings, {100, 0})[0], 100);
  findings[1].kind = "idle";
  EXPECT_DOUBLE_EQ(withoutNearerHolders(heap, findings, {100, 50})[0], 100);
  EXPECT_DOUBLE_EQ(withoutNearerHolders(heap, findings, {100, 50})[1], 50);
}

TEST(NearerHolders, AreNoneOfOneThatIsNotInTheHeapsSample) {
  const std::vector<report::Finding> findings = {leakOf("mq.Client", "sessions"),
                                                 leakOf("mq.Broker", "queues")};
  EXPECT_DOUBLE_EQ(withoutNearerHolders(heap, findings, {100, 50})[0], 100);
}

}  // namespace
}  // namespace isl
