// What the comments of a Java program say that specs must find in it:
//
//   // isl-test: leak args=60000 max-vso=4 jdk=17,25     one run; several heads are several runs
//   log.add(new Entry(n));   // expect: leak type=Journal$Entry held-by=Journal.log
//   // expect@+1: leak, maps                             for the next line, and from two specs
//   // expect@any: leak type=char[]                      without a line: what a library allocates
//   // expect: none                                      the whole program has no finding
//   // may-expect: leak     found in some runs           // todo-expect: leak     not found yet
#pragma once

#include <string>
#include <vector>

#include "base/Result.h"

namespace isl::tool {

// Line and column from 1; a line of 0 is the file.
struct TextPlace {
  unsigned line = 0, column = 0;
};

struct Mistake {
  TextPlace at;
  std::string message;
};

// One run of the program under its specs.
struct TestHead {
  TextPlace at;
  std::vector<std::string> specs;  // names
  std::vector<std::string> args, jdks, collectors, vmOptions, classPath;
  std::string maxVso = "4";
  std::vector<std::string> agent;  // "check=manual"
  bool nothing = false;            // expect=none: the comments do not count for this run
};

struct Expectation {
  enum class Kind { Must, May, Todo };
  Kind kind = Kind::Must;
  TextPlace at;          // of its words
  unsigned comment = 0;  // column of the `//` before them
  unsigned line = 0;     // where the objects are allocated; 0: anywhere
  std::string spec, type, heldBy;
};

struct TestProgram {
  std::string path;
  std::vector<std::string> lines;
  std::string package;  // or empty
  std::vector<TestHead> heads;
  std::vector<Expectation> expectations;
  TextPlace none;  // of `expect: none`, its `//`; line 0: not there
  std::vector<Mistake> mistakes;
};

// Serial, Parallel, G1, Z or Shenandoah?
bool isCollector(const std::string& name);
// "com.acme.Journal$Entry" is also `Journal$Entry`: a program names its own classes without their package.
bool isNamed(const std::string& name, const std::string& wanted);

// A program without heads and mistakes is no test. Everything that is wrong in its comments is in `mistakes`.
// `mayBeSilent`: a head without any expectation is right, as they are about to be written.
TestProgram readComments(const std::string& path, const std::string& text, bool mayBeSilent);

}  // namespace isl::tool
