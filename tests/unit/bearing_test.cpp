// Directions in the conventions of meteorologists and of mathematics, against values worked out by hand.
#include "base/bearing.hpp"

#include <array>
#include <stdexcept>

#include <gtest/gtest.h>

#include "base/parameter.hpp"

namespace barchan::test::bearing_test {
namespace {

struct Values {
  float wind = 0.0f, azimuth = 90.0f, angle = 90.0f, turn = 0.0f;
};
constexpr std::array kRows{
    row::direction(Bearing::wind, row::number<&Values::wind>("wind", "Wind", "deg", {0.0, 360.0}, "Wind.")),
    row::direction(Bearing::heading, row::number<&Values::azimuth>("azimuth", "Azimuth", "deg", {-360.0, 360.0}, "")),
    row::direction(Bearing::line, row::number<&Values::angle>("angle", "Angle", "deg", {0.0, 180.0}, "")),
    row::number<&Values::turn>("turn", "Turn", "deg", {0.0, 90.0}, "Turn."),
};
constexpr auto kMeteorological = Directions::meteorological, kMathematical = Directions::mathematical;

double met(double degrees, Bearing bearing) { return converted(degrees, bearing, kMeteorological); }

TEST(Bearing, WindsAreNamedByWhereTheyComeFrom) {
  // Towards east, north, west and south: from west, south, east and north.
  EXPECT_EQ(met(0.0, Bearing::wind), 270.0);
  EXPECT_EQ(met(90.0, Bearing::wind), 180.0);
  EXPECT_EQ(met(180.0, Bearing::wind), 90.0);
  EXPECT_EQ(met(270.0, Bearing::wind), 0.0);
  EXPECT_EQ(met(45.0, Bearing::wind), 225.0) << "towards the north-east, from the south-west";
  EXPECT_EQ(met(360.0, Bearing::wind), 270.0);
  EXPECT_EQ(met(-90.0, Bearing::wind), 0.0);
}

TEST(Bearing, HeadingsAndLinesCountFromNorth) {
  EXPECT_EQ(met(0.0, Bearing::heading), 90.0);
  EXPECT_EQ(met(90.0, Bearing::heading), 0.0);
  EXPECT_EQ(met(180.0, Bearing::heading), 270.0);
  EXPECT_EQ(met(315.0, Bearing::heading), 135.0) << "south-east";
  EXPECT_EQ(met(0.0, Bearing::line), 90.0);
  EXPECT_EQ(met(90.0, Bearing::line), 0.0);
  EXPECT_EQ(met(135.0, Bearing::line), 135.0) << "from north-west to south-east";
  EXPECT_EQ(met(33.0, Bearing::none), 33.0) << "no direction";
}

TEST(Bearing, EachConversionIsItsOwnInverse) {
  for (const Bearing bearing : {Bearing::wind, Bearing::heading, Bearing::line}) {
    const double turn = bearing == Bearing::line ? 180.0 : 360.0;
    for (double degrees = 0.0; degrees < turn; degrees += 7.3) {
      const double there = met(degrees, bearing);
      EXPECT_GE(there, 0.0);
      EXPECT_LT(there, turn);
      EXPECT_NEAR(met(there, bearing), degrees, 1e-4) << degrees;
      EXPECT_EQ(converted(degrees, bearing, kMathematical), degrees);
    }
  }
}

TEST(Bearing, PointsOfTheCompassMeanTheSameInBothConventions) {
  EXPECT_EQ(compass_point(0.0, Bearing::wind), "W");
  EXPECT_EQ(compass_point(270.0, Bearing::wind), "N");
  EXPECT_EQ(compass_point(0.0, Bearing::heading), "E");
  EXPECT_EQ(compass_point(100.0, Bearing::heading), "N") << "10 degrees off, less than half of 22.5";
  EXPECT_EQ(compass_point(102.0, Bearing::heading), "NNW");
  EXPECT_EQ(compass_point(135.0, Bearing::line), "NW-SE");
  EXPECT_EQ(compass_degrees("W", Bearing::wind), 0.0);
  EXPECT_EQ(compass_degrees("nnw", Bearing::heading), 112.5);
  EXPECT_EQ(compass_degrees("NW", Bearing::wind), 315.0) << "blows towards the south-east";
  EXPECT_EQ(compass_degrees("SE", Bearing::line), 135.0);
  EXPECT_EQ(compass_degrees("NW", Bearing::line), 135.0);
  EXPECT_FALSE(compass_degrees("north", Bearing::wind));
  EXPECT_FALSE(compass_degrees("N", Bearing::none)) << "a turn has no point of the compass";
  for (ParameterRow const& row : {kRows[0], kRows[1], kRows[2]}) {
    const double there = parse_parameter_value(row, "WSW");
    EXPECT_EQ(parse_parameter_value(in_directions(row, kMeteorological), "WSW"), there);
  }
}

TEST(Bearing, TextsOfARowHaveItsConvention) {
  const ParameterRow wind = in_directions(kRows[0], kMeteorological);
  EXPECT_EQ(parse_parameter_value(wind, "270"), 0.0);
  EXPECT_EQ(parse_parameter_value(kRows[0], "270"), 270.0);
  EXPECT_EQ(format_parameter_value(wind, 0.0), "270");
  EXPECT_EQ(format_parameter_value(kRows[0], 0.0), "0");
  // 284.6 is stored as the float nearest to 345.4, and must come back as it was typed.
  EXPECT_EQ(format_parameter_value(wind, static_cast<double>(static_cast<float>(parse_parameter_value(wind, "284.6")))),
            "284.6");
  EXPECT_EQ(parse_parameter_value(in_directions(kRows[1], kMeteorological), "30"), 60.0);
  EXPECT_EQ(parse_parameter_value(in_directions(kRows[2], kMeteorological), "170"), 100.0);
  EXPECT_EQ(parse_parameter_value(in_directions(kRows[3], kMeteorological), "30"), 30.0) << "a turn stays";
}

TEST(Bearing, ErrorsAndHelpNameTheConvention) {
  const auto error_of = [](ParameterRow const& row, char const* text) -> std::string {
    try {
      parse_parameter_value(row, text);
    } catch (std::invalid_argument const& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(error_of(in_directions(kRows[0], kMeteorological), "400"),
            "wind: expected a number from 0 to 360 deg (clockwise from north, from where the wind comes) or a point of "
            "the compass, such as NW, found 400");
  EXPECT_EQ(error_of(kRows[0], "north"),
            "wind: expected a number from 0 to 360 deg (anticlockwise from east, to where the wind goes) or a point of "
            "the compass, such as NW, found 'north'");
  EXPECT_EQ(error_of(in_directions(kRows[1], kMeteorological), "-30"), "") << "as without the convention";
  EXPECT_EQ(error_of(in_directions(kRows[1], kMeteorological), "-400"),
            "azimuth: expected a number from -360 to 360 deg (clockwise from north) or a point of the compass, such as "
            "NW, found -400");
  EXPECT_EQ(help_with_convention(kRows[3]), "Turn.");
  EXPECT_EQ(help_with_convention(in_directions(kRows[0], kMeteorological)),
            "Wind. Degrees are counted clockwise from north and give the direction from which the wind blows.");
}

TEST(Bearing, ConventionsHaveNames) {
  for (const Directions directions : {kMathematical, kMeteorological}) {
    EXPECT_EQ(directions_named(directions_id(directions)), directions);
  }
  EXPECT_FALSE(directions_named("nautical"));
}

}  // namespace
}  // namespace barchan::test::bearing_test
