// What the text of a spec and islc's plan of it (--emit=plan) say of what it finds, needs and costs.
#pragma once

#include <string>
#include <vector>

namespace isl::tool {

// The first sentence of the comment at the head of `spec`, on one line; empty when there is no comment.
std::string firstSentence(const std::string& spec);

// Where the spec works: one line for each thing that it needs.
std::vector<std::string> needsOf(const std::string& plan);

// What an agent does in the program: what is instrumented, and the memory of each object.
std::vector<std::string> costsOf(const std::string& plan);

}  // namespace isl::tool
