#include "agent/Member.h"

#include <gtest/gtest.h>

namespace isl {
namespace {

TEST(Member, NamesExecutorsOfSpark) {
  EXPECT_EQ(
      memberOf(
          "org.apache.spark.executor.CoarseGrainedExecutorBackend --driver-url "
          "spark://CoarseGrainedScheduler@host:45 --executor-id 3 --hostname 127.0.0.1 --cores 1 "
          "--app-id app-20260101120000-0007 --resourceProfileId 0"),
      "app-20260101120000-0007/executor-3");
  EXPECT_EQ(memberOf("org.apache.spark.executor.YarnCoarseGrainedExecutorBackend --executor-id 12 "
                     "--app-id application_1700000000000_0001"),
            "application_1700000000000_0001/executor-12");
  EXPECT_EQ(
      memberOf("org.apache.spark.scheduler.cluster.k8s.KubernetesExecutorBackend --executor-id 1"),
      "spark/executor-1");
}

TEST(Member, NamesTasksOfHadoop) {
  EXPECT_EQ(
      memberOf("org.apache.hadoop.mapred.YarnChild 10.0.0.1 4711 attempt_1700_0001_m_000003_0 5"),
      "attempt_1700_0001_m_000003_0");
}

TEST(Member, LeavesOthersWithoutName) {
  EXPECT_EQ(memberOf(""), "");
  EXPECT_EQ(memberOf("com.acme.Main --executor-id 1 --app-id a attempt_1"), "");
  EXPECT_EQ(memberOf("org.apache.spark.deploy.SparkSubmit --executor-id 1"), "");
  EXPECT_EQ(memberOf("org.apache.spark.executor.CoarseGrainedExecutorBackend --executor-id"), "");
  EXPECT_EQ(memberOf("org.apache.hadoop.mapred.YarnChild 10.0.0.1 4711"), "");
}

}  // namespace
}  // namespace isl
