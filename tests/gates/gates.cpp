// The table of all gates.
#include <array>

#include "gates/list.hpp"
#include "land/terrain.hpp"

namespace barchan::gates {

namespace {

constexpr std::array kGates{
    Gate{"R1", "A column of loose soils becomes an ideal cone",
         "The height is within 5 % of that of the cone with the same volume at the angle of repose. On the contour at "
         "0.4 of that height, the longest radius is at most 1.12 times the shortest. No cell exceeds the limit by more "
         "than 1 mm, and no soil gains or loses a quantum.",
         "closed form; the tolerance follows from slopes limited between eight neighbours", Scope::land, cone},
    Gate{"R2", "A step becomes a ramp at every azimuth",
         "The surface lies within 1.3 cells x tan(angle of repose) of the ideal ramp. The angle of the ramp is at most "
         "0.7 degrees below and at most 2.5 degrees above the angle of repose.",
         "closed form; the tolerance follows from slopes limited between eight neighbours", Scope::land, step_ramp},
    Gate{"R3", "Slip faces of migrating dunes stand at the angle of repose",
         "At every wind, p90 of the lee slopes is 31.5 to 35.5 degrees. Its spread over the winds is at most 2.5 "
         "degrees. No cell exceeds the limit by more than 1 mm.",
         "Taylor & Keyser 2023 (30 to 34 degrees)", Scope::both, running_slip_faces},
    Gate{"R4", "Stoss and lee slopes of a ridge that is 7 m high at first",
         "All figures are only reported. Natural dunes have stoss slopes of 8 to 15 degrees, and the ratio tan(lee) / "
         "tan(stoss) of their slopes is 3.",
         "Hesp & Hastings 1998; Momiji et al. 2000 for the symmetry of the slab model", Scope::reported, asymmetry},
    Gate{"A1", "Crests form across the wind at any azimuth",
         "The mean crest error is within 8 degrees at each wind, and the error of each run within 20 degrees. The mean "
         "rms heights and the mean spacings at different winds differ by at most 25 %. The mean anisotropy is at least "
         "0.3 at each wind.",
         "Werner 1995; Rubin & Hunter 1987 for one wind", Scope::both, isotropy},
    Gate{"bias", "The grid does not bias the crests",
         "The mean crest error is within 10 degrees at winds of 0, 15, 30 and 45 degrees, and the error of each run "
         "within 20 degrees. The mean spacings at different winds differ by at most 20 %. The mean anisotropy is at "
         "least 0.3 at each wind.",
         "follows from the isotropy of the physics", Scope::field, no_grid_bias},
    Gate{"A3", "The migration of a ridge does not depend on the cell size",
         "For a ridge of 8 m, speed x height per lifted thickness varies by at most 5 % between cells of 2, 1 and 0.5 "
         "m.",
         "follows from the conservation of mass", Scope::field, resolution},
    Gate{"A4", "The migration of a ridge does not depend on the time step",
         "For a ridge of 8 m, speed x height varies by at most 4 % between the default time step, a half and a quarter "
         "of it.",
         "follows from the conservation of mass", Scope::field, time_step},
    Gate{"flux", "Flat sand carries slab x hop / rest",
         "The flux is within 12 % of slab x hop / rest for every hop, rest and wind.", "closed form", Scope::both,
         flat_flux},
    Gate{"B1", "Ridges of height H migrate at a speed of Q / (H + H0)",
         "Q and H0 are fitted to the speeds of ridges of different heights. The flux Q is within 12 % of slab x hop / "
         "rest, H0 is 0 to 0.3 hop / rest, and r squared of the fit is at least 0.99. A power law of the height, "
         "fitted to the same speeds, has an exponent of -1.05 to -0.65.",
         "Bagnold 1941; Andreotti, Claudin & Douady 2002", Scope::both, migration_law},
    Gate{"B3", "Small dunes have no slip face",
         "For every hop length, ridges of at most 0.04 hop / rest have lee slopes of at most 15 degrees. Ridges of at "
         "least 0.1 hop / rest have lee slopes of at least 30 degrees.",
         "Andreotti, Claudin & Douady 2002; Parteli, Duran & Herrmann 2007", Scope::field, least_dune},
    Gate{"A0", "No sand is lost or created",
         "Ground + airborne + outflow - inflow equals the initial sand, to the quantum. This holds on random lands "
         "with random parameters and after 10^6 steps on small lands, with every boundary condition. No thickness is "
         "negative.",
         "conservation of mass, exact", Scope::both, ledger},
    Gate{"A2", "Rotating the land and the wind rotates the result",
         "After a rotation by 90 degrees, the rotated wind shadow differs by at most 1e-5. A heap of 12 m differs by "
         "at most 1 cm after avalanches or grain flows. Statistics of dunes agree within the scatter of the seeds.",
         "symmetry of the square lattice, exact", Scope::field, equivariance},
    Gate{"A5", "The hash does not depend on the number of threads",
         "Runs on 1, 2, 3 and 7 threads end with the same hash, under three wind regimes and with every boundary "
         "condition.",
         "exact", Scope::both, determinism},
    Gate{"A6", "Lines of cells change by inflow minus outflow",
         "A line consists of the cells at one distance along the wind. Over 20 steps, the sand of each line changes by "
         "the inflow minus the outflow of flying sand, except near a ridge with avalanches. The changes that flight "
         "does not explain, including those near the ridge, sum to 0 over all lines.",
         "conservation of mass, exact", Scope::field, column_flux},
    Gate{"B2", "Heaps become barchans with horns that point downwind",
         "Each horn is at least 3 m long. The mean horn length is at least 0.3 of the length on the axis, and the two "
         "horns differ by at most half of their mean length. The width is 4.5 to 14 times the height. A heap with a "
         "radius of 10 m is at least 1.5 times as fast as one of 24 m, and one of 16 m is at least as fast as that of "
         "24 m. The smallest heap on cells of 1 m is only reported.",
         "Hesp & Hastings 1998 (height a tenth of the width); Bagnold 1941", Scope::field, barchans},
    Gate{"T1", "Transverse dunes coarsen",
         "Spacing and rms height grow in every doubling of time from 40 to 640 steps. As powers of time, the spacing "
         "has an exponent of 0.2 to 0.55 and the rms height one of 0.3 to 0.65.",
         "Werner 1995; Gunn et al. 2022 for coarsening", Scope::field, coarsening},
    Gate{"T2", "Without a wind shadow there are no dunes",
         "The rms height is at most 0.4 m without the shadow and at least 2 m with it.", "Werner 1995", Scope::field,
         without_shadow},
    Gate{"G1", "Under two winds, crests follow the bedform-normal rule",
         "The expected crests lie in the direction that maximises the sum of Q |sin(wind - crest)| over both winds, "
         "where Q is the sand that a wind moves. The mean crest error is within 10 degrees for equal winds, 15 for a "
         "ratio of 2, and 22 for a ratio of 2 at 150 degrees. The mean anisotropy is at least 0.3. Equal winds at 105 "
         "degrees are only reported.",
         "Rubin & Hunter 1987; closed form for two winds", Scope::both, bedform_normal},
    Gate{"G2", "The amount of sand determines whether barchans, ridges or a full cover form",
         "With 0.15 and 0.5 m of sand, the cover is at most 0.3, and there are at least 8 dunes, none with more than "
         "0.3 of the dune area. At 45 degrees, their elongation is at most 3. With 1.5 m, the cover is 0.45 to 0.75, "
         "and there are at most 4 dunes, the largest with at least 0.6 of the dune area. With 4 m, the cover is at "
         "least 0.95, and the crests meet the bounds of G1.",
         "Taylor & Keyser 2023 after Lü et al. 2018", Scope::field, sand_availability},
    Gate{"G3", "A source on bare ground feeds one linear dune",
         "The large source is a disc with a radius of 6 m that is kept 4 m deep. After 1500 steps under winds 120 "
         "degrees apart, its dune points within 15 degrees of the finger law and is at least 4 times as long as wide. "
         "The small source has a radius of 3 m and is kept 1 m deep. At a ratio of 2, one body holds at least 0.85 of "
         "its sand at 120 degrees and at most 0.8 at 45 degrees. Other winds are only reported.",
         "Courrech du Pont, Narteau & Gao 2014 for the finger law; Rozier et al. 2019", Scope::both, fingers},
    Gate{
        "S1", "Three winds make a star with three arms",
        "For the slip faces, m3 is at least 0.6 and at least twice m4. The star drifts by at most 3 cells. Its "
        "anisotropy is at most 0.25, and its height at least 0.75 of the initial height. Five winds are only reported.",
        "Zhang et al. 2012; Taylor & Keyser 2023", Scope::field, star},
    Gate{"L0", "No soil is lost or created",
         "All processes run together for 10^5 steps on a land of seven soils, with every boundary condition. The "
         "accounts of all soils and of water balance to the quantum. The number of layers in a cell stays within its "
         "limit, and a restored world continues identically.",
         "conservation of mass, exact", Scope::both, ledger_of_soils},
    Gate{"L1", "Rotating or mirroring a layered land rotates or mirrors its state of rest",
         "The elevations at rest agree within 1 mm. With a static excess, sand begins to slide only where its slope "
         "exceeds the slope of repose by this excess, in m/m.",
         "symmetry of the square lattice", Scope::land, turned_layers},
    Gate{"E1", "An echo dune forms upwind of a wall",
         "The crest lies 0.4 to 2 heights upwind of the wall, and its positions in all runs differ by at most 0.3 "
         "heights. The strip at the foot of the wall is bare over 0.3 to 1 heights. The dune is 0.2 to 1 heights high, "
         "and its stoss slope is at most its slope towards the wall. Its growth is only reported.",
         "Tsoar 1983; Taylor & Keyser 2023", Scope::both, echo_dune},
    Gate{"E2", "Sand climbs slopes gentler than 55 degrees",
         "After 100 steps, at least half of the sand has passed the top of slopes of 40 to 50 degrees, and at most 0.4 "
         "lies upwind of their foot. At slopes of 60 to 90 degrees, at most a tenth has passed the top, and at least "
         "half lies upwind of the foot.",
         "Tsoar 1983; Taylor & Keyser 2023", Scope::both, climb_or_echo},
    Gate{"E3", "Sand flies past the ends of a wall as if the wall were not there",
         "The flux 1 to 2.5 heights beyond the ends is within 10 % of the flux without the wall. Closer to the ends, "
         "the wind also carries sand that the wall has deflected. There the flux is only reported.",
         "Taylor & Keyser 2023, 4.3", Scope::both, past_the_flanks},
    Gate{"E4", "An echo dune migrates away when its wall is removed and forms again when the wall is put back",
         "At least 0.9 of the dune has migrated away after two turnovers. A turnover is the height times the length of "
         "the dune, divided by the flux over open sand. The crest of the second dune is within 0.15 heights of that of "
         "the first, and its height is 0.8 to 1.25 times that of the first.",
         "Taylor & Keyser 2023, figure 9", Scope::both, wall_taken_away},
    Gate{"E5", "A sand shadow forms downwind of a block",
         "At each wind, the mean thickness of the sand downwind of the block is at least twice that beside it. On "
         "average over four winds, the sand shadow is 2 to 6 heights long, and its left and right halves differ by at "
         "most 0.2 of their sum. It ends where the sand is thinner than a fifth of its deepest part.",
         "Hesp 1981; an open problem in Taylor & Keyser 2023", Scope::both, lee_of_a_block},
};

}  // namespace

std::span<Gate const> all_gates() { return kGates; }

}  // namespace barchan::gates
