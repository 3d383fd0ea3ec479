// The graph of conversions: the places of soils and arrows, and the window.
#include <algorithm>
#include <fstream>
#include <set>
#include <tuple>

#include <gtest/gtest.h>
#include <glm/geometric.hpp>

#include "ui/program.hpp"
#include "ui/soil_graph.hpp"
#include "world/soil_command.hpp"

namespace soil_graph_test {
namespace {

using namespace barchan;
using namespace barchan::ui;
using barchan_test::Workspace;

constexpr GraphRoom kRoom{.size = {470.0f, 350.0f}, .margin = {100.0f, 18.0f}, .radius = 13.0f, .gap = 5.0f};

/// A table of `count` soils. Every `solid`-th new soil is solid, and each has five conversions.
Soils tangled(int count, int solid) {
  Soils soils = default_soils();
  for (int i = 3; i < count; ++i) {
    soils = changed_soils(soils, AddSoil{"s" + std::to_string(i), "Soil " + std::to_string(i), i % solid != 0, {}});
  }
  const std::size_t size = soils.size();
  for (std::size_t i = 0; i < size; ++i) {
    std::size_t far = 1;
    for (SoilConversion const& way : soil_conversions()) {
      // The next soil that is allowed.
      while (!soils[(i + far) % size].loose) ++far;
      soils[i].*way.target = static_cast<SoilId>((i + far++) % size);
    }
  }
  return soils;
}

TEST(SoilGraph, EveryConversionThatChangesASoilHasOneArrow) {
  for (int count = 3; count <= 12; ++count) {
    const Soils soils = tangled(count, 3);
    const SoilGraph graph(soils, kRoom);
    ASSERT_EQ(graph.nodes.size(), soils.size());
    std::set<std::tuple<SoilId, SoilId, std::size_t>> wanted, found;
    for (std::size_t i = 0; i < soils.size(); ++i) {
      std::size_t way = 0;
      for (SoilConversion const& one : soil_conversions()) {
        const SoilId to = soils[i].*one.target;
        if (to != i) wanted.insert({static_cast<SoilId>(i), to, way});
        ++way;
      }
    }
    for (GraphArrow const& arrow : graph.arrows) {
      EXPECT_TRUE(found.insert({arrow.from, arrow.to, arrow.way}).second) << "two of one";
    }
    EXPECT_EQ(found, wanted) << count;
  }
}

TEST(SoilGraph, SoilsStandApartAndWithinTheRoom) {
  for (int solid : {2, 3, 100}) {
    for (int count : {3, 5, 7, 12, 64}) {
      const SoilGraph graph(tangled(count, solid), kRoom);
      EXPECT_TRUE(count > 12 || graph.radius == kRoom.radius) << count;
      for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const glm::vec2 at = graph.nodes[i], edge = kRoom.margin + glm::vec2(graph.radius - 0.01f);
        EXPECT_TRUE(at.x >= edge.x && at.y >= edge.y && at.x <= kRoom.size.x - edge.x && at.y <= kRoom.size.y - edge.y)
            << count << ": " << at.x << ' ' << at.y;
        for (std::size_t k = 0; k < i; ++k) {
          EXPECT_GT(glm::distance(at, graph.nodes[k]), 2.0f * graph.radius) << count << ": " << i << ' ' << k;
        }
      }
    }
  }
}

TEST(SoilGraph, NamesOfTwelveSoilsDoNotCross) {
  for (int solid : {2, 3, 100}) {
    const SoilGraph graph(tangled(12, solid), kRoom);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        const glm::vec2 a = graph.nodes[i] - 0.5f * kRoom.size, b = graph.nodes[k] - 0.5f * kRoom.size;
        if ((a.x > 0.0f) != (b.x > 0.0f)) continue;
        EXPECT_GT(std::abs(a.y - b.y), 12.0f) << solid << ": " << i << ' ' << k;
      }
    }
  }
}

