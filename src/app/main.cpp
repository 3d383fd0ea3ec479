// barchan: the window program.
#include <exception>
#include <variant>

#include "app/run.hpp"
#include "app/sudden_end.hpp"
#include "io/console.hpp"
#include "ui/keys.hpp"
#include "ui/toolbox.hpp"
#include "ui/tools/tool_list.hpp"

namespace {

using namespace barchan;

int run_program(int argc, char** argv) {
  const auto parsed = app::parse_options(argc, argv);
  if (auto const* farewell = std::get_if<Farewell>(&parsed)) return farewell->print();
  auto const& options = std::get<app::Options>(parsed);
  if (options.keys) {
    write_out(ui::keys_markdown(ui::tool_keys(ui::shipped_tools())));
    return app::kDone;
  }
  return options.offscreen ? app::run_offscreen(options) : app::run_window(options);
}

}  // namespace

int main(int argc, char** argv) {
  begin_program();
  try {
    const int code = run_program(argc, argv);
    flush_out();
    return code;
  } catch (std::exception const& error) {
    return app::report_failure(error);
  }
}
