/// One step of a particle by the law of the particle-based wind erosion article of 2020. Errors of the article are
/// corrected.
///
/// Heights, and therefore vertical speeds, are in units of 80 cells; times and widths in cells. Per step dt, with wind
/// w and ground normal n:
///   on the ground  v += dt n x (n x v), a friction along the ground
///   in the air     v.z -= gravity dt
///   always         v += drag dt (w - v)
///   contact        lift dt suspension |v| depth, depth: distance that the particle has run into the ground
///   bare rock      wear dt abrasion |v| depth (load + 0.01)
///   in the air     load decays at the rate suspension, half to the cell left, half to the cell entered
///   plants         reduce lift and wear by the fraction that they cover; among them the load also decays over 2 m
#pragma once

#include <cstddef>
#include <span>

#include "land/terrain.hpp"
#include "processes/wind_particles/article_kernel.hpp"
#include "processes/wind_particles/shelter.hpp"

namespace barchan {

/// Moves a block of particles; `count` and `particles` must be set. `abrasion`: abrasion rate times hardness, per soil.
/// Only the block is changed.
void fly_by_article(Terrain const& terrain, WindShelter const& shelter, kernel::FlightRule const& rule,
                    std::span<float const> abrasion, kernel::ArticleBlock& block);

}  // namespace barchan
