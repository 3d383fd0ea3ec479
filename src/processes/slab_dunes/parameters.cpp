#include "processes/slab_dunes/parameters.hpp"

#include <array>

namespace barchan {

namespace {

constexpr std::array<std::string_view, 2> kTransportNames{"field", "events"};

using P = SlabDunesParameters;
constexpr std::array kRows{
    row::flag<&P::enabled>("enabled", "Slabs hop", "Whether slab dunes act at all; off lays down what is in the air."),
    row::choice<&P::transport>("transport", "Transport", kTransportNames,
                               "How sand flies: `field` shifts all sand in the air with the wind, fast; `events` "
                               "follows the hops of each slab, as the papers do."),
    row::number<&P::lift_rate>(
        "lift_rate", "Lift rate", "m/s", {0.005, 2.0, kByRatio},
        "Thickness of sand that the open wind lifts. Higher: everything goes faster, with coarser steps."),
    row::number<&P::hop_length>(
        "hop_length", "Hop length", "m", {0.5, 50.0, kByRatio},
        "How far a slab hops in a wind of 10 m/s. Higher: more transport, larger and gentler dunes."),
    row::number<&P::deposit_sand>(
        "deposit_sand", "Rest on sand", "", {0.05, 1.0},
        "Probability that a slab comes to rest where it lands on sand. Higher: shorter flights, less transport."),
    row::number<&P::deposit_bare>(
        "deposit_bare", "Rest on bare ground", "", {0.02, 1.0},
        "The same on bare ground. Lower: sand gathers in fewer, taller dunes with bare ground between."),
    row::number<&P::reptation>("reptation", "Reptation", "", {0.0, 0.2},
                               "Sand that impacts push downhill, as a share of the sand that flies past, per unit of "
                               "slope. Higher: smoother, gentler dunes."),
    row::number<&P::inflow>(
        "inflow", "Inflow", "", {0.0, 2.0},
        "Sand that comes in over open edges, as a share of what flat sand carries, while the stock beyond them is "
        "whole. Higher: the land fills sooner; below 0.4 dunes leave and none follow."),
    row::number<&P::stock>("stock", "Stock beyond the edge", "m", {0.1, 100.0, kByRatio},
                           "Sand that lies beyond the open edges, as a thickness over the whole land. Inflow falls as "
                           "it is used up: the land gains this much at most. Lower: the land keeps the sand it has."),
    row::number<&P::avalanche_reach>(
        "avalanche_reach", "Avalanche reach", "cells", {1, 100},
        "How far an avalanche runs down a slip face in one step. Higher: cleaner slip faces on tall dunes, slower."),
    row::number<&P::most_hops>(
        "most_hops", "Most hops", "", {1, 1000},
        "Hops after which a slab lies down wherever it is (`events` only). Lower: shorter flights over bare ground."),
    row::flag<&P::echo>(
        "echo", "Echo dunes",
        "Whether the wind forms a roller before walls and cliffs steeper than 55 degrees, which keeps their feet free "
        "of sand and builds an echo dune before them; off lets sand fly through and bank up."),
    row::number<&P::cliff_height>(
        "cliff_height", "Highest cliff", "m", {1.0, 200.0, kByRatio},
        "Cliffs count as no higher than this. Lower: echo dunes stay small and close to tall cliffs."),
    row::number<&P::abrasion>("abrasion", "Abrasion", "", {0.0, 0.2},
                              "Rock that flying sand wears away, as a share of the sand that strikes it; 0 wears none. "
                              "Higher: rock turns into yardangs and new sand sooner."),
    row::number<&P::abrasion_height>("abrasion_height", "Abrasion height", "m", {0.05, 5.0, kByRatio},
                                     "Height above the lowest ground upwind over which the blows of flying sand thin "
                                     "out to a third. Higher: taller faces are worn, and tops too."),
    row::number<&P::rock_hardness>("rock_hardness", "Hardness of rock", "", {0.1, 100.0, kByRatio},
                                   "How much rock resists abrasion. Higher: rock wears more slowly."),
    row::number<&P::obstacle_hardness>("obstacle_hardness", "Hardness of obstacles", "", {0.1, 100.0, kByRatio},
                                       "How much obstacles resist abrasion. Higher: they wear more slowly."),
    row::number<&P::hardness_variation>("hardness_variation", "Variation of hardness", "", {0.0, 0.9},
                                        "How much harder and softer the ground is from place to place, as a share. "
                                        "Higher: hard places stand out sooner."),
    row::number<&P::hardness_patch>("hardness_patch", "Size of hard places", "m", {1.0, 500.0, kByRatio},
                                    "Distance between harder and softer places. Higher: fewer, larger forms."),
};
static_assert(sizeof(SlabDunesParameters) == kRows.size() * 4, "every parameter of the slab dunes has its row");

}  // namespace

std::span<ParameterRow const> slab_dunes_rows() { return kRows; }

}  // namespace barchan
