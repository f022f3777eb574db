// The command line of islc. Exit status: 0 accepted, 1 the spec has errors, 2 usage or
// environment.
#pragma once

#include <string>
#include <vector>

#include "Diagnostics.h"
#include "Switches.h"
#include "sema/Model.h"

namespace isl {

enum class Emit { Agent, Check, Ast, Plan, Cpp };

struct DriverOptions {
  std::vector<std::string> specs;
  std::vector<std::string> names;  // -n, in the order of the specs
  std::string output;
  std::string cxx;
  Emit emit = Emit::Agent;
  sema::Defines defines;
  DiagOptions diags;
  std::vector<std::string> classpath;
  bool lsp = false;  // serve an editor
  bool paper = false, strict = false, keepTemps = false, verbose = false, verify = false;
  Switches switches;
};

// Options.cpp. Returns -1 to go on, else the exit status.
int parseArguments(int argc, char** argv, DriverOptions& options);

// Explain.cpp: what a code means, with a wrong and a right example; the exit status.
int explain(llvm::StringRef code);
// The examples of every code as files DIRECTORY/CODE-wrong.isl and CODE-right.isl.
int writeExamples(llvm::StringRef directory);
// A page of Markdown with a heading for every code.
int writeMessages(llvm::StringRef path);

int runDriver(const DriverOptions& options, const char* argv0);

// HostCompiler.cpp: the C++ compiler that agents are made with; empty when there is none.
std::string findCompiler(const DriverOptions& options);
// HostCompiler.cpp: compiles and links the generated text; the exit status.
int buildAgent(const std::string& cpp, const DriverOptions& options, const char* argv0);

}  // namespace isl
