// Of Fields.h: what is told of a run and of its JVMs.
#pragma once

#include "report/Field.h"
#include "report/Report.h"

namespace isl::report {

template <typename V>
constexpr void describe(V& v, Of<NamedCount>) {
  v(Field("name", "what it was"), &NamedCount::name, merge::Key());
  v(Field("count", "how often"), &NamedCount::count, merge::Sum());
}

template <typename V>
constexpr void describe(V& v, Of<Skipped>) {
  v(Field("reason", "why"), &Skipped::reason, merge::Key());
  v(Field("count", "how many"), &Skipped::count, merge::Sum());
}

template <typename V>
constexpr void describe(V& v, Of<Jvm>) {
  v(Field("mainClass", "main class or jar"), &Jvm::mainClass);
  v(Field("member", "as in run"), &Jvm::member);
  v(Field("pid", "process id"), &Jvm::pid);
  v(Field("jvm", "name and version of the VM"), &Jvm::jvm);
  v(Field("collector", "as in run"), &Jvm::collector);
  v(Field("wallMs", "since the start of the VM").ms(), &Jvm::wallMs);
  v(Field("complete", "as in run"), &Jvm::complete);
  v(Field("checks", "how many checks it ran"), &Jvm::checks);
}

template <typename V>
constexpr void describe(V& v, Of<RunInfo>) {
  using namespace merge;
  v(Field("islVersion", "version of the agent's runtime"), &RunInfo::islVersion, Names());
  v(Field("jvm", "name and version of the VM"), &RunInfo::jvm, Names());
  v(Field("javaVersion", "such as 17.0.15"), &RunInfo::javaVersion, Names());
  v(Field("collector", "Serial, Parallel, G1, ZGC or Shenandoah"), &RunInfo::collector, Names());
  v(Field("mainClass", "main class or jar"), &RunInfo::mainClass, Names());
  v(Field("member", "Spark's application and executor, Hadoop's task attempt, a test fork's module "
                    "and class; or empty"),
    &RunInfo::member, OfOne());
  v(Field("command",
          "main class and arguments; values of what is called a password, secret, token, "
          "key or credential are `***`"),
    &RunInfo::command, OfOne());
  v(Field("host", "name of the machine"), &RunInfo::host, Names());
  v(Field("startedAt", "when the VM started, in UTC: 2027-01-31T12:00:00Z"), &RunInfo::startedAt,
    FirstSet());
  v(Field("options", "agent options in force; values of a repeated option are joined by `;`"),
    &RunInfo::options, Shared());
  v(Field("pid", "process id, 0 in the report of several JVMs"), &RunInfo::pid, OfOne());
  v(Field("wallMs", "since the start of the VM").ms(), &RunInfo::wallMs, Max());
  v(Field("complete", "false: written while the program was still running"), &RunInfo::complete,
    Both());
  v(Field("ready", "what told that the program was ready: its first unit of work, the option, its "
                   "code that no longer "
                   "grew, or the attach; or empty"),
    &RunInfo::ready, OfOne());
  v(Field("readyCheck", "the first check from there on, 0 when none ran"), &RunInfo::readyCheck,
    OfOne());
  v(Field("readyBytes", "allocated before").bytes(), &RunInfo::readyBytes, OfOne());
  v(Field("jvms", "merged reports only: the JVMs; elsewhere a JVM is named by its place here, from "
                  "1")
        .whenSet(),
    &RunInfo::jvms, Append());
}

}  // namespace isl::report
