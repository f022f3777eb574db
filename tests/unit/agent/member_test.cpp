#include "agent/Member.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

namespace isl {
namespace {

constexpr char kFolder[] = "/src/shop/orders";

TEST(Member, NamesExecutorsOfSpark) {
  EXPECT_EQ(
      memberOf(
          "org.apache.spark.executor.CoarseGrainedExecutorBackend --driver-url "
          "spark://CoarseGrainedScheduler@host:45 --executor-id 3 --hostname 127.0.0.1 --cores 1 "
          "--app-id app-20260101120000-0007 --resourceProfileId 0",
          kFolder),
      "app-20260101120000-0007/executor-3");
  EXPECT_EQ(memberOf("org.apache.spark.executor.YarnCoarseGrainedExecutorBackend --executor-id 12 "
                     "--app-id application_1700000000000_0001",
                     kFolder),
            "application_1700000000000_0001/executor-12");
  EXPECT_EQ(
      memberOf("org.apache.spark.scheduler.cluster.k8s.KubernetesExecutorBackend --executor-id 1",
               kFolder),
      "spark/executor-1");
}

// A file of settings as Surefire writes it, below a folder with a blank in its name.
class TestForks : public testing::Test {
 protected:
  TestForks() {
    mkdir(folder_.c_str(), 0700);
    FILE* const file = fopen((folder_ + "/surefire2tmp").c_str(), "w");
    fputs("#now\ncommand=x\nforkTestSet=java.lang.Class|shop.CartTest\nz=1\n", file);
    fclose(file);
  }
  ~TestForks() override {
    unlink((folder_ + "/surefire2tmp").c_str());
    rmdir(folder_.c_str());
  }
  const std::string folder_ = testing::TempDir() + "member test " + std::to_string(getpid());
};

TEST_F(TestForks, AreNamedByModuleAndTheirOnlyTestClass) {
  const std::string booter = "/p/target/surefire/surefirebooter-1.jar ";
  EXPECT_EQ(memberOf(booter + folder_ + " 2026-jvmRun1 surefire2tmp surefire_0-3tmp", kFolder),
            "orders shop.CartTest");
  EXPECT_EQ(memberOf("org.apache.maven.surefire.booter.ForkedBooter " + folder_ +
                         " 2026-jvmRun1 surefire2tmp",
                     kFolder),
            "orders shop.CartTest");
  EXPECT_EQ(memberOf(booter + "/none 2026-jvmRun1 surefire2tmp", kFolder), "orders");
  EXPECT_EQ(memberOf(booter, kFolder), "orders");
  EXPECT_EQ(memberOf("worker.org.gradle.process.internal.worker.GradleWorkerMain 'G'", kFolder),
            "orders");
  EXPECT_EQ(memberOf("com.acme.Main /p/surefirebooter1.jar", kFolder), "");
}

TEST(Member, NamesTasksOfHadoop) {
  EXPECT_EQ(
      memberOf("org.apache.hadoop.mapred.YarnChild 10.0.0.1 4711 attempt_1700_0001_m_000003_0 5",
               kFolder),
      "attempt_1700_0001_m_000003_0");
}

TEST(Member, LeavesOthersWithoutName) {
  EXPECT_EQ(memberOf("", kFolder), "");
  EXPECT_EQ(memberOf("com.acme.Main --executor-id 1 --app-id a attempt_1", kFolder), "");
  EXPECT_EQ(memberOf("org.apache.spark.deploy.SparkSubmit --executor-id 1", kFolder), "");
  EXPECT_EQ(
      memberOf("org.apache.spark.executor.CoarseGrainedExecutorBackend --executor-id", kFolder),
      "");
  EXPECT_EQ(memberOf("org.apache.hadoop.mapred.YarnChild 10.0.0.1 4711", kFolder), "");
}

}  // namespace
}  // namespace isl
