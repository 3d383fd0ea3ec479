// Cell layers: one row each, of both types.
#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>

#include "base/archive.hpp"
#include "base/land_vector.hpp"
#include "land/cell_layers.hpp"
#include "support/lands.hpp"
#include "world/world.hpp"

namespace barchan::cell_layers_test {
namespace {

constexpr auto kFirst = static_cast<CellLayer>(0);
constexpr auto kSecond = static_cast<CellLayer>(1);

/// A fraction that is shown and saved, and a depth of water that is only saved.
constexpr std::array<CellLayerRow, 2> kTwo{{
    {.field = {"damp", "Damp", "", "For the test."}, .seen = true},
    {.field = {"depth", "Depth", "m", "For the test."}, .type = CellType::quanta, .maximum = 100.0},
}};

CellLayers laid() {
  CellLayers layers{kTwo};
  layers.lay(kFirst, std::vector<double>{0.25, -1.0, 7.0});
  layers.lay(kSecond, std::vector<double>{1.5, 0.0, 2.0});
  return layers;
}

TEST(CellLayers, AreCutToTheirRangesAndReadInTheirUnits) {
  const CellLayers layers = laid();
  EXPECT_EQ(layers.real(kFirst), (LandVector<float>{0.25f, 0.0f, 1.0f}));
  EXPECT_EQ(layers.quanta(kSecond), (LandVector<Quanta>{to_quanta(1.5), 0, to_quanta(2.0)}));
  EXPECT_THROW(layers.real(kSecond), std::bad_variant_access);
  std::vector<float> metres(3, -1.0f);
  layers.read(kSecond, metres);
  EXPECT_EQ(metres, (std::vector<float>{1.5f, 0.0f, 2.0f}));
  CellLayers{kTwo}.read(kSecond, metres);
  EXPECT_EQ(metres, std::vector<float>(3, 0.0f)) << "nothing lies there";
}

TEST(CellLayers, OfAnotherSizeOrOutOfRangeAreRefused) {
  CellLayers layers = laid();
  EXPECT_NO_THROW(layers.check(3));
  EXPECT_THROW(layers.check(4), std::invalid_argument);
  layers.quanta(kSecond)[1] = -1;
  EXPECT_THROW(layers.check(3), std::invalid_argument);
  layers.quanta(kSecond)[1] = 0;
  layers.real(kFirst)[2] = std::nanf("");
  EXPECT_THROW(layers.check(3), std::invalid_argument);
}

TEST(CellLayers, ComeBackFromAnArchive) {
  CellLayers layers = laid();
  Archive writer = Archive::writer();
  layers.keep(writer, 3);
  const std::vector<std::byte> bytes = writer.take();
  CellLayers read{kTwo};
  Archive reader = Archive::reader(bytes);
  read.keep(reader, 3);
  reader.finish();
  EXPECT_EQ(read, layers);
  Archive smaller = Archive::reader(bytes);
  EXPECT_THROW(read.keep(smaller, 2), ArchiveError);
}

TEST(CellLayers, AreShownAsTheirRowsSay) {
  CellLayers view{kTwo};
  view.lay(kSecond, std::vector<double>{1.0, 1.0, 1.0});
  view.show(laid());
  EXPECT_EQ(view.real(kFirst), laid().real(kFirst));
  EXPECT_TRUE(view.quanta(kSecond).empty());
}

TEST(CellLayers, OfAWorldAreItsFields) {
  WorldSetup setup = test::make_setup({.width = 12, .height = 9});
  setup.cell_layers.real(CellLayer::plants).assign(setup.grid.cells(), 0.5f);
  const World world = test::make_world(setup, "none");
  for (CellLayerRow const& row : cell_layer_rows()) {
    const auto values = world.field(row.field.id);
    ASSERT_EQ(values.has_value(), row.exported) << row.field.id;
  }
  EXPECT_EQ(*world.field("plants"), std::vector<float>(setup.grid.cells(), 0.5f));
  setup.cell_layers.real(CellLayer::plants).pop_back();
  EXPECT_THROW(test::make_world(setup, "none"), std::invalid_argument);
}

}  // namespace
}  // namespace barchan::cell_layers_test
