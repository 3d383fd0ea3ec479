#include "processes/slab_dunes/parameters.hpp"

#include <array>

namespace barchan {

namespace {

constexpr std::array<std::string_view, 2> kTransportNames{"field", "events"};

using P = SlabDunesParameters;
constexpr std::array kRows{
    row::maskable(row::flag<&P::enabled>(
        "enabled", "Slabs hop",
        "Whether the slab dunes act. When they are switched off, their airborne sand is deposited.")),
    row::choice<&P::transport>("transport", "Transport", kTransportNames,
                               "Method that moves airborne sand. `field`: the wind shifts all airborne sand at once, "
                               "which is fast. `events`: each slab hops by itself, as in the published models."),
    row::number<&P::lift_rate>("lift_rate", "Lift rate", "m/s", {0.005, 2.0, kByRatio},
                               "Thickness of sand that the wind lifts per second outside wind shadows. Higher: thicker "
                               "slabs, so dunes form and migrate faster but less smoothly."),
    row::number<&P::hop_length>(
        "hop_length", "Hop length", "m", {0.5, 50.0, kByRatio},
        "Length of a slab's hop in a wind of 10 m/s. Higher: more transport, and larger, gentler dunes."),
    row::number<&P::deposit_sand>(
        "deposit_sand", "Deposit on sand", "", {0.05, 1.0},
        "Probability that a slab stays where it lands on sand. Higher: shorter flights and less transport."),
    row::number<&P::deposit_bare>("deposit_bare", "Deposit on bare ground", "", {0.02, 1.0},
                                  "Probability that a slab stays where it lands on bare ground. Higher: more and lower "
                                  "dunes, with less bare ground between them."),
    row::number<&P::reptation>("reptation", "Reptation", "", {0.0, 0.2},
                               "Amount of sand that creeps down a slope of 1 under the impacts of flying sand, as a "
                               "fraction of the sand flux. On other slopes, this fraction is proportional to the "
                               "slope. Higher: smoother, gentler dunes."),
    row::number<&P::inflow>(
        "inflow", "Inflow", "", {0.0, 2.0},
        "Amount of sand that comes in over open edges, as a fraction of the sand that the wind carries over flat "
        "sand. It applies while the stock of sand beyond the edges (`stock`) is full. Higher: the land fills "
        "sooner. Below about 0.4, the dunes leave the land and no others follow."),
    row::number<&P::stock>("stock", "Inflow stock", "m", {0.1, 100.0, kByRatio},
                           "Amount of sand beyond the open edges when the world begins, as a thickness over the whole "
                           "land. Inflow uses up this stock and becomes weaker as the stock shrinks; outflow refills "
                           "the stock. Higher: the land can gain more sand, up to this thickness."),
    row::number<&P::avalanche_reach>("avalanche_reach", "Avalanche reach", "cells", {1, 100},
                                     "Greatest distance that an avalanche travels down a slip face in one step. "
                                     "Higher: straighter slip faces on tall dunes, but slower steps."),
    row::number<&P::most_hops>("most_hops", "Maximum hops", "", {1, 1000},
                               "Number of hops after which a slab stays wherever it lands. It applies only if "
                               "`transport` is `events`. Higher: longer flights over bare ground."),
    row::flag<&P::echo>("echo", "Echo dunes",
                        "Whether the wind forms a recirculation eddy upwind of walls and cliffs steeper than 55 "
                        "degrees. The eddy keeps the feet of walls and cliffs free of sand and builds an echo dune "
                        "upwind of them. Off: sand banks up against walls and cliffs."),
    row::number<&P::cliff_height>("cliff_height", "Cliff height limit", "m", {1.0, 200.0, kByRatio},
                                  "Greatest height with which a cliff acts on the wind: a taller cliff acts as if "
                                  "it had this height. Higher: echo dunes upwind of tall cliffs grow larger and "
                                  "stand farther from them."),
    row::maskable(row::number<&P::abrasion>(
        "abrasion", "Abrasion", "", {0.0, 0.2},
        "Amount of rock that flying sand wears away, as a fraction of the sand that strikes it. "
        "Higher: rock turns into yardangs and new sand sooner.")),
    row::number<&P::abrasion_height>(
        "abrasion_height", "Abrasion height", "m", {0.05, 5.0, kByRatio},
        "Height above the lowest ground upwind at which the impacts of flying sand are about a third as strong as at "
        "that ground. Higher: wear reaches farther up faces, and their tops are worn more."),
    row::number<&P::rock_hardness>("rock_hardness", "Rock hardness", "", {0.1, 100.0, kByRatio},
                                   "Factor by which the hardness of solid soils other than obstacles is multiplied "
                                   "when flying sand wears them. Higher: rock wears more slowly."),
    row::number<&P::obstacle_hardness>("obstacle_hardness", "Obstacle hardness", "", {0.1, 100.0, kByRatio},
                                       "Factor by which the hardness of obstacles is multiplied when flying sand wears "
                                       "them. Higher: obstacles wear more slowly."),
    row::number<&P::hardness_variation>("hardness_variation", "Hardness variation", "", {0.0, 0.9},
                                        "Variation of the hardness of rock and obstacles from place to place, as a "
                                        "fraction of their mean hardness. Higher: hard places stand out above soft "
                                        "ones sooner."),
    row::number<&P::hardness_patch>(
        "hardness_patch", "Hard patch size", "m", {1.0, 500.0, kByRatio},
        "Distance from one hard or soft patch of rock and obstacles to the next. Higher: fewer, larger forms."),
};
static_assert(sizeof(SlabDunesParameters) == kRows.size() * 4, "every parameter of the slab dunes has its row");

}  // namespace

std::span<ParameterRow const> slab_dunes_rows() { return kRows; }

}  // namespace barchan
