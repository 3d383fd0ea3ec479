/// Cell layers: quantities per cell besides the soils. Each is declared once, in a row. Scenario keys, the saved world
/// and its hash, the exported fields and the view are derived from the row.
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

/// All cell layers, in the order of cell_layer_rows().
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

/// Type of the values.
enum class CellType : std::uint8_t {
  real,    ///< float
  quanta,  ///< matter, in the same unit as the columns
};

struct CellLayerRow {
  FieldRow field;         ///< id, title, unit, help and colours; the id is also the key of `[[land.<id>]]`
  std::string_view of{};  ///< the whole of which the values are fractions, for messages; "": they are no fractions
  CellType type = CellType::real;
  double minimum = 0.0;  ///< in `unit`; metres for quanta
  double maximum = 1.0;
  bool composed = false;  ///< a scenario may compose it
  bool saved = true;      ///< it belongs to the state
  bool seen = false;      ///< the view receives it
  bool painted = false;   ///< a brush may change it
  bool exported = true;   ///< it is available as a field
};

std::span<CellLayerRow const> cell_layer_rows();

/// The values of all layers on a land, row-major. A layer is empty until it receives its first value.
class CellLayers {
 public:
  /// Creates the layers of the given rows, all empty.
  explicit CellLayers(std::span<CellLayerRow const> rows = cell_layer_rows());

  /// A layer of floats. Throws std::bad_variant_access if it has another type.
  LandVector<float> const& real(CellLayer layer) const { return std::get<Reals>(values_[at(layer)]).list; }
  LandVector<float>& real(CellLayer layer) { return std::get<Reals>(values_[at(layer)]).list; }
  /// A layer of quanta. Throws std::bad_variant_access if it has another type.
  LandVector<Quanta> const& quanta(CellLayer layer) const { return std::get<Amounts>(values_[at(layer)]).list; }
  LandVector<Quanta>& quanta(CellLayer layer) { return std::get<Amounts>(values_[at(layer)]).list; }

  /// Number of possible changes of a layer since the land was created. It is not part of the state. A reader stores the
  /// number and reads the layer again when the number differs.
  std::uint64_t changes(CellLayer layer) const { return changes_[at(layer)]; }
  /// Records that a layer may have changed. Call it after each change.
  void mark_changed(CellLayer layer) { ++changes_[at(layer)]; }

  /// Sets a layer from metres or fractions, clamped to the row's range. If `values` is empty, the layer becomes empty.
  void lay(CellLayer layer, std::span<double const> values);
  /// Fills `values` with a layer in the unit of its row, or with 0 if the layer is empty.
  void read(CellLayer layer, std::span<float> values) const;
  /// Copies the layers of `from` that the view receives, and empties the others.
  void show(CellLayers const& from);

  /// Throws std::invalid_argument if a layer is neither empty nor as large as the land, or a value is out of range.
  void check(std::size_t cells) const;
  /// Reads or writes the saved layers. Throws ArchiveError. It does not check the ranges; call check() after reading.
  void keep(Archive& archive, std::size_t cells);

  bool operator==(CellLayers const& other) const { return values_ == other.values_; }

 private:
  /// Not a plain vector: if memory for a copy runs out, the variant of libstdc++ 12 destroys a vector that it has not
  /// made, unless it does not know the type.
  template <class T>
  struct Values {
    LandVector<T> list;
    bool operator==(Values const&) const = default;
  };
  using Reals = Values<float>;
  using Amounts = Values<Quanta>;

  static std::size_t at(CellLayer layer) { return static_cast<std::size_t>(layer); }

  std::span<CellLayerRow const> rows_;
  std::vector<std::variant<Reals, Amounts>> values_;
  std::vector<std::uint64_t> changes_;
};

}  // namespace barchan
