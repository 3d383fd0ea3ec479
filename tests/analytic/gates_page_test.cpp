// Results of gates are stored and read back unchanged, and the page tells them.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "gates/page.hpp"
#include "gates/store.hpp"
#include "io/input_error.hpp"

namespace barchan::gates::gates_page_test {
namespace {

constexpr Setting kField{Size::full, Transport::field, 1}, kEvents{Size::full, Transport::events, 1};

class GatesPage : public testing::Test {
 protected:
  GatesPage() { std::filesystem::create_directories(folder_); }
  ~GatesPage() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  std::string page() const {
    write_page(folder_, stored_results(folder_, Size::full));
    std::ifstream file(folder_ / "validation.md");
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("barchan_gates_page_" + std::to_string(getpid()));
};

TEST_F(GatesPage, AMeanHasTheStandardDeviationOfOneRun) {
  const Check mean = mean_of("error, deg", {1.0, 3.0, 5.0}, -4.0, 4.0);
  EXPECT_DOUBLE_EQ(mean.value, 3.0);
  ASSERT_TRUE(mean.spread);
  EXPECT_DOUBLE_EQ(mean.spread->deviation, 2.0);  // the squares 4 + 0 + 4 over n - 1 = 2
  EXPECT_EQ(mean.spread->runs, 3);
  EXPECT_EQ(to_text(mean), "error, deg: 3 ± 2 (3) (-4 to 4)");
  EXPECT_FALSE(mean_of("error, deg", {1.0}).spread);
}

TEST_F(GatesPage, StoredResultsComeBackUnchanged) {
  Gate const& gate = *find_gate("A1");
  const Outcome outcome{{mean_of("mean crest error, deg, wind 0", {1.0, 3.0}, -8.0, 8.0),
                         {"largest crest error of one run, deg", 21.5, -kAny, 20.0},
                         {"mean spacing, m", 38.25},
                         {"r squared", std::nan(""), 0.99, kAny},
                         {"ratio of the spacings", kAny, 1.0, 1.25},
                         {"shortest horn, m", -kAny, 3.0, kAny}},
                        std::nullopt,
                        {}};
  EXPECT_FALSE(is_stored(folder_, gate, kField));
  store(folder_, gate, kField, outcome, 12.5);
  EXPECT_TRUE(is_stored(folder_, gate, kField));
  EXPECT_FALSE(is_stored(folder_, gate, kEvents));
  EXPECT_FALSE(is_stored(folder_, gate, {Size::quick, Transport::field, 1}));
  const std::vector<Result> results = stored_results(folder_, Size::full);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0].gate, &gate);
  EXPECT_EQ(results[0].seconds, 12.5);
  EXPECT_FALSE(results[0].met());
  ASSERT_EQ(results[0].checks.size(), outcome.checks.size());
  for (std::size_t i = 0; i < outcome.checks.size(); ++i) {
    EXPECT_EQ(to_text(results[0].checks[i]), to_text(outcome.checks[i]));
    EXPECT_EQ(results[0].checks[i].least, outcome.checks[i].least);
    EXPECT_EQ(results[0].checks[i].most, outcome.checks[i].most);
    EXPECT_EQ(results[0].checks[i].met(), outcome.checks[i].met());
  }
}

TEST_F(GatesPage, BeginsWithTheMainFigureOfEachGate) {
  Gate const& gate = *find_gate("A1");
  const auto errors = [](double first, double second, double third) {
    return Outcome{{mean_of("mean crest error, deg, wind 0", {first, second}, -8.0, 8.0),
                    mean_of("mean crest error, deg, wind 30", {third, third}, -8.0, 8.0)},
                   std::nullopt,
                   {}};
  };
  store(folder_, gate, kField, errors(1.0, 3.0, 5.0), 1.0);
  store(folder_, gate, kEvents, errors(0.0, 0.0, 9.0), 1.0);
  const std::string text = page();
  EXPECT_NE(text.find("| mean crest error, deg | -8 to 8 | 2 to 5 in 2 cases, ± 1.4 (2) | **0 to 9 in 2 cases, ± 0 (2) "
                      "not met** |"),
            std::string::npos)
      << text.substr(0, 3000);
  EXPECT_NE(text.find("| **3 of 4** |"), std::string::npos);
  EXPECT_NE(text.find("| mean crest error, deg, wind 0 | -8 to 8 | 2 ± 1.4 (2) | 0 ± 0 (2) |"), std::string::npos);
  EXPECT_LT(text.find("## Summary"), text.find("## What is not claimed"));
}

TEST_F(GatesPage, ADamagedResultIsNamed) {
  Gate const& gate = *find_gate("A1");
  store(folder_, gate, kField, {{{"mean spacing, m", 38.25}}, std::nullopt, {}}, 1.0);
  std::ofstream(folder_ / "results" / "A1_field.json") << R"({"size": "full", "checks": [)";
  try {
    stored_results(folder_, Size::full);
    FAIL() << "a damaged file was read";
  } catch (InputError const& error) {
    EXPECT_NE(std::string(error.what()).find("A1_field.json: not a stored result; run its gate again"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace barchan::gates::gates_page_test
