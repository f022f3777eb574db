// The front end's fuzz target without libFuzzer: every spec below the given folders, and the same mutations
// of it at every time. It runs in the suite with any compiler; a crash, an abort, a hang or more than 512 MB
// of memory fails it.
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

constexpr unsigned kSeconds = 10;  // for one input
constexpr rlim_t kMemory = 512u << 20;

std::vector<std::string> seedsBelow(int count, char** folders) {
  std::vector<std::filesystem::path> paths;
  for (int i = 0; i < count; i++) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folders[i])) {
      if (entry.path().extension() == ".isl") paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> seeds;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return seeds;
}

size_t below(std::mt19937& random, size_t limit) { return limit == 0 ? 0 : random() % limit; }

// A piece of text from another seed: a word, or up to 40 characters.
std::string piece(std::mt19937& random, const std::string& from) {
  const size_t begin = below(random, from.size());
  if (random() % 2 == 0) return from.substr(begin, below(random, 40));
  size_t end = begin;
  while (end < from.size() && (isalnum(static_cast<unsigned char>(from[end])) || from[end] == '_'))
    end++;
  return from.substr(begin, end - begin);
}

void mutate(std::mt19937& random, std::string& text, const std::string& other) {
  static const char* const kTokens[] = {
      "{",           "}",   "(",     ")",  ";",   "=",  "\"", "/*",  "0x",     "1L << 63",
      "-2147483648", "re:", "(a+)+", "[^", "{9}", "[]", "!",  "? :", "\\u0000"};
  const size_t at = below(random, text.size() + 1);
  switch (random() % 6) {
    case 0: text.insert(at, piece(random, other)); break;
    case 1: text.erase(at, below(random, 20)); break;
    case 2: text.insert(at, kTokens[below(random, std::size(kTokens))]); break;
    case 3:
      if (!text.empty()) text[below(random, text.size())] = static_cast<char>(random());
      break;
    case 4: text.insert(at, text.substr(below(random, text.size()), below(random, 200))); break;
    default: text.replace(at, below(random, 12), piece(random, other));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: fuzz-frontend-smoke MUTATIONS-OF-EACH-SEED FOLDER...\n");
    return 2;
  }
  const int mutations = std::atoi(argv[1]);
  const rlimit memory{kMemory, kMemory};
  setrlimit(RLIMIT_AS, &memory);
  const std::vector<std::string> seeds = seedsBelow(argc - 2, argv + 2);
  std::mt19937 random(20261121);
  unsigned long runs = 0;
  for (const std::string& seed : seeds) {
    std::string input = seed;
    for (int n = 0; n <= mutations; n++, runs++) {
      alarm(kSeconds);
      LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size());
      if (n % 8 == 0) input = seed;
      mutate(random, input, seeds[below(random, seeds.size())]);
    }
  }
  std::printf("%zu seeds, %lu inputs\n", seeds.size(), runs);
  return seeds.size() > 10 ? 0 : 1;
}
