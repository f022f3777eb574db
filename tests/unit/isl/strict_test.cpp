// What a run says nothing about: specs and options that met nothing of the program in any JVM.
#include "Strict.h"

#include "reports.h"

namespace isl::tool {
namespace {

using test::rising;
using Lines = std::vector<std::string>;

report::Report withNote(uint64_t pid, const std::string& note) {
  report::Report out = rising(pid, 30, 2, 5);
  out.coverage.notes = {note};
  return out;
}

TEST(Strict, ASpecThatNoJvmExercised) {
  report::Report quiet = withNote(1, ""), busy = withNote(2, "");
  for (report::Handler& handler : quiet.specs[0].handlers) handler.count = 0;
  EXPECT_EQ(metNothing({quiet}), Lines{"spec leak was never exercised: the program used no object "
                                       "that it tracks"});
  EXPECT_EQ(metNothing({quiet, busy}), Lines{}) << "one of several JVMs did";
  report::Report early = quiet;
  early.coverage.notes = {"R814 spec leak: the program used a class that it tracks"};
  EXPECT_EQ(metNothing({quiet, early}), Lines{}) << "its objects died before the next check";
  quiet.checks.clear();
  EXPECT_EQ(metNothing({quiet}), Lines{}) << "it ran too short to say anything";
  EXPECT_EQ(metNothing({}), Lines{});
}

TEST(Strict, AClassOrMethodThatNoJvmHas) {
  const std::string type = "R801 spec maps: no loaded class matches type \"com.acme.Map\"";
  const std::string unit =
      "R813 option unit=com.acme.Main.handel: the program never called this method";
  EXPECT_EQ(metNothing({withNote(1, type)}), Lines{type.substr(5)});
  EXPECT_EQ(metNothing({withNote(1, unit), withNote(2, unit)}), Lines{unit.substr(5)});
  EXPECT_EQ(metNothing({withNote(1, type), withNote(2, unit)}), Lines{});
  EXPECT_EQ(metNothing({withNote(1, "R803 spec maps: 3 checks ran")}), Lines{});
}

}  // namespace
}  // namespace isl::tool
