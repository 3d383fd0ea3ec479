// barchan-cli: headless runs and checks.
#include <exception>
#include <variant>

#include "base/overloaded.hpp"
#include "cli/commands.hpp"
#include "io/console.hpp"

namespace {

using namespace barchan;

int run_program(int argc, char** argv) {
  const auto parsed = parse_cli(argc, argv);
  if (auto const* farewell = std::get_if<Farewell>(&parsed)) return farewell->print();
  return std::visit(Overloaded{[](RunArguments const& arguments) { return run(arguments); },
                               [](MeasureArguments const& arguments) { return measure(arguments); },
                               [](SectionArguments const& arguments) { return section(arguments); },
                               [](ExportArguments const& arguments) { return export_files(arguments); },
                               [](ReplayArguments const& arguments) { return replay(arguments); },
                               [](ListArguments const& arguments) { return list(arguments); },
                               [](FieldsArguments const& arguments) { return list_fields(arguments); },
                               [](PresetsArguments const& arguments) { return list_presets(arguments); },
                               [](CheckArguments const& arguments) { return check_files(arguments); }},
                    std::get<CliArguments>(parsed));
}

}  // namespace

int main(int argc, char** argv) {
  barchan::begin_program();
  try {
    const int code = run_program(argc, argv);
    barchan::flush_out();
    return code;
  } catch (std::exception const& error) {
    barchan::print_failure("barchan-cli", error);
  }
  return kExitBadInput;
}
