#include "arguments/hint_options.hpp"

namespace barchan {

void HintOptions::add_to(CLI::App& command, std::string_view but) {
  texts_.resize(raster_options().size());
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    RasterOptionRow const& row = raster_options()[i];
    if (row.key == but) continue;
    command.add_option(command_option(row), texts_[i], std::string(row.help))
        ->type_name(std::string(row.meaning))
        ->group("Height maps");
  }
}

RasterHints HintOptions::hints() const {
  RasterHints hints;
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    if (texts_[i].empty()) continue;
    RasterOptionRow const& row = raster_options()[i];
    try {
      hints = row.with(std::move(hints), texts_[i]);
    } catch (InputError const& error) {
      throw InputError("{}: {}", command_option(row), error.what());
    }
  }
  return hints;
}

}  // namespace barchan
