// The classes that inserted code calls and the agent defines in the boot loader.
#pragma once

#include <cstdint>
#include <string_view>

namespace isl {

enum class HelperId : uint8_t { RT, Ages, Flags, Events, Arrays, Counts, Latest };
inline constexpr std::string_view kHelperClasses[] = {
    "java/lang/IslRT",     "java/lang/IslAges",   "java/lang/IslFlags", "java/lang/IslEvents",
    "java/lang/IslArrays", "java/lang/IslCounts", "java/lang/IslLatest"};

}  // namespace isl
