#include "Spark.h"

#include <gtest/gtest.h>

namespace isl::tool {
namespace {

using Words = std::vector<std::string>;
constexpr const char* kKey = "spark.executor.extraJavaOptions=";

TEST(Spark, KnowsItsStarters) {
  EXPECT_TRUE(startsSpark({"spark-submit", "job.jar"}));
  EXPECT_TRUE(startsSpark({"/opt/spark/bin/spark-sql"}));
  EXPECT_FALSE(startsSpark({"java", "spark-submit"}));
}

TEST(Spark, PutsTheOptionInFrontOfAll) {
  EXPECT_EQ(withExecutorOption({"spark-submit", "--master", "yarn", "job.jar", "x"},
                               "-agentpath:a=b", ""),
            (Words{"spark-submit", "--conf", std::string(kKey) + "-agentpath:a=b", "--master",
                   "yarn", "job.jar", "x"}));
}

TEST(Spark, KeepsWhatIsSet) {
  const std::string key = kKey;
  EXPECT_EQ(withExecutorOption({"spark-submit", "-v", "--conf", key + "-Xss1m", "-c", "a=b",
                                "--conf", key + "-Xss2m", "j.jar"},
                               "-A", ""),
            (Words{"spark-submit", "-v", "--conf", key + "-Xss1m", "-c", "a=b", "--conf",
                   key + "-Xss2m -A", "j.jar"}));
  EXPECT_EQ(withExecutorOption({"spark-submit", "--conf=" + key + "-Xss1m", "j.jar"}, "-A", ""),
            (Words{"spark-submit", "--conf=" + key + "-Xss1m -A", "j.jar"}));
  // What stands behind the application is the application's.
  EXPECT_EQ(withExecutorOption({"spark-submit", "j.jar", "--conf", key + "-X"}, "-A", "")[2],
            key + "-A");
}

TEST(Spark, KeepsTheDefaultsThatTheCommandLineReplaces) {
  const char* const texts[] = {
      "spark.executor.extraJavaOptions -XX:+UseParallelGC\n",
      "# x\n\n spark.executor.extraJavaOptions = -XX:+UseParallelGC \nspark.a b",
      "spark.executor.extraJavaOptions: -XX:+UseParallelGC",
      "spark.executor.extraJavaOptionsX -X\nspark.executor.extraJavaOptions\t-XX:+UseParallelGC"};
  for (const char* text : texts)
    EXPECT_EQ(withExecutorOption({"pyspark"}, "-A", text)[2],
              std::string(kKey) + "-XX:+UseParallelGC -A")
        << text;
  EXPECT_EQ(withExecutorOption({"pyspark"}, "-A", "spark.executor.extraJavaOptions\n")[2],
            std::string(kKey) + "-A");
}

TEST(Spark, FindsTheFileOfDefaults) {
  EXPECT_EQ(sparkDefaults({"spark-submit", "--properties-file", "p.conf", "j.jar"}, "/c", "/h"),
            "p.conf");
  EXPECT_EQ(sparkDefaults({"spark-submit", "j.jar"}, "/c", "/h"), "/c/spark-defaults.conf");
  EXPECT_EQ(sparkDefaults({"spark-submit", "j.jar"}, "", "/h"), "/h/conf/spark-defaults.conf");
  EXPECT_EQ(sparkDefaults({"no-such-spark-submit"}, "", ""), "");
}

}  // namespace
}  // namespace isl::tool
