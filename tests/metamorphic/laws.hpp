/// Metamorphic laws: a change of a land and of what acts on it, after which the same land must come out, changed alike.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "land/soil.hpp"
#include "world/world_setup.hpp"

namespace barchan::metamorphic {

/// The laws, in the order of the columns of the table.
enum class Law { turn, mirror, shift, raise, rename, reorder, half_step };
inline constexpr std::size_t kLawCount = 7;
inline constexpr std::array<Law, kLawCount> kLaws{Law::turn,   Law::mirror,  Law::shift,    Law::raise,
                                                  Law::rename, Law::reorder, Law::half_step};

/// Name of a law and what it does, for the page and for the names of the tests.
struct LawRow {
  std::string_view id;    ///< snake_case
  std::string_view help;  ///< one sentence or two
};
LawRow const& row_of(Law law);

/// Distances by which `Law::shift` moves a land, cells.
inline constexpr int kShiftX = 23, kShiftY = 11;
/// Height by which `Law::raise` raises a land: 100 m and a 64th of a metre. It is a multiple of the spacing of floats
/// at this elevation, so that an initial water table, which is a float, can be raised by exactly as much.
inline constexpr Quanta kRaise = 100 * kQuantaPerMetre + kQuantaPerMetre / 64;

/// Size of a land after it has been changed by `law`.
Grid grid_after(Grid const& grid, Law law);
/// Cell to which `law` moves the cell `cell` of a land.
std::size_t moved(Grid const& grid, Law law, std::size_t cell);
/// Position of each soil of a table after `law`.
std::vector<SoilId> soils_after(std::size_t count, Law law);
/// Height that `law` adds to the land.
inline Quanta raised_by(Law law) { return law == Law::raise ? kRaise : 0; }

/// The world after `law`: land, sources, wind and every other direction and place, elevation, soil or time step.
WorldSetup changed(WorldSetup setup, Law law);

}  // namespace barchan::metamorphic
