#include <gtest/gtest.h>
#include <unistd.h>

#include "JsonFile.h"
#include "Scratch.h"
#include "spectest/Jobs.h"

namespace isl::tool {
namespace {

Job shell(const Scratch& scratch, const std::string& name, const std::string& line) {
  Job job;
  job.command = {"/bin/sh", "-c", line};
  job.out = scratch.file(name + ".out");
  job.err = scratch.file(name + ".err");
  return job;
}

TEST(Jobs, StatusAndOutputOfEach) {
  const Scratch scratch("isl-jobs");
  std::vector<Job> jobs = {shell(scratch, "a", "echo one; exit 3"),
                           shell(scratch, "b", "echo two >&2"), shell(scratch, "c", "kill -9 $$")};
  jobs.push_back({{"/none/such"}, scratch.file("d.out"), scratch.file("d.err")});
  size_t ended = 0;
  const std::vector<JobResult> results = runJobs(jobs, 2, [&](size_t) { ended++; });
  EXPECT_EQ(4U, ended);
  EXPECT_EQ(3, results[0].status);
  EXPECT_EQ(0, results[1].status);
  EXPECT_EQ(137, results[2].status);
  EXPECT_EQ(127, results[3].status);
  EXPECT_EQ("one\n", *readText(jobs[0].out));
  EXPECT_EQ("two\n", *readText(jobs[1].err));
}

TEST(Jobs, WhatTakesTooLongIsKilled) {
  const Scratch scratch("isl-jobs");
  Job job = shell(scratch, "a", "exec sleep 60");
  job.seconds = 0;
  const std::vector<JobResult> results = runJobs({job}, 1, [](size_t) {});
  EXPECT_TRUE(results[0].tooLong);
}

TEST(Scratch, GoesWithAllItHolds) {
  std::string folder;
  {
    const Scratch scratch("isl-jobs");
    folder = scratch.path();
    runJobs({shell(scratch, "a", "echo one")}, 1, [](size_t) {});
    EXPECT_EQ(0, access(scratch.file("a.out").c_str(), R_OK));
    EXPECT_EQ("one", firstLines(scratch.file("a.out"), 3));
  }
  EXPECT_NE(0, access(folder.c_str(), F_OK));
}

}  // namespace
}  // namespace isl::tool
