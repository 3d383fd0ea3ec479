// The table of all gates.
#include <array>

#include "gates/list.hpp"
#include "land/terrain.hpp"

namespace barchan::gates {

namespace {

constexpr std::array kGates{
    Gate{"R1", "A column of loose soils becomes an ideal cone",
         "The height of the heap is within 5 % of the height of the cone with the same volume at the angle of repose. "
         "On the contour at 0.4 of the height of this cone, the longest radius is at most 1.12 times the shortest. No "
         "drop between neighbouring cells exceeds the limit by more than 1 mm, and no soil gains or loses a quantum.",
         "closed form; the tolerance allows for the fact that slopes are limited only towards eight neighbours",
         Scope::land, cone, "height / height of the ideal cone"},
    Gate{"R2", "A step becomes a ramp at every azimuth",
         "The vertical distance between the surface and the ideal ramp is at most 1.3 times the cell size times the "
         "tangent of the angle of repose. The angle of the ramp is at most 0.7 degrees below and at most 2.5 degrees "
         "above the angle of repose.",
         "closed form; the tolerance allows for the fact that slopes are limited only towards eight neighbours",
         Scope::land, step_ramp, "largest vertical distance from the ideal ramp, m"},
    Gate{"R3", "Slip faces of migrating dunes stand at the angle of repose",
         "Under each wind, p90 of the lee slopes is 31.5 to 35.5 degrees. The largest and the smallest p90 among the "
         "winds differ by at most 2.5 degrees. No drop between neighbouring cells exceeds the limit by more than 1 mm.",
         "Taylor & Keyser 2023 (30 to 34 degrees)", Scope::both, running_slip_faces, "lee slope p90, deg"},
    Gate{"R4", "Stoss and lee slopes of a ridge with an initial height of 7 m",
         "All figures are only reported. The height of the ridge changes before the measurement, so the height at the "
         "measurement is reported too. Natural dunes have stoss slopes of 8 to 15 degrees, and the tangent of their "
         "lee slope is 3 times that of their stoss slope. Dunes of slab models are more symmetric. B4 tests the option "
         "that gives natural slopes.",
         "Hesp & Hastings 1998 for natural dunes; Momiji et al. 2000 for slab models", Scope::reported, asymmetry,
         "stoss slope, deg"},
    Gate{"A1", "Crests form across the wind at any azimuth",
         "Under each wind, the magnitude of the mean crest error is at most 8 degrees. In each run, the magnitude of "
         "the crest error is at most 20 degrees. The largest mean rms height among the winds is at most 1.25 times the "
         "smallest. The largest mean spacing is also at most 1.25 times the smallest. The mean anisotropy is at least "
         "0.3 under each wind.",
         "Werner 1995; Rubin & Hunter 1987 for one wind", Scope::both, isotropy, "mean crest error, deg"},
    Gate{"bias", "The grid does not bias the crests",
         "Under winds towards 0, 15, 30 and 45 degrees, the magnitude of the mean crest error is at most 10 degrees. "
         "In each run, the magnitude of the crest error is at most 20 degrees. The largest mean spacing among the "
         "winds is at most 1.2 times the smallest. The mean anisotropy is at least 0.3 under each wind.",
         "follows from the isotropy of the physics", Scope::field, no_grid_bias, "mean crest error, deg"},
    Gate{"A3", "The migration of a ridge does not depend on the cell size",
         "The speed of a ridge with an initial height of 8 m is multiplied by its height, and divided by the thickness "
         "of sand that the open wind lifts in the same time. The largest and the smallest of these figures in cells of "
         "2, 1 and 0.5 m differ by at most 5 % of their mean. The time step is proportional to the cell size, so a "
         "slab is always a tenth of a cell thick.",
         "follows from the conservation of mass", Scope::field, resolution, "(largest - smallest) / mean"},
    Gate{"A4", "The migration of a ridge does not depend on the time step",
         "The speed of a ridge with an initial height of 8 m is multiplied by its height. This figure is computed for "
         "the default time step, half of it and a quarter of it. The largest and the smallest figure differ by at most "
         "4 % of their mean.",
         "follows from the conservation of mass", Scope::field, time_step, "(largest - smallest) / mean"},
    Gate{"flux", "On flat sand, the sand flux is slab x hop / rest",
         "The flux per step is within 12 % of slab x hop / rest for every hop, rest and wind.", "closed form",
         Scope::both, flat_flux, "flux over the edges / (slab x hop / rest)"},
    Gate{"B1", "Ridges of height H migrate at a speed of Q / (H + H0)",
         "Q and H0 are fitted to the speeds of ridges of different heights. The flux Q is within 12 % of slab x hop / "
         "rest, H0 is 0 to 0.3 times hop / rest, and r squared of the fit is at least 0.99. A power law of the height "
         "is fitted to the same speeds. Its exponent is -1.05 to -0.65.",
         "Bagnold 1941; Andreotti, Claudin & Douady 2002", Scope::both, migration_law, "flux Q / (slab x hop / rest)"},
    Gate{"B3", "Small dunes have no slip face",
         "For every hop length, ridges with a height of at most 0.04 times hop / rest have lee slopes of at most 15 "
         "degrees. Ridges with a height of at least 0.1 times hop / rest have lee slopes of at least 30 degrees.",
         "Andreotti, Claudin & Douady 2002; Parteli, Duran & Herrmann 2007", Scope::field, least_dune,
         "steepest lee slope of ridges up to 0.04 hop / rest high, deg"},
    Gate{"A0", "No sand is lost or created",
         "The sand on the ground plus the airborne sand plus the outflow minus the inflow equals the initial sand "
         "exactly, in quanta. The gate tests this equality on random lands with random parameters, and on small lands "
         "for 10^6 steps, with every boundary condition. No thickness is negative.",
         "follows from the conservation of mass, which is exact in quanta", Scope::both, ledger,
         "error of the mass balance, quanta"},
    Gate{"A2", "Rotating the land and the wind rotates the result",
         "A land and its wind are rotated by 90 degrees. The wind shadow differs from the rotated original by at most "
         "1e-5. After avalanches or grain flows, the surface of a heap 12 m high differs from the rotated original by "
         "at most 1 cm. Statistics of dunes agree within the scatter of the seeds.",
         "follows from the symmetry of the square grid", Scope::field, equivariance,
         "largest - smallest mean crest error"},
    Gate{"A5", "The hash does not depend on the number of threads",
         "Runs on 1, 2, 3 and 7 threads end with the same hash, under three wind regimes and with every boundary "
         "condition.",
         "a rule of the program, which allows no difference", Scope::both, determinism, "runs with a different hash"},
    Gate{"A6", "Lines of cells change by inflow minus outflow",
         "A line consists of all cells at the same distance along the wind. Over 20 steps, the sand of each line "
         "changes by the inflow minus the outflow of flying sand, except near a ridge with avalanches. The changes "
         "that flight does not explain, including those near the ridge, sum to 0 over all lines.",
         "follows from the conservation of mass, which is exact in quanta", Scope::field, column_flux,
         "sum over all lines of the changes that flight does not explain, quanta"},
    Gate{"B2", "Heaps become barchans with horns that point downwind",
         "Each horn is at least 3 m long. The mean horn length is at least 0.3 of the length of the dune along its "
         "axis, and the lengths of the two horns differ by at most half of their mean. The width is 4.5 to 14 times "
         "the height. With hops of 5 m, a heap with a radius of 10 m migrates at least 1.5 times as fast as a heap "
         "with a radius of 24 m. With hops of 20 m, a heap with a radius of 16 m migrates at least as fast as a heap "
         "with a radius of 24 m.",
         "Bagnold 1941 (horns, speed); Hesp & Hastings 1998 for the natural width, which is not reached", Scope::field,
         barchans, "mean horn length / length on the axis",
         "Width / height: Natural barchans are about 10 times as wide as high. The bounds of 4.5 and 14 do not come "
         "from nature. They only keep the shapes of this model from changing unseen. The default law does not reach a "
         "ratio of 10, because the wind lifts as much sand from flat ground as from a crest. Stoss sides are therefore "
         "steep and dunes high. B4 tests the option that reaches this ratio.\n"
         "Small cells: For each hop length, the shape of the smallest heap on cells of 1 m is only reported."},
    Gate{
        "B4", "The shear stress over relief gives barchans natural proportions",
        "Heaps with radii of 20 and 40 m become barchans under the shear stress of the wind over relief (`wind.stress` "
        "4.5, `slab_dunes.reptation` 0.15), with hops of 2 and 5 m. The mean width is 8 to 12 times the height, and "
        "the "
        "width of each run is 7.5 to 15 times the height. In each run, the median of the stoss slopes is at most 15 "
        "degrees, and each horn is at least 3 m long. The heights are only reported.",
        "Hesp & Hastings 1998 (width ten times the height, stoss slopes of 8 to 15 degrees); Kroy et al. 2002",
        Scope::both, natural_barchans, "mean width / height"},
    Gate{"T1", "Transverse dunes coarsen",
         "Whenever the time doubles between 40 and 640 steps, spacing and rms height grow. Power laws of time are "
         "fitted to both. The exponent is 0.2 to 0.55 for the spacing and 0.3 to 0.65 for the rms height.",
         "derivation from the speed Q / H for an exponent of 1/2; Werner & Kocurek 1999 and Gunn et al. 2022 for "
         "slower growth",
         Scope::field, coarsening, "exponent of the spacing",
         "Theory: There is no agreed exponent. If dunes with a speed of Q / H merge and keep their shape, both "
         "exponents are 1/2, because the time between two mergers is the spacing divided by the difference of the "
         "speeds. If crests grow only where defects move through them, growth becomes slower and slower."},
    Gate{"T2", "Without a wind shadow there are no dunes",
         "The rms height is at most 0.4 m without the wind shadow and at least 2 m with it.", "Werner 1995",
         Scope::field, without_shadow, "rms height with the shadow / without it"},
    Gate{"G1", "Under two winds, crests follow the bedform-normal rule",
         "The expected crests lie in the direction that maximises the sum of Q |sin(wind - crest)| over both winds, "
         "where Q is the amount of sand that a wind moves. The magnitude of the mean crest error is at most 10 degrees "
         "for equal winds, 15 for a ratio of 2, and 22 for a ratio of 2 at an angle of 150 degrees. The mean "
         "anisotropy is at least 0.3. The figures for equal winds at an angle of 105 degrees are only reported.",
         "Rubin & Hunter 1987; closed form for two winds", Scope::both, bedform_normal, "mean crest error, deg"},
    Gate{"G2", "The amount of sand determines the kind of dunes",
         "Little sand makes barchans, more sand makes ridges with bare ground between them, and much sand covers the "
         "ground completely. If the sand is 0.15 or 0.5 m thick on average, the covered fraction is at most 0.3, there "
         "are at least 8 dunes, and no dune has more than 0.3 of the dune area. If the angle between the winds is 45 "
         "degrees, the elongation of these dunes is at most 3. If the sand is 1.5 m thick, the covered fraction is "
         "0.45 to 0.75, there are at most 4 dunes, and the largest dune has at least 0.6 of the dune area. If the sand "
         "is 4 m thick, the covered fraction is at least 0.95, and the crests meet the bounds of G1.",
         "Taylor & Keyser 2023 after Lü et al. 2018", Scope::field, sand_availability, "covered fraction"},
    Gate{"G3", "A source on bare ground feeds one linear dune",
         "The large source is a disc with a radius of 6 m that is kept 4 m deep. Winds 120 degrees apart blow for 1500 "
         "steps. The direction of each dune at this source then differs by at most 10 degrees from the finger law with "
         "the flux-up ratio of the model. The length of the dune is at least 4 times its width. The small source has a "
         "radius of 3 m and is kept 1 m deep. At a ratio of 2, its dune contains at least 0.85 of the sand if the "
         "angle is 120 degrees, and at most 0.8 if the angle is 45 degrees.",
         "Courrech du Pont, Narteau & Gao 2014 for the finger law; Gao et al. 2015 for the ratio of 1.6; Rozier et al. "
         "2019",
         Scope::both, fingers, "largest angle from the finger law with the model's own flux-up ratio, deg",
         "Flux-up ratio: The published value, 1.6, belongs to dunes over which the wind becomes faster. The default "
         "law has no such speed-up. With this law, the flux over crests is even smaller than over flat sand, because "
         "the shadow upwind of a dune lets no sand through. The gate measures the ratio on a ridge: speed times "
         "height, divided by the flux over flat sand, minus 1. With this ratio, the finger law predicts nearly the "
         "direction of the resultant.\n"
         "Only reported: the angle from the finger law with a flux-up ratio of 1.6, the figures for other winds, and "
         "the figures with the shear stress (`wind.stress` 4.5, `slab_dunes.reptation` 0.15). With the shear stress, "
         "the flux-up ratio is near the published one, but the dune does not follow the finger law.\n"
         "Small source: Only cells with more than 0.4 m of sand count. The dune of the source consists of all such "
         "cells that are connected with the source."},
    Gate{"G4", "Under unequal winds, crests stay near the bedform-normal rule",
         "The magnitude of the mean crest error is at most 20 degrees, and that of the crest error of each run at most "
         "40 degrees. The gate also compares the crests with the rule for the flux over sheltered beds, which has a "
         "flux-up ratio of -0.45. The mean angle from this rule is at most 10 degrees. Where the second maximum of a "
         "rule is less than 5 % lower than the first, the figures are only reported.",
         "Rubin & Hunter 1987; closed form for two winds; Courrech du Pont, Narteau & Gao 2014 for the flux-up ratio",
         Scope::both, unequal_winds, "largest magnitude of a mean crest error, deg",
         "Aim: For all ratios and angles, the mean crest error should be at most 5 degrees, and the crest error of "
         "each run at most 15 degrees. **Slab dunes do not meet this aim.**\n"
         "Rows with a hop of 2 m: The crests of small dunes turn towards the rule while the dunes grow.\n"
         "Flux-up ratio: The gate lets steady winds blow over a grown bed at 90, 74, 58 and 42 degrees to the crests. "
         "It fits the ratio to the sand that passes the crests."},
    Gate{"S1", "Three winds make a star with three arms",
         "For the slip faces, m3 is at least 0.6 and at least twice m4. The centre of the star moves by at most 3 "
         "cells. The anisotropy of the star is at most 0.25, and its height is at least 0.75 of the initial height. "
         "The figures for five winds are only reported.",
         "Zhang et al. 2012; Taylor & Keyser 2023", Scope::field, star, "slip faces m3, 3 winds"},
    Gate{"L0", "No soil is lost or created",
         "All processes run together for 10^5 steps on a land of seven soils, with every boundary condition. The mass "
         "balance of every soil and of water is exact. The number of layers in each cell stays within its limit, and "
         "a restored world continues identically.",
         "follows from the conservation of mass, which is exact in quanta", Scope::both, ledger_of_soils,
         "largest error of an account, quanta"},
    Gate{"L1", "Rotating or mirroring a layered land rotates or mirrors its final state",
         "When no soil slides any more, the elevations of the rotated or mirrored land differ by at most 1 mm from the "
         "rotated or mirrored elevations of the original land. In the rows with a static excess above 0 (in m/m), a "
         "soil begins to slide only where its slope exceeds the tangent of its angle of repose by this excess.",
         "follows from the symmetry of the square grid", Scope::land, turned_layers,
         "largest difference of elevation, m"},
    Gate{"D1", "Between two heads, the water table is that of Dupuit",
         "Groundwater flows between heads of 5 and 3 m under a uniform recharge, in four directions relative to the "
         "grid. In each cell, the error of the water table (called *the table* in the figures below) is at most 0.5 % "
         "of the first head. The discharge through each cell is within 1 % of the law, and the mass balance is exact.",
         "Dupuit 1863; closed form h^2 = h0^2 - (h0^2 - hL^2) x / L + (R / K) x (L - x)", Scope::land,
         between_two_heads, "largest error of the table / first head",
         "Symbols: h is the height of the water table above the base at the distance x from the first head. h0 and hL "
         "are the two heads, L is the distance between them, R is the recharge, and K is the hydraulic conductivity."},
    Gate{"D2", "Around a well, the steady water table is that of Thiem",
         "A well pumps until the water table is at rest. The height h of the water table is measured at a radius of 5 "
         "m (h1) and at three larger radii (h2), in five directions. Each difference h2^2 - h1^2 is within 2 % of the "
         "law.",
         "Thiem 1906; closed form h2^2 - h1^2 = Q ln(r2 / r1) / (pi K)", Scope::land, steady_well,
         "largest relative error of h2^2 - h1^2",
         "Symbols: Q is the rate of pumping, K is the hydraulic conductivity, and r1 and r2 are the radii at which h1 "
         "and h2 are measured."},
    Gate{"D3", "While a well pumps, the drawdown grows as Theis found",
         "A well pumps from an aquifer that is 50 m thick and so wide that the edges have no effect. At each time and "
         "in twelve directions, the drawdown at radii of 12, 24 and 48 m is within 2 % of the law wherever u = r^2 S / "
         "(4 T t) is 0.01 to 1. Pumping makes the aquifer thinner, so the drawdown is corrected by the method of "
         "Jacob. The largest drawdown among the directions is at most 1.02 times the smallest, and the volume of the "
         "cone is within 1 % of the volume pumped.",
         "Theis 1935; closed form s = Q W(u) / (4 pi T)", Scope::land, pumping_well,
         "largest relative error of the drawdown",
         "Symbols: s is the drawdown at the radius r and the time t. Q is the rate of pumping, T is the "
         "transmissivity, S is the storage coefficient, and W is the well function."},
    Gate{"H1", "On rising land, slopes decrease with drainage area as the law of erosion says",
         "On lands of 64 x 64 cells, only drainage areas of 40 to 400 cells count. In each run, a fit of slope = "
         "constant x area^-theta has an r squared of at least 0.9, and theta (the *exponent of the slope*) is within "
         "0.1 of the theta of the law (0.35 or 0.5). With each seed, theta is larger for the law with 0.5 than for the "
         "law with 0.35. The figures of lands of 128 x 128 cells are only reported.",
         "closed form, from the conservation of sediment; Gailleton et al. 2021 for rivers (median of 0.43)",
         Scope::land, slope_and_area, "exponent of the slope",
         "Law: Loose land rises as fast as rain erodes it. Water then carries a flux proportional to the drainage "
         "area, so theta is the exponent of the discharge in the law of erosion, divided by the exponent of the slope "
         "in this law.\n"
         "Large basins: **Beyond areas of some 400 cells, the law does not hold.** Valley floors become several cells "
         "wide and rivers braid there, so slopes hardly decrease downstream. The rows of 128 x 128 cells, with areas "
         "of up to 1600 cells, show this."},
    Gate{"H2", "Main streams lengthen with the area of their basins (Hack's law, reported)",
         "No world has a value that is negative or not finite. On a land that rises as fast as rain erodes it, the "
         "length of the longest stream to each cell is a power of the drainage area. The exponent of this power law is "
         "only reported, together with the exponent on fractal noise that no water has carved. Many networks have "
         "exponents near those of rivers, so the exponent is no evidence for a law of erosion.",
         "Hack 1957 (0.6); Rigon et al. 1996 (0.5 to 0.6)", Scope::land, main_streams,
         "exponent of the length of the main stream"},
    Gate{"E1", "An echo dune forms upwind of a wall",
         "The crest lies 0.4 to 2 heights upwind of the wall, and its positions in all runs differ by at most 0.3 "
         "heights. The width of the bare strip at the foot of the wall is 0.3 to 1 heights. The height of the dune is "
         "0.2 to 1 heights, and its stoss side is not steeper than its side towards the wall. The growth of the dune "
         "is only reported.",
         "Tsoar 1983; Taylor & Keyser 2023", Scope::both, echo_dune, "distance from wall to crest, heights",
         "Put into the model: the eddy upwind of the wall. The laws of the eddy give the width of the bare strip (0.45 "
         "heights) and the places where the sand of the strip lands (0.45 to 2 heights from the wall). They also give "
         "the part of the wall that a dune may shelter before sand goes over the wall. The gate therefore tests the "
         "implementation at every wind direction, cell size and slope of the face. It is no evidence for the eddy.\n"
         "Follows from constants of the eddy: the width of the bare strip, and the height at which the dune stops "
         "growing.\n"
         "Not put in: the place of the crest within the landing zone, the slopes of both sides of the dune, and the "
         "fact that these figures are the same under every wind and on cells of every size."},
    Gate{"E2", "Sand climbs slopes gentler than 55 degrees",
         "After 100 steps, at least half of the sand has passed the top of slopes of 40 to 50 degrees, and at most 0.4 "
         "of the sand lies upwind of the foot of these slopes. On slopes of 60 to 90 degrees, at most a tenth of the "
         "sand has passed the top, and at least half of the sand lies upwind of the foot.",
         "Tsoar 1983; Taylor & Keyser 2023", Scope::both, climb_or_echo, "fraction of the sand that passed the top",
         "Put into the model: the limit of 55 degrees. It decides which slopes have an eddy. The eddy stops sand at "
         "the foot of the slope. The gate therefore tests that the limit acts on slopes that are made of cells, at "
         "every wind direction and cell size. It is no evidence for the limit.\n"
         "Not put in: the amount of sand that passes slopes of 40 to 50 degrees. These slopes are steeper than the "
         "angle of repose."},
    Gate{"E3", "Sand flies past the ends of a wall as if the wall were not there",
         "The flux at a distance of 1 to 2.5 heights beyond the ends of the wall is within 10 % of the flux without "
         "the wall. Closer to the ends, the wind also carries sand that the wall has deflected. There the flux is only "
         "reported.",
         "Taylor & Keyser 2023, section 4.3", Scope::both, past_the_flanks, "flux 1 to 2.5 heights beyond the ends"},
    Gate{"E4", "An echo dune migrates away when its wall is removed and forms again when the wall is put back",
         "Two turnovers after the wall was removed, at least 0.9 of the dune has migrated away. A turnover is the "
         "height times the length of the dune, divided by the flux over open sand. The wall is then put back. The "
         "crest of the second dune is within 0.15 heights of the crest of the first, and the height of the second dune "
         "is 0.8 to 1.25 times the height of the first.",
         "Taylor & Keyser 2023, figure 9", Scope::both, wall_taken_away, "fraction of the dune that has migrated away"},
    Gate{"E5", "A sand shadow forms downwind of a block",
         "Under each wind, the mean thickness of the sand downwind of the block is at least twice the mean thickness "
         "beside the block. On average over four winds, the sand shadow is 2 to 6 heights long, and the amounts of "
         "sand in its left and right halves differ by at most 0.2 of their sum. The shadow ends where the sand is "
         "thinner than a fifth of the greatest thickness in it.",
         "Hesp 1981; Taylor & Keyser 2023, as an open problem", Scope::both, lee_of_a_block,
         "mean length of the sand shadow, heights"},
    Gate{"W1", "Wind particles: a lone dune on rock keeps its sand",
         "Cones of sand with radii of 13.5 to 24 m migrate over bare rock by their initial length. The mean amount of "
         "sand in the dune is then 0.9 to 1.1 times the initial amount, on open and on periodic land, at half the cell "
         "size and at half the time step. Larger dunes grow and smaller ones shrink, as in nature, so a radius of 30 m "
         "is only reported. The airborne sand over bare rock is 0.7 to 1.4 times the load that the parameter `inflow` "
         "sets. For a sand flux of 30 m2 (30 m3 of sand per metre of width, as in a year in a desert), the rock loses "
         "0.03 to 1.63 mm.",
         "Hersen et al. 2004 for dunes between growth and decay; Knight & Burningham 2003 and Sharp 1980 for the wear",
         Scope::land, lone_dune, "sand after the crossing / sand before",
         "Put into the model: `inflow` was chosen so that dunes of this size keep their sand, and `abrasion` was "
         "chosen so that rock wears as in nature.\n"
         "Not put in: the fact that one value of each parameter serves all these sizes, winds, cell sizes and "
         "boundaries."},
    Gate{"W2", "Wind particles: ridges of height H migrate at a speed of Q / (H + H0)",
         "Q and H0 are fitted to the speeds of ridges of different heights. The flux Q is within 15 % of the flux over "
         "flat sand, H0 is -1 to 2.5 m, and r squared of the fit is at least 0.98. A power law of the height is fitted "
         "to the same speeds. Its exponent is -1.05 to -0.65. At half the cell size and at half the time step, speed "
         "times height differs by at most 10 % from its value with the defaults. In cells of 2 m and with the speed-up "
         "of the default scenario, speed times height is only reported.",
         "Bagnold 1941; Andreotti, Claudin & Douady 2002", Scope::land, particle_migration,
         "flux Q / flux over flat sand"},
    Gate{"W3", "Wind particles: crests form across the wind at any azimuth",
         "Under each wind, and also at half the cell size and at half the time step, the magnitude of the mean crest "
         "error of 8 seeds is at most 8 degrees. In each run, the magnitude of the crest error is at most 20 degrees. "
         "The mean anisotropy is at least 0.25. p90 of the lee slopes is 31.5 to 37 degrees.",
         "Werner 1995; Rubin & Hunter 1987 for one wind", Scope::land, particle_crests, "mean crest error, deg"},
    Gate{"W4", "Wind particles: dunes coarsen",
         "Whenever the time doubles between 160 and 1280 s, spacing and rms height grow. Power laws of time are fitted "
         "to both. The exponent is 0.2 to 0.55 for the spacing and 0.3 to 0.65 for the rms height.",
         "Werner 1995; Gunn et al. 2022 for coarsening", Scope::land, particle_coarsening, "exponent of the spacing"},
    Gate{"W5", "Wind particles: heaps become barchans with horns that point downwind",
         "After a heap has migrated by its own length, each horn is at least 3 m long, and the mean lengths of the two "
         "horns differ by at most half of their mean. p90 of the lee slopes is 31.5 to 37 degrees. The proportions and "
         "the stoss slopes are only reported. In nature the width is about ten times the height, and stoss slopes are "
         "8 to 15 degrees steep.",
         "Bagnold 1941; Hesp & Hastings 1998", Scope::land, particle_barchans, "shortest horn, m"},
    Gate{"W6", "Wind particles: under unequal winds, crests stay near the bedform-normal rule",
         "For angles of 60 and 150 degrees between the winds, the magnitude of the mean crest error is at most 15 "
         "degrees, and that of the crest error of each run is at most 30 degrees. The other figures are only reported: "
         "at 90 degrees the rule has two maxima, and at 120 degrees the crests turn across the mean wind within 480 s.",
         "Rubin & Hunter 1987; closed form for two winds", Scope::land, particle_unequal_winds,
         "largest magnitude of a mean crest error, deg"},
};

}  // namespace

std::span<Gate const> all_gates() { return kGates; }

}  // namespace barchan::gates
