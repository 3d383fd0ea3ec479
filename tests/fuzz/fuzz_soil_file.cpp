// Fuzzes soil files. A valid file is written back unchanged; an invalid one is refused with a line per mistake.
#include "fuzz_support.hpp"
#include "io/soil_scenario.hpp"

namespace {

constexpr std::size_t kMostLayers = 8;  // each layer takes time

/// Composes a land of the file. Its soils and layers must be valid for a world, unless the file is refused.
void compose(barchan::SoilFile const& file) {
  const barchan::Scenario scenario = barchan::scenario_from_soils(file, "fuzz.soil");
  barchan::fuzz::require(barchan::soils_error(scenario.soils).empty());
  if (scenario.grid.cells() > barchan::fuzz::kMaximumCells || scenario.land.layers.size() > kMostLayers) return;
  for (barchan::SoilLayer const& layer : barchan::make_world_setup(scenario).layers) {
    for (barchan::Quanta thickness : layer.thickness) barchan::fuzz::require(thickness >= 0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const auto bytes = barchan::fuzz::as_bytes(data, size);
  const std::string_view text(reinterpret_cast<char const*>(bytes.data()), bytes.size());
  barchan::fuzz::expect_result_or_input_error([&] {
    try {
      const barchan::SoilFile file = barchan::parse_soil_file(text, "fuzz.soil");
      const std::string written = barchan::write_soil_file(file);
      barchan::fuzz::require(barchan::parse_soil_file(written, "written.soil") == file);
      compose(file);
    } catch (barchan::InputErrors const& error) {
      barchan::fuzz::require(!error.lines().empty());
      for (std::string const& line : error.lines()) {
        barchan::fuzz::require(line.starts_with("fuzz.soil:") && line.find('\n') == std::string::npos);
      }
      throw;
    }
  });
  return 0;
}