TEST(SoilGraph, ArrowsGoFromRimToRimAndThroughNoOtherSoil) {
  for (int solid : {2, 3, 100}) {
    for (int count = 3; count <= 12; ++count) {
      const SoilGraph graph(tangled(count, solid), kRoom);
      for (GraphArrow const& arrow : graph.arrows) {
        EXPECT_NEAR(glm::distance(arrow.at(0.0f), graph.nodes[arrow.from]), graph.radius, 0.01f);
        EXPECT_NEAR(glm::distance(arrow.at(1.0f), graph.nodes[arrow.to]), graph.radius, 3.0f);
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
          if (i == arrow.from || i == arrow.to) continue;
          for (int part = 0; part <= 40; ++part) {
            const glm::vec2 at = arrow.at(static_cast<float>(part) / 40.0f);
            ASSERT_GT(glm::distance(at, graph.nodes[i]), graph.radius)
                << count << " soils: " << int{arrow.from} << " to " << int{arrow.to} << " meets " << i;
          }
        }
      }
    }
  }
}

TEST(SoilGraph, SolidSoilsStandLeftOfLooseOnesAndTheDrawingIsTheSameAgain) {
  const Soils soils = tangled(8, 2);
  const SoilGraph graph(soils, kRoom), again(soils, kRoom);
  EXPECT_EQ(graph.nodes, again.nodes);
  float solid = 0.0f, loose = 1e9f;
  for (std::size_t i = 0; i < soils.size(); ++i) {
    if (soils[i].loose) loose = std::min(loose, graph.nodes[i].x);
    if (!soils[i].loose) solid = std::max(solid, graph.nodes[i].x);
  }
  EXPECT_LT(solid, loose);
}

TEST(SoilGraph, ThePointerFindsEachArrow) {
  const Soils soils = default_soils();
  const SoilGraph graph(soils, kRoom);
  ASSERT_EQ(graph.arrows.size(), 10u) << "rock and obstacle become sand in five ways each";
  for (GraphArrow const& arrow : graph.arrows) EXPECT_EQ(graph.arrow_at(arrow.at(0.4f), 3.0f), &arrow);
  EXPECT_EQ(graph.arrow_at(graph.nodes[kRock] - glm::vec2(60.0f, 0.0f), 5.0f), nullptr);
  EXPECT_EQ(sentence_of(soils, graph.arrows[0]), "Bedrock abrades to Sand");
}

constexpr char const* kTalus =
    "title = \"Talus\"\nseed = 3\n[grid]\nwidth = 32\nheight = 32\n"
    "[soils.soft]\nname = \"Soft rock\"\nloose = false\nweathers = \"talus\"\n"
    "[soils.talus]\nname = \"Talus\"\nloose = true\n"
    "[[land.layer]]\nsoil = \"soft\"\nshape = \"uniform\"\nthickness = 4.0\n[wind_particles]\npopulation = 64\n";

TEST(SoilGraphWindow, SaysWhatAnArrowMeansAndAClickChoosesASoil) {
  const Workspace workspace;
  workspace.write("talus.toml", kTalus);
  const auto run = workspace.run_script(
      "key space\nframes 2\nclick section/soil\nframes 2\nexpect graph == false\nclick soil.graph\nframes 2\n"
      "expect graph == true\nhover graph/soft/weathers\nframes 3\n"
      "expect graph.says == \"Soft rock weathers to Talus\"\nclick graph/talus\nframes 2\nexpect soil == talus\n"
      "expect graph.says == none\nclick soil.copy\nframes 2\nhover graph/talus_2\n"
      "key escape\nframes 2\nexpect graph == false\nclick soil.graph\nframes 2\nclick graph.close\nframes 2\n"
      "expect graph == false\n",
      "talus.toml");
  EXPECT_EQ(run.code, 0) << run.output;
}

}  // namespace
}  // namespace soil_graph_test
