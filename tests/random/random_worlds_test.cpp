/// Random worlds keep the promises of promises.hpp. A world that breaks one is cut down and written as a scenario.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "random/promises.hpp"
#include "random/recipe.hpp"
#include "support/source_tree.hpp"

namespace barchan::test::random_worlds_test {
namespace {

constexpr char const* kCount = "300";

std::string from_environment(char const* name, std::string const& otherwise) {
  char const* const text = std::getenv(name);
  return text == nullptr ? otherwise : text;
}

void write_scenario(std::filesystem::path const& file, Recipe const& recipe, std::string const& remark) {
  std::ofstream(file) << fmt::format("# {} steps, saved and read after step {}\n# {}\n", recipe.steps, recipe.pause,
                                     remark)
                      << scenario_text(recipe);
}

/// The steps and the pause that the first line of a found world names.
struct Replay {
  int steps = 0, pause = 0;
};
Replay replay_of(std::string const& text) {
  Replay replay;
  if (std::sscanf(text.c_str(), "# %d steps, saved and read after step %d", &replay.steps, &replay.pause) != 2) {
    ADD_FAILURE() << "expected steps and pause in the first line, found " << text.substr(0, text.find('\n'));
  }
  return replay;
}

// Worlds that once broke a promise.
TEST(FoundWorlds, KeepEveryPromise) {
  int count = 0;
  for (auto const& entry : std::filesystem::directory_iterator(source_root() / "tests/random/found")) {
    const std::string path = "tests/random/found/" + entry.path().filename().string(), text = read_source(path);
    const Replay replay = replay_of(text);
    const Outcome outcome = keep_promises(text, replay.steps, replay.pause);
    EXPECT_EQ(outcome.broken, "") << path;
    EXPECT_EQ(outcome.refused, "") << path;
    ++count;
  }
  EXPECT_GE(count, 4);
}

// BARCHAN_RANDOM_WORLDS=20000 BARCHAN_RANDOM_SEED=7 tries more worlds and others. A world that ends the program is left
// in running_SEED.toml.
TEST(RandomWorlds, KeepEveryPromise) {
  const std::string count = from_environment("BARCHAN_RANDOM_WORLDS", kCount);
  const std::string seed = from_environment("BARCHAN_RANDOM_SEED", "1");
  const std::filesystem::path folder =
      from_environment("BARCHAN_RANDOM_FINDINGS", std::string(BARCHAN_BINARY_DIR) + "/random_worlds");
  const auto running = folder / fmt::format("running_{}.toml", seed);
  const auto failed = folder / fmt::format("failed_{}.toml", seed);
  std::filesystem::create_directories(folder);
  std::filesystem::remove(failed);
  setenv("RC_PARAMS", fmt::format("max_success={} seed={}", count, seed).c_str(), 1);
  int tried = 0, refused = 0;
  std::string broken;
  const bool kept = rc::check("a random world keeps every promise", [&] {
    const Recipe recipe = *any_recipe();
    write_scenario(running, recipe, "did not come to its end");
    const Outcome outcome = keep_promises(recipe);
    ++tried;
    if (!outcome.refused.empty()) ++refused;
    if (outcome.broken.empty()) return;
    // RapidCheck goes on with smaller ones; the last that fails is the smallest.
    broken = outcome.broken;
    write_scenario(failed, recipe, broken);
    RC_FAIL(broken);
  });
  std::filesystem::remove(running);
  EXPECT_TRUE(kept) << broken << "\nThe smallest such world: " << failed;
  std::printf("random worlds: %d tried, %d refused\n", tried, refused);
  EXPECT_LT(refused, 0.3 * tried) << "most worlds must be valid";
}

}  // namespace
}  // namespace barchan::test::random_worlds_test
