#include "gates/store.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "io/file.hpp"
#include "io/input_error.hpp"
#include "io/picture_file.hpp"

namespace barchan::gates {

namespace {

using Json = nlohmann::json;

std::string_view name_of(Size size) { return size == Size::full ? "full" : "quick"; }

std::string stem_of(Gate const& gate, Setting const& setting) {
  return fmt::format("{}_{}", gate.id, gate.scope == Scope::land ? "land" : name_of(setting.transport));
}

std::filesystem::path file_of(std::filesystem::path const& folder, Gate const& gate, Setting const& setting) {
  return folder / "results" / (stem_of(gate, setting) + ".json");
}

// JSON has neither infinity nor NaN, so these are texts.
Json number(double value) {
  if (std::isfinite(value)) return value;
  return fmt::format("{}", value);
}

double number_of(Json const& json) {
  if (!json.is_string()) return json;
  const std::string text = json;
  if (text == "inf") return kAny;
  if (text == "-inf") return -kAny;
  return std::numeric_limits<double>::quiet_NaN();
}

Json json_of(Check const& check) {
  Json json{{"what", check.what},
            {"value", number(check.value)},
            {"least", number(check.least)},
            {"most", number(check.most)}};
  if (check.spread) json["spread"] = {{"deviation", check.spread->deviation}, {"runs", check.spread->runs}};
  return json;
}

Check check_of(Json const& json) {
  Check check{json.at("what"), number_of(json.at("value")), number_of(json.at("least")), number_of(json.at("most"))};
  if (json.contains("spread")) check.spread = Spread{json["spread"].at("deviation"), json["spread"].at("runs")};
  return check;
}

void make_folder(std::filesystem::path const& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) throw InputError(fmt::format("{}: {}", folder.string(), failed.message()));
}

Json read(std::filesystem::path const& path) {
  std::ifstream file(path);
  Json json = Json::parse(file, nullptr, false);
  if (json.is_discarded()) throw InputError(fmt::format("{}: not a stored result; run its gate again", path.string()));
  return json;
}

Result result_of(std::filesystem::path const& path, Gate const& gate, Setting setting) {
  const Json json = read(path);
  try {
    setting.threads = json.at("threads");
    Result result{&gate, setting, {}, json.value("picture", ""), json.value("caption", ""), json.at("seconds")};
    for (Json const& check : json.at("checks")) result.checks.push_back(check_of(check));
    return result;
  } catch (Json::exception const& error) {
    throw InputError(fmt::format("{}: {}; run its gate again", path.string(), error.what()));
  }
}

}  // namespace

bool Result::met() const { return std::ranges::all_of(checks, &Check::met); }

void store(std::filesystem::path const& folder, Gate const& gate, Setting const& setting, Outcome const& outcome,
           double seconds) {
  make_folder(folder / "results");
  make_folder(folder / kPictures);
  Json json{{"gate", gate.id},
            {"size", name_of(setting.size)},
            {"threads", setting.threads},
            {"seconds", seconds},
            {"checks", Json::array()}};
  for (Check const& check : outcome.checks) json["checks"].push_back(json_of(check));
  if (outcome.picture) {
    const std::string name = stem_of(gate, setting) + ".png";
    write_picture(folder / kPictures / name, *outcome.picture);
    json["picture"] = name;
    json["caption"] = outcome.caption;
  }
  write_file(file_of(folder, gate, setting), json.dump(1) + "\n");
}

bool is_stored(std::filesystem::path const& folder, Gate const& gate, Setting const& setting) {
  const std::filesystem::path path = file_of(folder, gate, setting);
  return std::filesystem::exists(path) && read(path).value("size", "") == name_of(setting.size);
}

std::vector<Result> stored_results(std::filesystem::path const& folder, Size size) {
  std::vector<Result> results;
  for (Gate const& gate : all_gates()) {
    for (const Transport transport : transports_of(gate)) {
      const Setting setting{size, transport, 1};
      if (is_stored(folder, gate, setting)) results.push_back(result_of(file_of(folder, gate, setting), gate, setting));
    }
  }
  return results;
}

}  // namespace barchan::gates
