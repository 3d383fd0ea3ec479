/// Scenario files that are built into the program.
#pragma once

#include <span>
#include <string_view>

namespace barchan {

struct EmbeddedText {
  std::string_view id;  ///< file name without its extension
  std::string_view text;
};

/// All embedded scenarios, in the order of their file names. The build generates the definition from assets/scenarios.
std::span<EmbeddedText const> embedded_scenarios();

}  // namespace barchan
