#include "base/parameter.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/world.hpp"

#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

#include "support/lands.hpp"

namespace barchan::parameter_test {
namespace {

bool snake_case(std::string_view text) {
  if (text.empty() || std::islower(static_cast<unsigned char>(text.front())) == 0) return false;
  for (char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (std::islower(u) == 0 && std::isdigit(u) == 0 && c != '_') return false;
  }
  return true;
}

/// The parameter groups of a new world with every process.
World fresh_world() {
  WorldSetup setup;
  setup.grid = {.width = 2, .height = 2};
  setup.base.assign(4, 0);
  setup.sand.assign(4, 0);
  return World(std::move(setup), make_processes());
}

TEST(ParameterRows, AreCompleteAndReadable) {
  const World world = fresh_world();
  std::set<std::string_view> groups;
  for (ParameterGroup const& group : world.parameter_groups()) {
    EXPECT_TRUE(snake_case(group.id)) << group.id;
    EXPECT_TRUE(groups.insert(group.id).second) << group.id << " twice";
    EXPECT_FALSE(group.title.empty()) << group.id;
    EXPECT_FALSE(group.help.empty()) << group.id;
    std::set<std::string_view> keys;
    std::set<std::string_view> labels;
    for (ParameterRow const& row : group.rows) {
      SCOPED_TRACE(std::string(group.id) + "." + std::string(row.key));
      EXPECT_TRUE(snake_case(row.key));
      EXPECT_TRUE(keys.insert(row.key).second) << "key twice";
      EXPECT_TRUE(labels.insert(row.label).second) << "label twice: " << row.label;
      EXPECT_FALSE(row.label.empty());
      EXPECT_GE(row.help.size(), 20u) << "a help text is a sentence";
      EXPECT_TRUE(row.help.empty() || row.help.back() == '.') << row.help;
    }
  }
}

TEST(ParameterRows, HaveSoundRangesAndDefaultsInsideThem) {
  const World world = fresh_world();
  for (ParameterGroup const& group : world.parameter_groups()) {
    for (ParameterRow const& row : group.rows) {
      SCOPED_TRACE(std::string(group.id) + "." + std::string(row.key));
      EXPECT_TRUE(std::isfinite(row.minimum) && std::isfinite(row.maximum));
      EXPECT_LT(row.minimum, row.maximum);
      EXPECT_EQ(parameter_error(row, row.default_value), "");
      EXPECT_EQ(parameter_error(row, row.minimum), "");
      EXPECT_EQ(parameter_error(row, row.maximum), "");
      EXPECT_NE(parameter_error(row, row.maximum + (row.maximum - row.minimum)), "");
      EXPECT_NE(parameter_error(row, row.minimum - (row.maximum - row.minimum)), "");
      EXPECT_EQ(row.kind == ParameterKind::choice, !row.choices.empty());
      if (row.kind == ParameterKind::choice) {
        EXPECT_EQ(row.minimum, 0.0);
        EXPECT_EQ(row.maximum, static_cast<double>(row.choices.size()) - 1.0);
      }
      if (row.kind == ParameterKind::boolean) {
        EXPECT_EQ(row.minimum, 0.0);
        EXPECT_EQ(row.maximum, 1.0);
      }
      if (row.logarithmic) {
        EXPECT_GE(row.minimum, 0.0);
      }
    }
  }
}

TEST(ParameterRows, WriteOneMemberEach) {
  for (auto const& process : make_processes()) {
    const ParameterGroup group = process->parameters();
    for (ParameterRow const& row : group.rows) {
      const double other = group.get(row) == row.minimum ? row.maximum : row.minimum;
      group.set(row, other);
      for (ParameterRow const& each : group.rows) {
        const double expected = each.key == row.key ? other : each.default_value;
        EXPECT_EQ(static_cast<float>(group.get(each)), static_cast<float>(expected))
            << group.id << "." << each.key << " after " << row.key << " was set";
      }
      group.set(row, row.default_value);
    }
  }
}

TEST(ParameterRows, AFreshWorldHoldsTheDefaults) {
  const World world = fresh_world();
  for (ParameterGroup const& group : world.parameter_groups()) {
    for (ParameterRow const& row : group.rows) {
      const double stored = row.kind == ParameterKind::real ? static_cast<double>(static_cast<float>(row.default_value))
                                                            : row.default_value;
      EXPECT_EQ(world.parameter(group.id, row.key), stored) << group.id << "." << row.key;
    }
  }
}

TEST(ParameterRows, TheStructsOwnDefaultsAreTheRows) {
  // A process that was constructed alone, before any world has set its values.
  for (auto const& process : make_processes()) {
    const ParameterGroup group = process->parameters();
    EXPECT_EQ(group.id, process->info().id);
    ASSERT_FALSE(group.rows.empty()) << group.id;
    EXPECT_EQ(group.rows.front().key, "enabled") << group.id;
    EXPECT_EQ(group.rows.front().kind, ParameterKind::boolean) << group.id;
    for (ParameterRow const& row : group.rows) {
      const double expected = row.kind == ParameterKind::real
                                  ? static_cast<double>(static_cast<float>(row.default_value))
                                  : row.default_value;
      EXPECT_EQ(group.get(row), expected) << group.id << "." << row.key;
    }
  }
}

// -- values as people type them --------------------------------------------------------------------------------------

constexpr std::array<std::string_view, 2> kChoices{"article", "capacity"};
constexpr ParameterRow kReal{.key = "speed",
                             .label = "Speed",
                             .unit = "m/s",
                             .help = "",
                             .kind = ParameterKind::real,
                             .minimum = 0.1,
                             .maximum = 20.0,
                             .default_value = 10.0};
constexpr ParameterRow kInteger{.key = "count",
                                .label = "Count",
                                .unit = "",
                                .help = "",
                                .kind = ParameterKind::integer,
                                .minimum = 1,
                                .maximum = 1000000,
                                .default_value = 10};
constexpr ParameterRow kBoolean{
    .key = "enabled", .label = "On", .unit = "", .help = "", .kind = ParameterKind::boolean, .default_value = 1};
constexpr ParameterRow kChoice{.key = "law",
                               .label = "Law",
                               .unit = "",
                               .help = "",
                               .kind = ParameterKind::choice,
                               .maximum = 1.0,
                               .choices = kChoices};

TEST(ParameterValue, ReadsWhatPeopleType) {
  EXPECT_EQ(parse_parameter_value(kReal, "0.25"), 0.25);
  EXPECT_EQ(parse_parameter_value(kReal, "1e1"), 10.0);
  EXPECT_EQ(parse_parameter_value(kInteger, "16384"), 16384.0);
  for (std::string_view yes : {"true", "on", "1", "yes"}) EXPECT_EQ(parse_parameter_value(kBoolean, yes), 1.0) << yes;
  for (std::string_view no : {"false", "off", "0", "no"}) EXPECT_EQ(parse_parameter_value(kBoolean, no), 0.0) << no;
  EXPECT_EQ(parse_parameter_value(kChoice, "article"), 0.0);
  EXPECT_EQ(parse_parameter_value(kChoice, "capacity"), 1.0);
}

TEST(ParameterValue, RefusesEverythingElseInOneSentenceThatNamesTheParameterAndWhatWasFound) {
  const auto refused = [](ParameterRow const& row, std::string const& text) {
    try {
      parse_parameter_value(row, text);
    } catch (std::invalid_argument const& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find(row.key), std::string::npos) << what;
      EXPECT_EQ(what.find('\n'), std::string::npos) << what;
      return true;
    }
    return false;
  };
  for (std::string const text : {"", " ", "fast", "1.0.0", "1,5", "5 m/s", "nan", "inf", "-1", "0.05", "21", "0x10"}) {
    EXPECT_TRUE(refused(kReal, text)) << "'" << text << "'";
  }
  for (std::string const text : {"", "2.5", "0", "1000001", "ten", "1e20"}) {
    EXPECT_TRUE(refused(kInteger, text)) << "'" << text << "'";
  }
  for (std::string const text : {"", "2", "maybe", "TRUE!"}) EXPECT_TRUE(refused(kBoolean, text)) << "'" << text << "'";
  for (std::string const text : {"", "articles", "7", "Article"}) {
    EXPECT_TRUE(refused(kChoice, text)) << "'" << text << "'";
  }
}

TEST(ParameterValue, ErrorsNameTheRange) {
  const std::string error = parameter_error(kReal, 30.0);
  EXPECT_NE(error.find("0.1"), std::string::npos) << error;
  EXPECT_NE(error.find("20"), std::string::npos) << error;
  EXPECT_NE(error.find("30"), std::string::npos) << error;
  EXPECT_NE(parameter_error(kReal, std::numeric_limits<double>::quiet_NaN()), "");
  EXPECT_NE(parameter_error(kReal, std::numeric_limits<double>::infinity()), "");
  EXPECT_EQ(parameter_error(kReal, 0.1), "") << "the minimum as a float is a little more than 0.1";
}

TEST(ParameterValue, FormatAndParseAreInverse) {
  for (double value : {0.1, 0.25, 1.0 / 3.0, 19.999, 20.0}) {
    const double stored = static_cast<double>(static_cast<float>(value));
    const std::string text = format_parameter_value(kReal, stored);
    EXPECT_EQ(static_cast<float>(parse_parameter_value(kReal, text)), static_cast<float>(value)) << text;
  }
  EXPECT_EQ(format_parameter_value(kReal, 0.25), "0.25");
  EXPECT_EQ(format_parameter_value(kInteger, 1000000.0), "1000000");
  EXPECT_EQ(format_parameter_value(kBoolean, 1.0), "true");
  EXPECT_EQ(format_parameter_value(kBoolean, 0.0), "false");
  EXPECT_EQ(format_parameter_value(kChoice, 1.0), "capacity");
  const World world = fresh_world();
  for (ParameterGroup const& group : world.parameter_groups()) {
    for (ParameterRow const& row : group.rows) {
      for (double value : {row.minimum, row.maximum, row.default_value}) {
        const std::string text = format_parameter_value(row, value);
        EXPECT_FLOAT_EQ(static_cast<float>(parse_parameter_value(row, text)), static_cast<float>(value))
            << group.id << "." << row.key << " = " << text;
      }
    }
  }
}

TEST(ParameterGroupView, WritesTheNamedMemberOnly) {
  struct Values {
    float speed = 10.0f;
    std::int32_t count = 10;
    float rest = 3.0f;
  } values;
  static constexpr std::array kRows{
      row::number<&Values::speed>("speed", "", "m/s", {0.0, 40.0, kByRatio}, ""),
      row::number<&Values::count>("count", "", "", {0.0, 100.0}, ""),
  };
  EXPECT_EQ(kRows[0].kind, ParameterKind::real);
  EXPECT_EQ(kRows[1].kind, ParameterKind::integer);
  EXPECT_EQ(kRows[1].default_value, 10.0);
  const ParameterGroup group{"group", "Group", "Values.", kRows, &values};
  group.set(*group.find("count"), 77.0);
  EXPECT_EQ(values.count, 77);
  EXPECT_EQ(values.speed, 10.0f);
  EXPECT_EQ(values.rest, 3.0f);
  group.set(*group.find("speed"), 0.5);
  EXPECT_EQ(values.speed, 0.5f);
  EXPECT_EQ(group.get(*group.find("speed")), 0.5);
  EXPECT_EQ(group.find("sped"), nullptr);
}

}  // namespace
}  // namespace barchan::parameter_test
