/// One step of a particle by the law that the particle-based wind erosion article of 2020 printed, its faults mended.
///
/// Heights, and so upward speeds, are in units of 80 cells; times and widths in cells. Per step dt, w the wind, n the
/// normal:
///   on the ground  v += dt n x (n x v), a friction along the ground
///   in the air     v.z -= gravity dt
///   always         v += drag dt (w - v)
///   contact        lift dt suspension |v| depth, depth: how far the particle has run into the ground
///   bare rock      wear dt abrasion |v| depth (load + 0.01)
///   in the air     load decays at the rate suspension, half to the cell left, half to the cell entered
///   plants         prevent their share of lift and wear; among them the load decays over 2 m besides
#pragma once

#include <cstddef>
#include <span>

#include "land/terrain.hpp"
#include "processes/wind_particles/article_kernel.hpp"

namespace barchan {

/// Moves a block of particles, whose `count` and `particles` are set. `abrasion`: the rate times the hardness, a soil.
/// Changes nothing else.
void fly_by_article(Terrain const& terrain, kernel::FlightRule const& rule, std::span<float const> abrasion,
                    kernel::ArticleBlock& block);

}  // namespace barchan
