// A valid file is written back unchanged; an invalid one is refused with a line per mistake.
#include "io/soil_scenario.hpp"
#include "support.hpp"

namespace barchan::fuzz {

namespace {

constexpr std::size_t kMostLayers = 8;  // each layer takes time

/// Composes a land of the file. Its soils and layers must be valid for a world, unless the file is refused.
void compose(SoilFile const& file) {
  const Scenario scenario = scenario_from_soils(file, "fuzz.soil");
  require(soils_error(scenario.soils).empty(), "a world can have the soils");
  if (scenario.grid.cells() > kMaximumCells || scenario.land.layers.size() > kMostLayers) return;
  for (SoilLayer const& layer : make_world_setup(scenario).layers) {
    for (Quanta thickness : layer.thickness) require(thickness >= 0, "no thickness is negative");
  }
}

}  // namespace

void soil_file(Bytes bytes) {
  const std::string_view text = text_of(bytes);
  expect_result_or_input_error([&] {
    try {
      const SoilFile file = parse_soil_file(text, "fuzz.soil");
      const std::string written = write_soil_file(file);
      require(parse_soil_file(written, "written.soil") == file, "what is written is read back");
      compose(file);
    } catch (InputErrors const& error) {
      require(!error.lines().empty(), "an error has a line");
      for (std::string const& line : error.lines()) {
        require(line.starts_with("fuzz.soil:") && line.find('\n') == std::string::npos, "a line names the file");
      }
      throw;
    }
  });
}

}  // namespace barchan::fuzz
