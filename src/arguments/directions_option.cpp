#include "arguments/directions_option.hpp"

#include <CLI/CLI.hpp>

#include "io/input_error.hpp"
#include "io/text.hpp"

namespace barchan {

void DirectionsOption::add_to(CLI::App& command, std::string_view what) {
  const std::string help =
      "Convention of the directions " + std::string(what) +
      ": 'meteorological' counts clockwise from north and names the direction from which a wind blows; 'mathematical' "
      "counts anticlockwise from east and names the direction towards which a wind blows";
  option_ =
      command.add_option("--directions", text_, help)->type_name("meteorological|mathematical")->capture_default_str();
}

Directions DirectionsOption::directions() const {
  if (const auto directions = directions_named(text_)) return *directions;
  throw InputError("--directions {}: expected meteorological or mathematical; choose one of them", printable(text_));
}

bool DirectionsOption::given() const { return option_ != nullptr && option_->count() > 0; }

}  // namespace barchan
