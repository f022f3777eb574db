// Brackets around whole methods: VM housekeeping, static initialisers, methods of a `sequence`, methods
// that make virtual threads.
#pragma once

#include "instrument/Edits.h"

namespace isl::instrument {

// Which methods of a class do the VM's work for the program (class loading, linkage, providers)?
// By name, from Housekeeping.def.
class Housekeeping {
 public:
  explicit Housekeeping(std::string_view cls);
  bool covers(std::string_view method) const;

 private:
  struct Rule {
    std::string_view method;
    bool applies;
  };
  std::vector<Rule> rules_;  // those that match the class
};

// Classes whose methods may get brackets whatever the features are, as the VM would crash without.
bool mayMakeVirtualThreads(std::string_view cls);

// The method's brackets, outermost first.
void findRegions(const MethodContext& method, const Housekeeping& housekeeping,
                 std::vector<Region>& regions);

// Enter at entry, exit before each return; the exit on exceptions is the assembler's handler.
void addRegions(const MethodContext& method, const std::vector<Region>& regions,
                std::vector<Edit>& edits);

// The entry of a method whose calls are units of work is counted.
void addUnit(const MethodContext& method, std::vector<Edit>& edits);

}  // namespace isl::instrument
