// Numbers and text as the report's views show them. Independent of the locale: the launcher may
// have called setlocale, and printf would then write a decimal comma.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace isl::report {

// Takes one code point off the front of `text`. Reads UTF-8 and the JVM's modified UTF-8 (C0 80,
// surrogate pairs); anything else gives U+FFFD and skips one byte, so the loop always ends.
uint32_t nextCodePoint(std::string_view& text);
void appendUtf8(std::string& out, uint32_t codePoint);

// What must not reach a reader as it is: control characters and line ends of any kind, controls that
// turn the direction of writing (a name can look like another one with them), and code points that
// are no characters, which XML refuses.
bool isUnprintable(uint32_t codePoint);

// For people: valid UTF-8 on one line. Control characters and line ends become spaces, the other
// unprintable code points U+FFFD.
std::string plainText(std::string_view text);

// Shortest text that reads back as the same double, always with a fraction ("1.0"). A value that
// JSON cannot hold becomes the nearest that it can: 0 for NaN, the largest double for infinity.
std::string exact(double value);
std::string fixed(double value, int digits);
std::string percent(double share);  // "12.3 %"
std::string vsoText(double vso);    // "19.8x"

// "14,173,056" is easier to read but harder to search for: exact numbers stay plain.
std::string humanBytes(uint64_t bytes);  // "13.5 MiB"; plain "512 bytes" below 1 KiB
std::string exactBytes(uint64_t bytes);  // "14173056 bytes (13.5 MiB)"
std::string humanMs(uint64_t ms);        // "850 ms", "12.3 s", "4 min 10 s"
std::string counted(uint64_t count, std::string_view singular, std::string_view plural = {});

}  // namespace isl::report
