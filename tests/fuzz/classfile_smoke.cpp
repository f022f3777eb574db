// The class-file fuzz target without libFuzzer: every seed below a folder, and the same mutations of
// it at every time. It runs in the suite with any compiler; a crash, an abort or a hang fails it.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize,
                                          unsigned int seed);

// What libFuzzer would do with an input that the custom mutator leaves to it.
extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t) {
  static std::minstd_rand random(7);
  if (size == 0) return 0;
  data[random() % size] = static_cast<uint8_t>(random());
  return random() % 4 == 0 ? random() % size : size;
}

int main(int argc, char** argv) {
  constexpr unsigned int kMutations = 120;  // of each seed, piled up ten at a time
  if (argc != 2) {
    std::fprintf(stderr, "usage: fuzz-classfile-smoke FOLDER-OF-SEEDS\n");
    return 2;
  }
  std::vector<std::filesystem::path> seeds;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1]))
    seeds.push_back(entry.path());
  std::sort(seeds.begin(), seeds.end());
  unsigned long runs = 0;
  for (const auto& path : seeds) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<uint8_t> seed{std::istreambuf_iterator<char>(file), {}};
    std::vector<uint8_t> input;
    for (unsigned int n = 0; n < kMutations; ++n, ++runs) {
      if (n % 10 == 0) input = seed;
      LLVMFuzzerTestOneInput(input.data(), input.size());
      if (input.empty()) continue;
      input.resize(LLVMFuzzerCustomMutator(input.data(), input.size(), input.size(), n));
    }
  }
  std::printf("%zu seeds, %lu inputs\n", seeds.size(), runs);
  return seeds.size() > 10 ? 0 : 1;
}
