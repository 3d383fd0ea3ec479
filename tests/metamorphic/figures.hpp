/// Figures: numbers that tell how far the outcomes of two runs differ.
#pragma once

#include <cstddef>
#include <string_view>

#include "metamorphic/outcome.hpp"

namespace barchan::metamorphic {

enum class Figure {
  // Differences of two outcomes, cell by cell.
  largest,
  share,
  plants,
  water,
  // Numbers of a single outcome, whose means over several seeds are compared.
  volume,
  gain,
  east,
  north,
  relief,
  cover,
  patches,
};
inline constexpr std::size_t kFigureCount = 11;

struct FigureRow {
  std::string_view name;
  std::string_view unit;  ///< empty: a fraction
  std::string_view help;  ///< one sentence without its full stop
};
FigureRow const& row_of(Figure figure);

/// One of the differences, of two outcomes of the same land.
double difference(Figure figure, Outcome const& one, Outcome const& other);
/// One of the numbers, of a single outcome.
double number(Figure figure, Outcome const& outcome);

}  // namespace barchan::metamorphic
