// Every gate at a size that takes seconds; barchan_validate runs the same ones at full size.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "gates/gate.hpp"
#include "support/long_run.hpp"
#include "support/mutant_rows.hpp"

namespace barchan::gates::gates_test {
namespace {

struct Case {
  Gate const* gate = nullptr;
  Transport transport = Transport::field;
};

void PrintTo(Case const& one, std::ostream* out) { *out << one.gate->id << " " << name_of(one.transport); }

std::vector<Case> cases() {
  std::vector<Case> list;
  for (Gate const& gate : all_gates()) {
    if (gate.scope == Scope::reported) continue;
    for (Transport transport : transports_of(gate)) list.push_back({&gate, transport});
  }
  return list;
}

std::string name_of_case(testing::TestParamInfo<Case> const& info) {
  return std::string(info.param.gate->id) + "_" + std::string(name_of(info.param.transport));
}

class Gates : public testing::TestWithParam<Case> {};

/// Daily runs test the gates of walls and of several winds only with the airborne field. Single slabs meet the same
/// wind and the same eddies, and the gates A1, A0, flux, R3 and E2 test these for single slabs daily. The other gates
/// test single slabs only at full length.
bool waits(Case const& one) {
  constexpr std::array<std::string_view, 6> kOfTheField{"E1", "E3", "E4", "E5", "G1", "G3"};
  return one.transport == Transport::events && std::ranges::count(kOfTheField, one.gate->id) > 0;
}

/// scripts/mutants.sh looks for the figures of the table of mutants in what the gates print.
void expect_figures_of_mutants(Outcome const& outcome) {
  testing::TestInfo const& test = *testing::UnitTest::GetInstance()->current_test_info();
  const std::string name = fmt::format("{}.{}", test.test_suite_name(), test.name());
  for (test::MutantRow const& row : test::mutant_rows()) {
    if (row.test != name || row.figure == "-") continue;
    const bool printed = std::ranges::count(outcome.checks, row.figure, &Check::what) > 0;
    EXPECT_TRUE(printed) << "mutant " << row.patch << ": " << name << " prints no '" << row.figure << "'";
  }
}

TEST_P(Gates, AreMet) {
  if (waits(GetParam()) && !test::long_run()) GTEST_SKIP() << "runs at full length";
  const Outcome outcome = GetParam().gate->run({Size::quick, GetParam().transport, 1});
  EXPECT_FALSE(outcome.checks.empty());
  int asked = 0;
  for (Check const& check : outcome.checks) {
    std::printf("%s\n", to_text(check).c_str());
    EXPECT_TRUE(check.met()) << to_text(check);
    asked += check.reported_only() ? 0 : 1;
  }
  EXPECT_GT(asked, 0) << "a gate that asks for nothing";
  EXPECT_FALSE(headline_of(*GetParam().gate, outcome.checks).empty())
      << "no figure '" << GetParam().gate->headline << "'";
  expect_figures_of_mutants(outcome);
}
INSTANTIATE_TEST_SUITE_P(Quick, Gates, testing::ValuesIn(cases()), name_of_case);

}  // namespace
}  // namespace barchan::gates::gates_test
