// barchan_validate: runs the gates at full size and writes the page that shows them.
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "gates/page.hpp"
#include "io/input_error.hpp"

namespace {

using namespace barchan::gates;

constexpr char kUsage[] =
    "Usage: barchan_validate [ID...] [--quick] [--out DIR] [--threads N] [--list]\nRuns the gates of the slab dunes, "
    "all or those named, at full size. Exits with 1 if a gate is not met.\n  --quick      the small sizes of the "
    "tests\n  --out DIR    writes DIR/validation.md and DIR/pictures/validation\n  --threads N  number of parallel "
    "runs (default: as many as the machine has threads)\n  --list       lists the gates\n";

struct Options {
  std::vector<Gate const*> gates;
  Setting setting{Size::full, Transport::field, 1};
  std::string out;
  bool list = false, help = false;
};

Options parse(std::vector<std::string> const& arguments) {
  Options options;
  options.setting.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string const& word = arguments[i];
    const auto value = [&] {
      if (i + 1 == arguments.size()) throw std::invalid_argument(word + " needs a value");
      return arguments[++i];
    };
    if (word == "--quick") {
      options.setting.size = Size::quick;
    } else if (word == "--out") {
      options.out = value();
    } else if (word == "--threads") {
      options.setting.threads = std::stoi(value());
      if (options.setting.threads < 1 || options.setting.threads > 256) {
        throw std::invalid_argument("--threads must be in the range 1 to 256");
      }
    } else if (word == "--list") {
      options.list = true;
    } else if (word == "--help" || word == "-h") {
      options.help = true;
    } else if (Gate const* gate = find_gate(word)) {
      options.gates.push_back(gate);
    } else {
      throw std::invalid_argument("no such gate or option '" + word + "'; --list shows the gates");
    }
  }
  if (options.gates.empty()) {
    for (Gate const& gate : all_gates()) options.gates.push_back(&gate);
  }
  return options;
}

int validate(Options const& options) {
  std::vector<Result> results;
  bool met = true;
  for (Gate const* gate : options.gates) {
    for (Transport transport : transports_of(*gate)) {
      Setting setting = options.setting;
      setting.transport = transport;
      fmt::print("{} {} ({})\n", gate->id, gate->title, gate->scope == Scope::land ? "land" : name_of(transport));
      const auto begin = std::chrono::steady_clock::now();
      Outcome outcome = gate->run(setting);
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      for (Check const& check : outcome.checks) fmt::print("  {}\n", to_text(check));
      fmt::print("  {}, {:.1f} s\n", outcome.met() ? "met" : "NOT MET", seconds);
      std::fflush(stdout);
      met = met && outcome.met();
      results.push_back({gate, transport, std::move(outcome)});
    }
  }
  if (!options.out.empty()) write_page(options.out, results);
  fmt::print("{}\n", met ? "every gate is met" : "a gate is NOT met");
  return met ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  try {
    const Options options = parse(std::vector<std::string>(words + 1, words + count));
    if (options.help) {
      fmt::print("{}", kUsage);
      return 0;
    }
    if (options.list) {
      for (Gate const& gate : all_gates()) fmt::print("{:<6} {}\n", gate.id, gate.title);
      return 0;
    }
    return validate(options);
  } catch (std::exception const& error) {
    fmt::print(stderr, "barchan_validate: {}\n", error.what());
    return 2;
  }
}
