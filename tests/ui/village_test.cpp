// A whole task, done by a script as a user would do it. scripts/session_film.sh makes a film of it.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "io/file.hpp"
#include "io/saved_world.hpp"
#include "io/text.hpp"
#include "land/terrain.hpp"
#include "ui/program.hpp"
#include "world/world.hpp"

namespace barchan::ui::village_test {
namespace {

using barchan_test::Workspace;

constexpr std::uint64_t kLargestScript = 1 << 16;  // bytes

/// Fraction of the cells of houses that lie under at least 0.2 m of sand.
double buried(World const& world) {
  Columns const& columns = world.terrain().columns;
  int houses = 0, covered = 0;
  for (std::size_t cell = 0; cell < columns.size(); ++cell) {
    if (columns.obstacle(cell) == 0) continue;
    ++houses;
    if (columns.sediment(cell) >= to_quanta(0.2)) ++covered;
  }
  EXPECT_GT(houses, 300);
  return static_cast<double>(covered) / std::max(houses, 1);
}

TEST(Village, IsHalfBuriedByADuneAndTakenBackInFewerThanSixtyLines) {
  const Workspace workspace;
  const std::string script = read_text_file(BARCHAN_SOURCE_DIR "/tests/ui/village.txt", kLargestScript);
  const auto lines = split(script, '\n');
  EXPECT_LT(std::ranges::count_if(lines, [](std::string const& line) { return line[0] != '#'; }), 60);
  const auto run = workspace.run_script(script, workspace.tiny(), "--size 640x360");
  ASSERT_EQ(run.code, 0) << run.output;
  const SavedWorld after = load_world(workspace.folder() / "buried.barchan");
  const SavedWorld before = load_world(workspace.folder() / "village.barchan");
  EXPECT_EQ(after.world.step_count(), 2460u);
  EXPECT_EQ(before.world.step_count(), 200u);
  EXPECT_NEAR(buried(after.world), 0.5, 0.2);
  EXPECT_LT(buried(before.world), 0.05);
  EXPECT_EQ(before.world.terrain().bodies.list().size(), 12u);
  for (World const* const world : {&before.world, &after.world}) {
    EXPECT_EQ(world->budget().error(), 0);
    EXPECT_EQ(world->terrain().sources.size(), 1u);
  }
}

}  // namespace
}  // namespace barchan::ui::village_test
