/// Migration of dunes: of their slip faces, or of the sand as a whole if there are none.
#pragma once

#include <span>

#include "measure/measure.hpp"

namespace barchan {

struct DuneMigration {
  Migration moved;
  bool of_slip_faces = false;  ///< false: `moved` is the migration of the pattern of sand
};

/// Slip faces on a map of sand: for each cell, by how much the tangent of its slope downwind exceeds that of 20
/// degrees; 0 elsewhere.
ElevationMap slip_face_map(ElevationMap const& sand, double wind_degrees);

/// Migration of the slip faces that fall downwind, from the first map of sand to the last. If there are too few (less
/// than 20 cells in a map) or they cannot be followed, it is the migration of the pattern of sand. Arguments as in
/// `migration`. The stoss side of a dune that changes its shape moves at another speed than its slip face, and so does
/// the pattern as a whole.
DuneMigration dune_migration(std::span<TimedMap const> maps, double wind_degrees, double most_metres);

}  // namespace barchan
