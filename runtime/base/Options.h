// Agent options (interfaces: `-agentpath:AGENT.so=key=value,key=value`).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/Result.h"

namespace isl {

constexpr uint64_t kDefaultLeastStep = 4 * 1024 * 1024, kSmallestStep = 64 * 1024;

struct CheckPolicy {
  bool automatic = true;                   // auto
  uint64_t leastStep = kDefaultLeastStep;  // auto:1m, bytes of allocation
  uint64_t allocBytes = 0;                 // alloc:64m
  bool onFullGc = false;                   // gc
  uint64_t intervalMs = 0;                 // interval:2s
  bool manual = false;                     // manual
};

// The pattern of `skip-main` that stands for the list in BuildTools.def.
inline constexpr char kBuildTools[] = "build-tools";
// The pattern of `aside` that stands for the list in TestHarness.def.
inline constexpr char kTestHarness[] = "test-harness";

struct Options {
  std::string report, text, html;  // paths after %p %t %h expansion; text may be "stderr"
  CheckPolicy check;
  // Limits: spec name or "" for all, and of the rated VSO, of the paper's, of the share of idle memory.
  using SpecLimits = std::vector<std::pair<std::string, double>>;
  SpecLimits maxVso, maxPaperVso, maxIdle;
  int exitCode = 86;  // 0: a failed assertion is in the report only
  std::vector<std::pair<std::string, std::string>> tune;
  std::vector<std::string> include, exclude;  // globs over dotted class names
  std::vector<std::string> aside;             // globs likewise: whose sites do not count
  std::vector<std::string> explain;           // CLASS.method[:line]
  uint64_t minSiteBytes = 64 * 1024;
  double minSiteShare = 0.01;
  bool staticData = false;  // what static initialisers allocate counts, too
  uint32_t top = 20;
  std::string heap = "auto";  // auto, direct or jvmti: how reference paths are read
  std::string ready, unit;    // CLASS.method, dotted; empty: those that are known
  bool sites = true;  // off: no field in objects, no class is rewritten (see agent/Untraced.h)
  bool strict = false;
  bool scopes = false;                          // keep the scopes of isl.Amplifier apart
  std::vector<std::string> onlyMain, skipMain;  // which JVMs are watched, see JvmFilter.h
  std::string journal;                          // file that every JVM adds a line to
  int logLevel = 1;                             // 0 error, 1 warn, 2 info, 3 debug, 4 trace
  std::string logPath;                          // empty: stderr
  std::vector<std::pair<std::string, std::string>> given;  // verbatim, for the report
};

// Parses the text after '='. An error says what is wrong, where and what would be
// valid (did-you-mean for unknown keys); one line a mistake.
Status parseOptions(const char* text, Options& options);

// Every option with the value in force, given or defaulted, for the report's `run.options`.
std::vector<std::pair<std::string, std::string>> describeOptions(const Options& options);

// True when the dotted class name passes include/exclude; never for the agent's own classes.
bool classSelected(const Options& options, const std::string& dottedName);

// True when what the class allocates is set aside (`aside`).
bool classAside(const Options& options, const std::string& dottedName);

}  // namespace isl
