// barchan-cli: headless runs and checks.
#include <csignal>
#include <cstdio>
#include <exception>
#include <variant>

#include <fmt/format.h>

#include "base/overloaded.hpp"
#include "cli/commands.hpp"
#include "io/activity.hpp"
#include "io/input_error.hpp"

namespace {

using namespace barchan;

int run_program(int argc, char** argv) {
  const auto parsed = parse_cli(argc, argv);
  if (auto const* farewell = std::get_if<Farewell>(&parsed)) return farewell->print();
  return std::visit(Overloaded{[](RunArguments const& arguments) { return run(arguments); },
                               [](MeasureArguments const& arguments) { return measure(arguments); },
                               [](SectionArguments const& arguments) { return section(arguments); },
                               [](ListArguments const& arguments) { return list(arguments); },
                               [](FieldsArguments const& arguments) { return list_fields(arguments); },
                               [](CheckArguments const& arguments) { return check_files(arguments); }},
                    std::get<CliArguments>(parsed));
}

}  // namespace

int main(int argc, char** argv) {
  // Otherwise a full quota or a closed pipe would end the program before it can report the error and clean up.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return run_program(argc, argv);
  } catch (barchan::InputError const& error) {
    fmt::print(stderr, "barchan-cli: {}\n", barchan::told_whole(error));
  } catch (std::exception const& error) {
    fmt::print(stderr, "barchan-cli: {}\n", barchan::unexpected_error(error));
  }
  return kExitBadInput;
}
