#include "metamorphic/outcome.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "land/terrain.hpp"

namespace barchan::metamorphic {

namespace {

/// How the cells and soils of a changed land correspond to those of the land before.
struct Frame {
  std::vector<std::size_t> cells;  ///< place of each cell after the law
  std::vector<SoilId> before;      ///< for each soil after the law, its place before
  Quanta raised = 0;
};

Frame frame_of(WorldSetup const& setup, std::optional<Law> law) {
  Frame frame;
  for (std::size_t cell = 0; cell < setup.grid.cells(); ++cell) {
    frame.cells.push_back(law ? moved(setup.grid, *law, cell) : cell);
  }
  const std::vector<SoilId> after = soils_after(setup.soils.size(), law.value_or(Law::rename));
  frame.before.resize(after.size());
  for (std::size_t soil = 0; soil < after.size(); ++soil) frame.before[after[soil]] = static_cast<SoilId>(soil);
  frame.raised = law ? raised_by(*law) : 0;
  return frame;
}

std::vector<Layer> column(Columns const& columns, std::size_t cell, Frame const& frame) {
  std::vector<Layer> layers;
  const int count = columns.layer_count(cell);
  for (int k = 0; k < count; ++k) {
    Layer layer = columns.layer(cell, k);
    layer.soil = frame.before[layer.soil];
    if (k + 1 == count) layer.thickness -= frame.raised;  // the bedrock is counted from the datum
    layers.push_back(layer);
  }
  return layers;
}

std::vector<CellValues> quantities(Terrain const& terrain, Frame const& frame) {
  std::vector<CellValues> list;
  const auto add = [&](std::string name, auto const& value_of) {
    CellValues values{std::move(name), {}};
    for (const std::size_t cell : frame.cells) values.values.push_back(static_cast<double>(value_of(cell)));
    list.push_back(std::move(values));
  };
  std::vector<float> plain(terrain.grid.cells());
  for (const CellLayer layer : {CellLayer::plants, CellLayer::slope_strength, CellLayer::root_water}) {
    terrain.cell_layers.read(layer, plain);
    add(std::string(cell_layer_rows()[static_cast<std::size_t>(layer)].field.id),
        [&](std::size_t cell) { return plain[cell]; });
  }
  for (const CellLayer layer : {CellLayer::ground_water, CellLayer::moisture, CellLayer::springs, CellLayer::damp}) {
    auto const& amounts = terrain.cell_layers.quanta(layer);
    const Quanta raised = layer == CellLayer::damp ? frame.raised : 0;
    add(std::string(cell_layer_rows()[static_cast<std::size_t>(layer)].field.id),
        [&](std::size_t cell) { return amounts.empty() ? 0 : amounts[cell] - raised; });
  }
  add("standing water", [&](std::size_t cell) { return terrain.standing_water(cell); });
  add("notches by weathering", [&](std::size_t cell) { return terrain.notches.weathered(cell); });
  add("notches by sand", [&](std::size_t cell) { return terrain.notches.blasted(cell); });
  return list;
}

std::vector<Account> accounts_of(MassBudget const& budget, Frame const& frame) {
  std::vector<Account> accounts(frame.before.size() + 1);
  for (std::size_t soil = 0; soil < frame.before.size(); ++soil) accounts[frame.before[soil]] = budget.accounts[soil];
  accounts.back() = budget.accounts[kWater];
  return accounts;
}

std::string text_of(std::vector<Layer> const& column) {
  std::string text;
  for (Layer const& layer : column) text += fmt::format(" {}:{}", layer.soil, layer.thickness);
  return text;
}

}  // namespace

Outcome outcome_of(Terrain const& terrain, MassBudget const& budget, WorldSetup const& setup, std::optional<Law> law) {
  const Frame frame = frame_of(setup, law);
  Outcome result;
  result.grid = setup.grid;
  result.before = setup.base;
  for (std::size_t cell = 0; cell < result.before.size(); ++cell) {
    result.before[cell] += setup.sand[cell];
    for (SoilLayer const& layer : setup.layers) result.before[cell] += layer.thickness[cell];
  }
  for (const std::size_t cell : frame.cells) {
    result.elevation.push_back(terrain.columns.elevation(cell) - frame.raised);
    result.columns.push_back(column(terrain.columns, cell, frame));
  }
  result.layers = quantities(terrain, frame);
  result.accounts = accounts_of(budget, frame);
  return result;
}

std::string difference(Outcome const& one, Outcome const& other) {
  const auto place = [&](std::size_t cell) {
    const auto width = static_cast<std::size_t>(one.grid.width);
    return fmt::format("{},{}", cell % width, cell / width);
  };
  for (std::size_t cell = 0; cell < one.columns.size(); ++cell) {
    if (one.columns[cell] == other.columns[cell]) continue;
    return fmt::format("cell {} has the layers{} instead of{}", place(cell), text_of(other.columns[cell]),
                       text_of(one.columns[cell]));
  }
  for (std::size_t k = 0; k < one.layers.size(); ++k) {
    CellValues const &a = one.layers[k], &b = other.layers[k];
    const auto [found, wrong] = std::ranges::mismatch(a.values, b.values);
    if (found == a.values.end()) continue;
    return fmt::format("{} of cell {} is {} instead of {}", a.name,
                       place(static_cast<std::size_t>(found - a.values.begin())), *wrong, *found);
  }
  for (std::size_t soil = 0; soil < one.accounts.size(); ++soil) {
    Account const &a = one.accounts[soil], &b = other.accounts[soil];
    const auto figures = [](Account const& account) {
      return fmt::format("{} in, {} out, {} in the air, {} converted, {} rest", account.in, account.out,
                         account.airborne, account.converted, account.rest);
    };
    if (figures(a) != figures(b)) return fmt::format("soil {}: {} instead of {}", soil, figures(b), figures(a));
  }
  return {};
}

}  // namespace barchan::metamorphic
