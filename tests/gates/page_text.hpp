/// Fixed texts of the page: its limits, its method and its terms. All figures of the page come from the gates.
#pragma once

#include <array>
#include <string_view>

namespace barchan::gates {

inline constexpr std::string_view kOpening = R"text(# Validation

<!-- Written by scripts/validate.sh; do not edit. -->

The acceptance tests on this page are called gates. A gate compares the program with a published law, an observation or
a closed form. Some gates test a rule instead, such as one that follows from symmetry or from the conservation of mass.
All figures are measured with the present program. `scripts/validate.sh ID` repeats one gate. Smaller versions of the
same gates run with the tests (`ctest -R Gates`).
)text";

inline constexpr std::string_view kSummary = R"text(
## Summary

Each row gives the main figure of a gate. If a gate measures this figure in several cases, the row gives the range over
the cases. "± 1.2 (4)" means that 4 runs with different seeds have a standard deviation of 1.2. If there are several
cases, the row gives the largest of their standard deviations. Semicolons separate groups of cases that have different
bounds. For gates of slab dunes, the column *found* is for the default transport (`field`), and the column `events` is
for single slabs. The last column counts the requirements of the whole gate that are met.
)text";

/// What no gate shows, or what a gate shows to be otherwise in nature. One item each, as in the limits of the models.
inline constexpr auto kNotClaimed = std::to_array<std::string_view>({
    "**Stoss slopes and widths under the default law.** Without the shear stress over relief, stoss sides are much "
    "steeper than in nature (R4), and barchans are narrower than natural ones of the same height (B2). The wind lifts "
    "as much sand from flat ground as from a crest, so nothing makes a dune flat. With the [shear "
    "stress](models/wind_field.md#shear-stress), which is off by default, B4 requires natural proportions.",
    "**Crests under unequal winds.** The aim is a mean crest error of at most 5 degrees, and a crest error of at most "
    "15 degrees in each run. Neither slab dunes (G4) nor wind particles (W6) reach this aim "
    "([decision](decisions/slab_dunes.md#crests-follow-the-flux-over-sheltered-beds)).",
    "**Dunes from a source under the shear stress.** G3 compares dunes under the default law with the finger law, "
    "computed for the flux-up ratio of the default law. With the shear stress, the flux-up ratio is near that of "
    "nature, but the dune does not grow in the direction that the finger law then predicts (reported in G3).",
    "**Walls, cliffs and blocks.** The eddy upwind of a face, its bare strip, the limit of 55 degrees and the shape of "
    "the wake are [put into the model](models/slab_dunes.md#walls-and-cliffs-echo). E1 to E5 test that these rules act "
    "as intended at every wind direction and cell size. These gates are no evidence for the rules themselves.",
    "**Other numbers that are put in.** The angle of repose, the angles of the wind shadow (10 and 15 degrees), hop "
    "length and deposition probabilities are parameters. The gates test what follows from them.",
    "**Absolute sizes and times.** Sizes of dunes scale with the hop length, which is a parameter. The "
    "[calendar](models/wind_field.md#calendar) holds for the flux over flat sand. A lone barchan moves farther in a "
    "year than a ridge of the same height.",
    "**A survey.** No gate compares a run with measurements of a whole dune field.",
    "**Coarsening.** T1 requires only that dunes keep growing, with an exponent in a wide range.",
    "**Sand of mixed grain sizes.** All grains of a soil are alike, so nothing sorts the grains of one sand: there are "
    "no coarse lags, no megaripples and no armour.",
    "**Mass.** The balances of A0 and L0 are exact in volume. Where rock becomes sand, mass is conserved only if "
    "`world.conserve` is `mass` ([layers](models/layers.md#how-processes-treat-several-soils)).",
    "**Air flow.** The wind is not a solution of the equations of flow. It does not conserve the volume of air, does "
    "not separate in front of steep sand and forms no horseshoe vortex around blocks. The shadow follows the "
    "prevailing wind, not the local wind.",
    "**Rivers.** H1 holds for loose ground on which water always carries its equilibrium load, and for drainage areas "
    "of up to some 400 cells. Larger rivers braid, and their slopes hardly decrease downstream. Relative to its flow, "
    "water erodes much faster than in nature. H2 does not require Hack's law. The exponent that it reports is slightly "
    "above that of rivers.",
    "**Groundwater.** D1 to D3 are for one soil with a free water table. The model has no perched water tables and no "
    "confined aquifers.",
});

inline constexpr std::string_view kMethod = R"text(
## How it is measured

Lengths are in metres and angles in degrees. Directions are anticlockwise from east. By default, the relief neither
turns the wind nor speeds it up (`wind.projection`, `wind.speed_up`, `wind.stress` and `wind_particles.speed_up` are 0).
All gates except A0, A5 and B4 use this default. Some rows of G3 and W2 do not use it; their names say so.

A figure that is a mean over several runs is followed by its spread: "8.3 ± 1.2 (4)" is a mean of 8.3 over 4 runs, and
1.2 is the standard deviation of the runs (with n - 1). The runs differ by their seeds. If the name of the figure gives
no wind, they also differ by their winds. The error of the mean is the spread divided by the square root of the number
of runs.

Some figures are ratios of means or are fitted to all runs. If such a figure has a spread, it is the spread of the same
figure computed from single runs. Figures without a spread come from one run, are the largest or smallest of several
runs, or compare several means.

The tables use these terms:

| term | meaning |
|---|---|
| `field`, `events` | Values of `slab_dunes.transport`: a field of airborne sand (the default), and single slabs. |
| – | The figure is not measured with this value of `slab_dunes.transport`. |
| empty cell in the column "required" | The figure is only reported. |
| wind | Direction towards which the wind blows. |
| slab | Thickness of sand that the open wind lifts in a step: 0.1 m at the default time step of 0.4 s. |
| hop | Length of the hop of a slab: 5 m by default. |
| rest | Probability that a slab is deposited where it lands on sand: 0.6 by default. |
| hop / rest | Mean distance that a slab travels over sand before it is deposited. |
| limit | Largest stable drop between neighbouring cells: their distance times the tangent of the angle of repose. |
| settling, avalanches | The two operators of [gravity](models/gravity.md) that move oversteepened sand in R1 and R2. |
| p50, p90 | Median and 90th percentile. |
| crest error | Signed angle from expected to measured crests. Under one wind, crests are expected across the wind. |
| rms height, spacing, anisotropy, m3 to m5 | See [measures](measure.md#keys). |
| ratio | For two winds that alternate: duration of the first wind divided by that of the second. |
| angle | For two winds that alternate: angle between their directions. |
| first wind | For two winds that alternate: direction of the first wind. |
| duration | For two winds that alternate: number of steps for which the wind with the shorter duration blows. |
| two maxima | The bedform-normal rule (see G1) has a second maximum that is less than 5 % lower than the first. |
| resultant | Direction of the vector sum of the sand fluxes of all winds over flat sand. |
| flux-up ratio | Relative increase of the sand flux over a crest that lies across the wind. |
| finger law | Law for the direction of a dune that grows from a source under two winds: the two winds carry )text"
                                            R"text(equal amounts of sand across its crest, from opposite sides. |
| half the cell, twice the cell | The cell size is half or twice the cell size of the other rows. |
| heights | Unit of lengths in E1 to E5: the height of the wall or block. |
| healthy world (1) | 1 if no thickness is negative and all values are finite, otherwise 0. |
)text";

}  // namespace barchan::gates
