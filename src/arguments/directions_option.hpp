/// The option --directions of both programs: the convention in which directions are typed and printed.
#pragma once

#include <string>
#include <string_view>

#include "base/bearing.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace barchan {

class DirectionsOption {
 public:
  DirectionsOption() = default;
  DirectionsOption(DirectionsOption const&) = delete;  // the command holds the address of the text
  DirectionsOption& operator=(DirectionsOption const&) = delete;

  /// Adds the option to a command. `what` says which directions it applies to.
  void add_to(CLI::App& command, std::string_view what);
  /// Call after parsing. Throws InputError.
  Directions directions() const;
  /// Call after parsing. Returns whether the user has given the option.
  bool given() const;

 private:
  std::string text_{directions_id(Directions::meteorological)};
  CLI::Option const* option_ = nullptr;  ///< the one that was added last
};

}  // namespace barchan
