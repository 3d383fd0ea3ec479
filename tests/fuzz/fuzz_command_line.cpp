#include <variant>
#include <vector>

#include "arguments/cli_arguments.hpp"
#include "arguments/window_options.hpp"
#include "base/overloaded.hpp"
#include "io/gauges.hpp"
#include "support.hpp"

namespace barchan::fuzz {

namespace {

/// One argument per line; the first is the name of the program.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines{""};
  for (char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

void check(Farewell const& farewell) {
  require(farewell.code == kExitDone || farewell.code == kExitBadInput, "a wrong command line has exit code 2");
  require((farewell.code == kExitDone) == farewell.err.empty(), "a wrong command line has a message");
}

/// Parses the texts that create commands, and applies the commands to a small world.
void use(WorldArguments const& arguments) {
  static const Scenario kScenario = small_scenario();
  const WorldOptions options = world_options(arguments);
  if (options.parameters.empty() && options.commands.empty() && options.ended.empty()) return;
  World world = make_world(kScenario, options);
  apply_commands(world, options);
  require(world.budget().error() == 0, "the mass balance closes");
}

void use(CliArguments const& arguments) {
  std::visit(Overloaded{[](RunArguments const& run) {
                          parse_exports(run.exports);
                          parse_gauges(run.gauges);
                          use(run.world);
                        },
                        [](MeasureArguments const& measure) { use(measure.world); },
                        [](SectionArguments const& section) {
                          parse_point("--from", section.from);
                          parse_point("--to", section.to);
                          use(section.world);
                        },
                        [](auto const&) {}},
             arguments);
}

}  // namespace

void command_line(Bytes bytes) {
  const std::vector<std::string> lines = lines_of(text_of(bytes));
  std::vector<char const*> words;
  for (std::string const& line : lines) words.push_back(line.c_str());
  const int count = static_cast<int>(words.size());
  words.push_back(nullptr);
  expect_result_or_input_error([&] {
    if (lines[0] == "barchan") {
      const auto parsed = app::parse_options(count, words.data());
      if (auto const* farewell = std::get_if<Farewell>(&parsed)) check(*farewell);
    } else {
      const auto parsed = parse_cli(count, words.data());
      if (auto const* farewell = std::get_if<Farewell>(&parsed)) return check(*farewell);
      use(std::get<CliArguments>(parsed));
    }
  });
}

}  // namespace barchan::fuzz
