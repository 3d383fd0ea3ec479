#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "barchan/io/preset.hpp"
#include "barchan/world/world.hpp"
#include "cli/commands.hpp"
#include "io/text.hpp"

namespace barchan {

StartedWorld start(WorldArguments const& arguments) {
  WorldOptions options;
  options.seed = arguments.seed;
  options.threads = arguments.threads > 0 ? arguments.threads
                                          : std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 256);
  if (!arguments.preset.empty()) options.parameters = preset(arguments.preset).settings;
  for (std::string const& setting : arguments.settings) options.parameters.push_back(parse_parameter_setting(setting));
  for (std::string const& body : arguments.removed) options.commands.emplace_back(parse_remove(body));
  for (std::string const& body : arguments.placed) options.commands.emplace_back(parse_place(body));
  return start_world(arguments.scenario, options, arguments.hints);
}

int exit_code_of(World const& world) {
  if (world.health() == 0) return kExitDone;
  const auto names = health_names(world.health());
  fmt::print(stderr, "barchan-cli: the world is ill: {}\n", join(names));
  return kExitIllHealth;
}

}  // namespace barchan
