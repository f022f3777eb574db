// The target of isl's readers without libFuzzer: a report, a baseline and a journal as they are written, and the
// same mutations of them at every time. A crash, an abort, a hang or more than a gigabyte of memory fails it.
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "../unit/report/example.h"
#include "Baseline.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

constexpr unsigned kSeconds = 10;  // for one input
constexpr rlim_t kMemory = 1u << 30;

size_t below(std::mt19937& random, size_t limit) { return limit == 0 ? 0 : random() % limit; }

std::string value(std::mt19937& random) {
  static const char* const kValues[] = {"0",
                                        "-1",
                                        "1e308",
                                        "-1e-320",
                                        "9223372036854775808",
                                        "18446744073709551616",
                                        "null",
                                        "true",
                                        "[]",
                                        "{}",
                                        "\"\"",
                                        "\"\\u0000\"",
                                        "\"\\ud800\"",
                                        "\"\xff\"",
                                        "\"\\u202e\"",
                                        "\"%s%n../..\"",
                                        "[[[[]]]]",
                                        "4294967296",
                                        "\"]]>\"",
                                        "\"<script>\"",
                                        "0.1",
                                        "NaN",
                                        "\"2026-02-30\"",
                                        "2147483648"};
  return kValues[below(random, std::size(kValues))];
}

// Another value, a field or an item twice or not at all, or any byte.
void mutate(std::mt19937& random, std::string& text) {
  const size_t at = below(random, text.size() + 1);
  const size_t colon = text.find(": ", at), comma = text.find_first_of(",\n", colon + 1);
  const bool field = colon != std::string::npos && comma != std::string::npos;
  switch (random() % 8) {
    case 0:
    case 1:
    case 2:
      if (field) text.replace(colon + 2, comma - colon - 2, value(random));
      break;
    case 3:
      if (field) text.erase(colon, comma - colon);
      break;
    case 4:
    case 5: {
      const size_t line = text.find('\n', at);
      const size_t next = line == std::string::npos ? line : text.find('\n', line + 1);
      if (next == std::string::npos) break;
      if (random() % 2 == 0)
        text.insert(line, text.substr(line, next - line));
      else
        text.erase(line, next - line);
      break;
    }
    case 6: text.erase(at, below(random, 300)); break;
    default:
      if (at < text.size()) text[at] = static_cast<char>(random());
  }
}

std::vector<std::string> seeds() {
  const isl::report::Report example = isl::report::test::exampleReport();
  isl::tool::Baseline baseline;
  baseline.accept(example, "", "known", "2030-01-01");
  return {isl::report::toJson(example), "[" + baseline.toJson(),
          "watched 17 Main\nidle 18 x.jar\nlost 17 Main\nleft-out 19 jlink (-Xshare:on)\nrefused "
          "20 Other\n"};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: fuzz-readers-smoke MUTANTS [FOLDER FOR THE SEEDS]\n");
    return 2;
  }
  const unsigned long mutants = std::strtoul(argv[1], nullptr, 10);
  const std::vector<std::string> all = seeds();
  if (argc > 2) {
    for (size_t i = 0; i < all.size(); ++i)
      std::ofstream(std::string(argv[2]) + "/seed-" + std::to_string(i)) << all[i];
  }
  const rlimit memory{kMemory, kMemory};
  setrlimit(RLIMIT_AS, &memory);
  std::mt19937 random(20261123);
  std::string input;
  for (unsigned long n = 0; n < mutants; ++n) {
    // A chain of up to eight mutations of each seed in turn.
    if (n % 8 == 0)
      input = all[n / 8 % all.size()];
    else
      mutate(random, input);
    alarm(kSeconds);
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size());
  }
  std::printf("%zu seeds, %lu inputs\n", all.size(), mutants);
  return 0;
}
