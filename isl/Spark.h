// Puts an agent into the executors of a Spark job. What spark-submit starts here gets JAVA_TOOL_OPTIONS;
// executors that a cluster starts get Spark's own setting.
#pragma once

#include <string>
#include <vector>

#include "base/Result.h"

namespace isl::tool {

// Does `command` start a Spark application: spark-submit, spark-shell, spark-sql, pyspark, run-example?
bool startsSpark(const std::vector<std::string>& command);

// The file whose settings the command line of `command` replaces: that of --properties-file, else
// spark-defaults.conf of `confDir` ($SPARK_CONF_DIR), of `home` ($SPARK_HOME), or beside the command. It need
// not be there.
std::string sparkDefaults(const std::vector<std::string>& command, const std::string& confDir,
                          const std::string& home);

// `command` with `option` in spark.executor.extraJavaOptions, behind what the command line sets there or, else,
// `defaults` (the text of the file above).
std::vector<std::string> withExecutorOption(std::vector<std::string> command,
                                            const std::string& option, const std::string& defaults);

}  // namespace isl::tool
