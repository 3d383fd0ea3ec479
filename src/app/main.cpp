// barchan: the window program.
#include <csignal>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <system_error>
#include <variant>

#include <fmt/core.h>

#include "app/run.hpp"
#include "io/activity.hpp"
#include "io/input_error.hpp"
#include "io/soil_file.hpp"
#include "ui/keys.hpp"
#include "ui/script.hpp"
#include "ui/toolbox.hpp"
#include "ui/tools/tool_list.hpp"

int main(int argc, char** argv) {
  using namespace barchan;
  // By default these signals end the program. If they are ignored, exceeding a file size limit or writing to a closed
  // pipe is an error that the program can report.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  const auto parsed = app::parse_options(argc, argv);
  if (auto const* farewell = std::get_if<Farewell>(&parsed)) return farewell->print();
  auto const& options = std::get<app::Options>(parsed);
  if (options.keys) {
    fmt::print("{}", ui::keys_markdown(ui::tool_keys(ui::shipped_tools())));
    return app::kDone;
  }
  try {
    return options.offscreen ? app::run_offscreen(options) : app::run_window(options);
  } catch (ui::ExpectationFailed const& failure) {
    fmt::print(stderr, "{}\n", failure.what());
    return app::kExpectationFailed;
  } catch (InputError const& error) {
    fmt::print(stderr, "barchan: {}\n", told_whole(error));
  } catch (std::system_error const& error) {
    fmt::print(stderr, "barchan: {}\n", unexpected_error(error));
  } catch (std::runtime_error const& error) {  // of a script, or of OpenGL
    fmt::print(stderr, "barchan: {}\n", error.what());
  } catch (std::exception const& error) {
    fmt::print(stderr, "barchan: {}\n", unexpected_error(error));
  }
  return app::kBadInput;
}
