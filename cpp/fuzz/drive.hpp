// What fuzz targets share: how they fail, and how they run without libFuzzer, on inputs that once failed and random
// ones.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

using FuzzBytes = std::vector<std::uint8_t>;

inline void require(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "differs: %s\n", what);
  std::abort();
}

// Past failures are the files in cpp/fuzz/corpus/<name>; the arguments of the program are rounds and seed.
template <class Make, class Try>
int drive(int argc, char** argv, const std::string& name, long usual_rounds, Make&& make, Try&& one_input) {
  long inputs = 0;
  const std::filesystem::path folder = std::filesystem::path("cpp/fuzz/corpus") / name;
  if (std::filesystem::is_directory(folder)) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      std::ifstream file(entry.path(), std::ios::binary);
      const FuzzBytes bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
      one_input(bytes.data(), bytes.size());
      ++inputs;
    }
  }
  const long rounds = argc > 1 ? std::atol(argv[1]) : usual_rounds;
  std::mt19937 random(argc > 2 ? static_cast<std::uint32_t>(std::atol(argv[2])) : 1u);
  FuzzBytes bytes;
  for (long round = 0; round < rounds; ++round, ++inputs) {
    make(round, random, bytes);
    one_input(bytes.data(), bytes.size());
  }
  std::printf("%ld inputs agree\n", inputs);
  return 0;
}
