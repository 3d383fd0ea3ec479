#include "land/cell_layers.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "base/archive.hpp"

namespace barchan {

namespace {

constexpr std::array<CellLayerRow, kCellLayerCount> kRows{{
    {.field = {"plants", "Plants", "", "Fraction of the ground that plants cover.", FieldRamp::sequential},
     .of = "of the ground",
     .minimum = 0.0,
     .maximum = 1.0,
     .composed = true,
     .seen = true,
     .painted = true},
    {.field = {"water_table", "Initial water table", "m",
               "Elevation up to which the pores of the ground are full of water when the world begins."},
     .minimum = -kMaximumElevation,
     .maximum = kMaximumElevation,
     .composed = true,
     .exported = false},
    {.field = {"ground_water", "Groundwater", "m", "Water below the water table, as a depth."},
     .type = CellType::quanta,
     .maximum = kMaximumElevation},
    {.field = {"moisture", "Moisture", "m", "Water in the ground above the water table, as a depth."},
     .type = CellType::quanta,
     .maximum = kMaximumElevation,
     .composed = true},
    {.field = {"springs", "Spring water", "m", "Water that has come out of the ground but does not run yet."},
     .type = CellType::quanta,
     .maximum = kMaximumElevation,
     .exported = false},
    {.field = {"damp", "Damp ground", "m", "Elevation up to which the ground is damp, so that wind does not lift it.",
               FieldRamp::elevation},
     .type = CellType::quanta,
     .minimum = -kMaximumElevation,
     .maximum = kMaximumElevation},
    {.field = {"slope_strength", "Slope strength", "",
               "Steepest stable slope, relative to that of the same soil when it is dry. Water pressure lowers it, and "
               "dampness raises it."},
     .minimum = 0.0,
     .maximum = 10.0},
    {.field = {"root_water", "Water at the roots", "",
               "Water within reach of the roots, as a fraction of what the plants need."},
     .of = "of what plants need",
     .minimum = 0.0,
     .maximum = 1.0},
}};

/// Conversion of a value to the type of the layer, and back to the unit of the row.
template <class Value>
Value counted(double value) {
  if constexpr (std::is_same_v<Value, Quanta>) return to_quanta(value);
  return static_cast<Value>(value);
}
template <class Value>
double in_unit(Value value) {
  if constexpr (std::is_same_v<Value, Quanta>) return to_metres(value);
  return static_cast<double>(value);
}

}  // namespace

std::span<CellLayerRow const> cell_layer_rows() { return kRows; }

CellLayers::CellLayers(std::span<CellLayerRow const> rows) : rows_(rows), values_(rows.size()), changes_(rows.size()) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].type == CellType::quanta) values_[i] = Amounts{};
  }
}

void CellLayers::lay(CellLayer layer, std::span<double const> values) {
  CellLayerRow const& row = rows_[at(layer)];
  std::visit(
      [&](auto& layer_values) {
        auto& list = layer_values.list;
        using Value = typename std::decay_t<decltype(list)>::value_type;
        list.resize(values.size());
        std::transform(values.begin(), values.end(), list.begin(),
                       [&](double value) { return counted<Value>(std::clamp(value, row.minimum, row.maximum)); });
      },
      values_[at(layer)]);
}

void CellLayers::read(CellLayer layer, std::span<float> values) const {
  std::fill(values.begin(), values.end(), 0.0f);
  std::visit(
      [&](auto const& layer_values) {
        auto const& list = layer_values.list;
        std::transform(list.begin(), list.end(), values.begin(),
                       [](auto value) { return static_cast<float>(in_unit(value)); });
      },
      values_[at(layer)]);
}

void CellLayers::show(CellLayers const& from) {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].seen) {
      values_[i] = from.values_[i];
    } else {
      std::visit([](auto& layer) { layer.list.clear(); }, values_[i]);
    }
  }
}

void CellLayers::check(std::size_t cells) const {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    CellLayerRow const& row = rows_[i];
    std::visit(
        [&](auto const& layer) {
          auto const& list = layer.list;
          if (!list.empty() && list.size() != cells) {
            throw std::invalid_argument(std::string(row.field.id) + ": expected a value for each of " +
                                        std::to_string(cells) + " cells, found " + std::to_string(list.size()));
          }
          for (auto value : list) {
            if (in_unit(value) >= row.minimum && in_unit(value) <= row.maximum) continue;
            throw std::invalid_argument(std::string(row.field.id) +
                                        ": expected every value within the range of the layer, found one outside");
          }
        },
        values_[i]);
  }
}

void CellLayers::keep(Archive& archive, std::size_t cells) {
  archive.sections([&] {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!rows_[i].saved) continue;
      archive.section(rows_[i].field.id, 1,
                      [&] { std::visit([&](auto& layer) { archive.list(layer.list, cells); }, values_[i]); });
    }
  });
}

}  // namespace barchan
