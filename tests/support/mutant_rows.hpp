/// The table of mutants in tests/mutants/README.md.
#pragma once

#include <string>
#include <vector>

namespace barchan::test {

struct MutantRow {
  std::string patch, fault;
  std::string test;     ///< full name of the test that detects the fault
  std::string figure;   ///< name of a figure that the test prints; "-" for an exact test
  std::string reaches;  ///< bound that the figure reaches with the fault, such as "at least 20"; or "fails"
};

/// Rows of the table in their order. A row that cannot be read fails the running test.
std::vector<MutantRow> mutant_rows();

}  // namespace barchan::test
