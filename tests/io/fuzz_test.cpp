// Every kept input of the fuzz targets, every input that once broke one, and random changes to both end in a result or
// in a clear error.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "io/file.hpp"
#include "support/source_tree.hpp"
#include "targets.hpp"

namespace barchan::test::fuzz_test {
namespace {

namespace fs = std::filesystem;

constexpr double kMostSeconds = 5.0;  // of processor time per input

double seconds_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

fs::path folder_of(char const* kind, fuzz::Target const& target) {
  return source_root() / "tests/fuzz" / kind / target.name;
}

std::vector<std::byte> contents(fs::path const& file) {
  return fs::file_size(file) == 0 ? std::vector<std::byte>{} : read_file(file);
}

std::vector<std::vector<std::byte>> kept_inputs(fuzz::Target const& target) {
  std::vector<fs::path> files;
  for (char const* kind : {"corpus", "found"}) {
    if (!fs::exists(folder_of(kind, target))) continue;
    for (auto const& entry : fs::directory_iterator(folder_of(kind, target))) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<std::vector<std::byte>> inputs;
  for (fs::path const& file : files) inputs.push_back(contents(file));
  return inputs;
}

/// Changes inputs at random, always in the same way for the same seed on any machine.
class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  /// One of `inputs` after one to four changes.
  std::vector<std::byte> next(std::vector<std::vector<std::byte>> const& inputs) {
    std::vector<std::byte> bytes = inputs[below(inputs.size())];
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
      bytes = changed(std::move(bytes), inputs[below(inputs.size())]);
    }
    return bytes;
  }

 private:
  using Bytes = std::vector<std::byte>;

  std::size_t below(std::size_t count) { return count == 0 ? 0 : random_() % count; }

  Bytes changed(Bytes bytes, Bytes const& other) {
    const std::size_t from = below(bytes.size()), length = 1 + below(std::min<std::size_t>(bytes.size() - from, 64));
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(from);
    const auto end = begin + static_cast<std::ptrdiff_t>(std::min(length, bytes.size() - from));
    const Bytes part(begin, end);
    switch (below(7)) {
      case 0:
        if (begin != end) *begin ^= static_cast<std::byte>(1u << below(8));
        break;
      case 1:
        if (begin != end) *begin = static_cast<std::byte>(below(256));
        break;
      case 2:
        bytes.erase(begin, end);
        break;
      case 3:
        bytes.insert(begin, part.begin(), part.end());
        break;
      case 4:
        bytes.erase(begin, bytes.end());
        break;
      case 5: {
        const std::size_t at = below(other.size()), size = std::min<std::size_t>(length, other.size() - at);
        bytes.insert(begin, other.begin() + static_cast<std::ptrdiff_t>(at),
                     other.begin() + static_cast<std::ptrdiff_t>(at + size));
        break;
      }
      default:
        bytes = with_another_number(std::move(bytes), from);
    }
    return bytes;
  }

  /// Replaces the first number in a text at or after `from` by an unusual one.
  Bytes with_another_number(Bytes bytes, std::size_t from) {
    static constexpr std::array<std::string_view, 14> kUnusual{
        "0",   "-0.0", "-1", "1e-320", "1e308", "-1e308",     "nan",
        "inf", "0x7f", "1e", "65536",  "16385", "2147483648", "99999999999999999999"};
    const auto is_digit = [](std::byte byte) { return byte >= std::byte{'0'} && byte <= std::byte{'9'}; };
    const auto begin = std::find_if(bytes.begin() + static_cast<std::ptrdiff_t>(from), bytes.end(), is_digit);
    const auto end = std::find_if_not(begin, bytes.end(), is_digit);
    if (begin == end) return bytes;
    const std::string_view text = kUnusual[below(kUnusual.size())];
    const auto place = bytes.erase(begin, end);
    const auto* const first = reinterpret_cast<std::byte const*>(text.data());
    bytes.insert(place, first, first + text.size());
    return bytes;
  }

  std::mt19937_64 random_;
};

std::uint64_t wish(char const* variable, std::uint64_t otherwise) {
  char const* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

class Fuzz : public testing::TestWithParam<fuzz::Target> {};

TEST_P(Fuzz, KeptInputsEndInAResultOrAClearError) {
  int inputs = 0;
  for (char const* kind : {"corpus", "found"}) {
    const fs::path folder = folder_of(kind, GetParam());
    if (!fs::exists(folder)) continue;
    for (auto const& entry : fs::directory_iterator(folder)) {
      SCOPED_TRACE(entry.path());
      const std::vector<std::byte> bytes = contents(entry.path());
      const double begin = seconds_now();
      EXPECT_NO_THROW(GetParam().run(bytes));
      EXPECT_LT(seconds_now() - begin, kMostSeconds);
      ++inputs;
    }
  }
  EXPECT_GE(inputs, 5);
}

// An input that breaks the rule, or crashes the program, stays in build/release/fuzz_running_TARGET.
TEST_P(Fuzz, ChangedInputsEndInAResultOrAClearError) {
  const std::uint64_t count = wish("BARCHAN_FUZZ_INPUTS", 300), seed = wish("BARCHAN_FUZZ_SEED", 1);
  const std::vector<std::vector<std::byte>> inputs = kept_inputs(GetParam());
  const fs::path file = fs::path(BARCHAN_BINARY_DIR) / ("fuzz_running_" + std::string(GetParam().name));
  Mutator mutator(seed);
  for (std::uint64_t i = 0; i < count && !HasFailure(); ++i) {
    const std::vector<std::byte> bytes = mutator.next(inputs);
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<char const*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    const double begin = seconds_now();
    EXPECT_NO_THROW(GetParam().run(bytes)) << file << ": input " << i << " of seed " << seed;
    EXPECT_LT(seconds_now() - begin, kMostSeconds) << file << ": input " << i << " of seed " << seed;
  }
  if (!HasFailure()) fs::remove(file);
}

INSTANTIATE_TEST_SUITE_P(Targets, Fuzz, testing::ValuesIn(fuzz::targets().begin(), fuzz::targets().end()),
                         [](testing::TestParamInfo<fuzz::Target> const& item) { return std::string(item.param.name); });

TEST(FuzzTargets, AreTheFilesOfTheirFolder) {
  std::set<std::string> listed, sources, folders;
  for (fuzz::Target const& target : fuzz::targets()) listed.insert(std::string(target.name));
  const std::string prefix = "fuzz_";
  for (auto const& entry : fs::directory_iterator(source_root() / "tests/fuzz")) {
    const std::string stem = entry.path().stem().string();
    if (stem.starts_with(prefix)) sources.insert(stem.substr(prefix.size()));
  }
  for (char const* kind : {"corpus", "found"}) {
    for (auto const& entry : fs::directory_iterator(source_root() / "tests/fuzz" / kind)) {
      if (entry.is_directory()) folders.insert(entry.path().filename().string());
    }
  }
  EXPECT_EQ(listed, sources);
  EXPECT_EQ(listed, folders);
}

// libFuzzer mutates small inputs best, and the repository stays small.
TEST(FuzzTargets, HaveSmallInputs) {
  constexpr std::uintmax_t kLargest = 4096, kMostTogether = 400 * 1024;
  std::uintmax_t together = 0;
  for (auto const& entry : fs::recursive_directory_iterator(source_root() / "tests/fuzz/corpus")) {
    if (!entry.is_regular_file()) continue;
    EXPECT_LE(entry.file_size(), kLargest) << entry.path();
    together += entry.file_size();
  }
  EXPECT_LE(together, kMostTogether);
}

}  // namespace
}  // namespace barchan::test::fuzz_test
