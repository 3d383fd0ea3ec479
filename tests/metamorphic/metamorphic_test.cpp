// Runs every field of the table of metamorphic laws.
#include <cmath>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "metamorphic/figures.hpp"
#include "metamorphic/page.hpp"
#include "metamorphic/subjects.hpp"
#include "metamorphic/table.hpp"
#include "support/deserts.hpp"
#include "support/lands.hpp"
#include "support/source_tree.hpp"

namespace barchan::metamorphic::metamorphic_test {
namespace {

struct Field {
  std::size_t row = 0;
  Law law = Law::turn;

  Subject const& subject() const { return subjects().at(row); }
  Entry const& entry() const { return table()[row].entries[static_cast<std::size_t>(law)]; }
};

std::vector<Field> fields() {
  std::vector<Field> list;
  for (std::size_t row = 0; row < table().size(); ++row) {
    for (const Law law : kLaws) list.push_back({row, law});
  }
  return list;
}

std::string name_of_field(testing::TestParamInfo<Field> const& info) {
  return fmt::format("{}_{}", table()[info.param.row].subject, row_of(info.param.law).id);
}

void PrintTo(Field const& field, std::ostream* out) {
  *out << table()[field.row].subject << ", " << row_of(field.law).id;
}

std::vector<Boundary> boundaries(Law law) {
  if (law == Law::shift) return {Boundary::periodic};
  return {Boundary::periodic, Boundary::open};
}

/// Values of the figures of `count` runs with the seeds from `run.seed` on.
std::vector<std::vector<double>> numbers(Subject const& subject, Run run, std::vector<Spread> const& figures,
                                         int count) {
  std::vector<std::vector<double>> values(figures.size());
  for (int i = 0; i < count; ++i) {
    const Outcome outcome = subject.run(run);
    for (std::size_t k = 0; k < figures.size(); ++k) values[k].push_back(number(figures[k].figure, outcome));
    ++run.seed;
  }
  return values;
}

Boundary boundary_of(Law law) { return law == Law::shift ? Boundary::periodic : Boundary::open; }

/// Fails if the means of a figure with and without the law differ by too much, or if the table misstates the spread.
void expect_alike(Field const& field) {
  Row const& row = table()[field.row];
  std::vector<Spread> const& spreads = spreads_of(row, field.law);
  ASSERT_FALSE(spreads.empty()) << "an entry that compares nothing";
  const Boundary boundary = boundary_of(field.law);
  const auto plain = numbers(field.subject(), {boundary, 1, {}}, spreads, row.runs);
  const auto after = numbers(field.subject(), {boundary, 101, field.law}, spreads, row.runs);
  for (std::size_t k = 0; k < spreads.size(); ++k) {
    Spread const& spread = spreads[k];
    const std::string_view name = row_of(spread.figure).name;
    const test::Statistics one = test::statistics(plain[k]), other = test::statistics(after[k]);
    const double most = most_of(row, field.law, spread);
    std::printf("%s: %.5g instead of %.5g, apart by %.2g (at most %.2g)\n", std::string(name).c_str(), other.mean,
                one.mean, std::abs(other.mean - one.mean), most);
    EXPECT_LE(std::abs(other.mean - one.mean), most) << name;
    EXPECT_NEAR(one.mean, spread.mean,
                kStandardErrors * spread.deviation / std::sqrt(row.runs) + 0.01 * std::abs(spread.mean))
        << name << ": the table is out of date; see PrintsTheSpreads";
    EXPECT_LE(one.deviation, 3.0 * spread.deviation) << name << ": the table is out of date; see PrintsTheSpreads";
  }
}

void expect_within(Field const& field, Outcome const& plain, Outcome const& after) {
  ASSERT_FALSE(field.entry().bounds().empty()) << "an entry that bounds nothing";
  for (Bound const& bound : field.entry().bounds()) {
    const double value = difference(bound.figure, plain, after);
    std::printf("%s: %.3g (at most %.3g)\n", std::string(row_of(bound.figure).name).c_str(), value, bound.most);
    EXPECT_LE(value, bound.most) << row_of(bound.figure).name;
  }
}

class Metamorphic : public testing::TestWithParam<Field> {};

TEST_P(Metamorphic, Holds) {
  Field const& field = GetParam();
  Entry const& entry = field.entry();
  if (entry.kind() == Entry::Kind::absent) {
    EXPECT_GT(entry.cause().size(), 20u) << "an empty field needs a reason";
    return;
  }
  if (entry.kind() == Entry::Kind::alike) return expect_alike(field);
  for (const Boundary boundary : boundaries(field.law)) {
    const Outcome plain = field.subject().run({boundary, 1, {}});
    const Outcome after = field.subject().run({boundary, 1, field.law});
    if (entry.kind() == Entry::Kind::within) {
      expect_within(field, plain, after);
    } else {
      EXPECT_EQ(difference(plain, after), "") << (boundary == Boundary::open ? "open" : "periodic");
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Table, Metamorphic, testing::ValuesIn(fields()), name_of_field);

// A process without a row, or an entry without a cause, is a hole in the table.
TEST(MetamorphicTable, HasARowForEverySubjectAndEveryProcess) {
  std::set<std::string> covered;
  ASSERT_EQ(table().size(), subjects().size());
  for (std::size_t row = 0; row < table().size(); ++row) {
    EXPECT_EQ(table()[row].subject, subjects()[row].id);
    covered.emplace(subjects()[row].process);
    for (const Law law : kLaws) {
      Entry const& entry = table()[row].entries[static_cast<std::size_t>(law)];
      EXPECT_EQ(entry.cause().empty(), entry.kind() == Entry::Kind::exact) << subjects()[row].id;
    }
  }
  for (std::string const& id : test::process_ids()) EXPECT_TRUE(covered.contains(id)) << id << " has no row";
  for (std::string const id : {"gravity", "lakes"}) EXPECT_TRUE(covered.contains(id)) << id << " has no row";
}

// An exact entry says nothing if nothing happens on the land, or if the land looks the same after the law.
TEST(MetamorphicTable, EverySubjectDoesSomethingOnALandWithoutSymmetry) {
  for (Subject const& subject : subjects()) {
    const Outcome outcome = subject.run({Boundary::open, 1, {}});
    const double water = subject.process == "lakes" ? 1.0 : 0.0;
    EXPECT_GT(number(Figure::volume, outcome) + water, 0.001) << subject.id;
    for (const Law law : {Law::turn, Law::mirror, Law::shift}) {
      std::size_t same = 0;
      for (std::size_t cell = 0; cell < outcome.before.size(); ++cell) {
        const std::size_t to = moved(outcome.grid, law, cell);
        same += outcome.before[cell] == outcome.before[to] ? 1 : 0;
      }
      EXPECT_LT(same, outcome.before.size() / 20) << subject.id << " " << row_of(law).id;
    }
  }
}

TEST(MetamorphicTable, IsThatOfThePage) {
  EXPECT_TRUE(test::read_source("docs/metamorphic.md") == page())
      << "docs/metamorphic.md is stale; scripts/docs.sh laws writes it anew";
}

// Prints the spreads of the table, and the differences of the means under each law. It takes minutes.
TEST(Metamorphic, DISABLED_PrintsTheSpreads) {
  for (Field const& field : fields()) {
    if (field.entry().kind() != Entry::Kind::alike) continue;
    std::vector<Spread> const& spreads = spreads_of(table()[field.row], field.law);
    const Boundary boundary = boundary_of(field.law);
    const auto plain = numbers(field.subject(), {boundary, 1, {}}, spreads, kMeasuredRuns);
    const auto after = numbers(field.subject(), {boundary, 1001, field.law}, spreads, kMeasuredRuns);
    for (std::size_t k = 0; k < spreads.size(); ++k) {
      const test::Statistics one = test::statistics(plain[k]), other = test::statistics(after[k]);
      std::printf("%s %s {Figure::%s, %.3g, %.2g}, by %+.2g\n", std::string(field.subject().id).c_str(),
                  std::string(row_of(field.law).id).c_str(), std::string(row_of(spreads[k].figure).name).c_str(),
                  one.mean, one.deviation, other.mean - one.mean);
    }
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace barchan::metamorphic::metamorphic_test
