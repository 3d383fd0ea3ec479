/// Cell layers: what lies on a cell besides its soils. Each is declared once, in a row; the land that a scenario
/// composes, the saved world and its hash, the fields to look at and export, and the view follow from the row.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "base/field.hpp"
#include "base/land_vector.hpp"
#include "base/quanta.hpp"

namespace barchan {

class Archive;

/// In the order of `cell_layer_rows`.
enum class CellLayer : std::uint8_t {
  plants,
  water_table,
  ground_water,
  moisture,
  springs,
  damp,
  slope_strength,
  root_water
};
inline constexpr std::size_t kCellLayerCount = 8;

/// In what the values are counted.
enum class CellType : std::uint8_t {
  real,    ///< float
  quanta,  ///< matter, as the columns count theirs
};

struct CellLayerRow {
  FieldRow field;         ///< id, title, unit, help and colours; the id is that of `[[land.<id>]]` too
  std::string_view of{};  ///< of what the values are shares, for messages; "" when they are no shares
  CellType type = CellType::real;
  double minimum = 0.0;  ///< in `unit`, metres for quanta
  double maximum = 1.0;
  bool composed = false;  ///< a scenario may lay it
  bool saved = true;      ///< belongs to the state
  bool seen = false;      ///< the view has it
  bool painted = false;   ///< a brush may change it
  bool exported = true;   ///< it is a field
};

std::span<CellLayerRow const> cell_layer_rows();

/// The values of all layers over one land, row-major. A layer is empty as long as nothing of it ever lay anywhere.
class CellLayers {
 public:
  /// Layers of the given rows, all empty.
  explicit CellLayers(std::span<CellLayerRow const> rows = cell_layer_rows());

  /// Of a layer counted in floats; throws std::bad_variant_access for another.
  LandVector<float> const& real(CellLayer layer) const { return std::get<Reals>(values_[at(layer)]); }
  LandVector<float>& real(CellLayer layer) { return std::get<Reals>(values_[at(layer)]); }
  /// Of a layer counted in quanta; throws std::bad_variant_access for another.
  LandVector<Quanta> const& quanta(CellLayer layer) const { return std::get<Amounts>(values_[at(layer)]); }
  LandVector<Quanta>& quanta(CellLayer layer) { return std::get<Amounts>(values_[at(layer)]); }

  /// How often a layer may have changed since the land was made. This is no state of a world: who finds nothing to do
  /// keeps it, and looks again when it is another.
  std::uint64_t changes(CellLayer layer) const { return changes_[at(layer)]; }
  /// Says that a layer may have changed; whoever changes one does so once it is done.
  void mark_changed(CellLayer layer) { ++changes_[at(layer)]; }

  /// Sets a layer from metres or shares, cut to the row's range; none empties it.
  void lay(CellLayer layer, std::span<double const> values);
  /// Fills `values` with a layer in its row's unit, 0 where it is empty.
  void read(CellLayer layer, std::span<float> values) const;
  /// Takes over the layers of `from` that its rows show, and empties the others.
  void show(CellLayers const& from);

  /// Throws std::invalid_argument on a layer that is neither empty nor as large as the land, or on a value out of
  /// range.
  void check(std::size_t cells) const;
  /// The layers that are saved. Throws ArchiveError; ranges are for `check`.
  void keep(Archive& archive, std::size_t cells);

  bool operator==(CellLayers const& other) const { return values_ == other.values_; }

 private:
  using Reals = LandVector<float>;
  using Amounts = LandVector<Quanta>;

  static std::size_t at(CellLayer layer) { return static_cast<std::size_t>(layer); }

  std::span<CellLayerRow const> rows_;
  std::vector<std::variant<Reals, Amounts>> values_;
  std::vector<std::uint64_t> changes_;
};

}  // namespace barchan
