// The table of all gates.
#include <array>

#include "gates/list.hpp"
#include "land/terrain.hpp"

namespace barchan::gates {

namespace {

constexpr std::array kGates{
    Gate{"R1", "A column of any soils becomes an ideal cone",
         "Height within 5 % of the cone of the same volume at the angle of repose; contour at 0.4 of the height round "
         "to 12 %.",
         "closed form; eight-neighbour limit derived", Scope::land, cone},
    Gate{"R2", "A step becomes a ramp at every azimuth",
         "Within 1.3 cells x tan(repose) of the ramp of the angle of repose; its angle within -0.7 to +2.5 degrees.",
         "closed form; eight-neighbour limit derived", Scope::land, step_ramp},
    Gate{"R3", "Slip faces of running dunes stand at the angle of repose",
         "p90 of lee slopes 31.5 to 35.5 degrees at every wind, spread at most 2.5; no pair steeper than the limit.",
         "30 to 34 degrees: Taylor & Keyser 2023", Scope::both, running_slip_faces},
    Gate{"R4", "Windward and lee sides of a ridge of 5 m",
         "Reported: natural dunes have a stoss of 8 to 15 degrees and tan(lee) / tan(stoss) of 3.",
         "Hesp & Hastings 1998; Momiji et al. 2000 on the slab model's symmetry", Scope::reported, asymmetry},
    Gate{"A1", "Crests stand across the wind at any azimuth",
         "Mean signed error over 4 seeds within 8 degrees at each wind, no run above 20; height and spacing within "
         "25 %; anisotropy 0.3.",
         "Werner 1995; Rubin & Hunter 1987 for one wind", Scope::both, isotropy},
    Gate{"bias", "No bias of the grid", "Mean error within 10 degrees at 0, 15, 30 and 45, spacing within 20 %.",
         "follows from the isotropy of the physics", Scope::field, no_grid_bias},
    Gate{"A3", "Cell size does not matter",
         "Speed x height per lifted thickness of a ridge of 8 m within 5 % at cells of 2, 1 and 0.5 m.",
         "follows from conservation of mass", Scope::field, resolution},
    Gate{"A4", "Time step does not matter", "Speed x height within 4 % at a half and a quarter of the time step.",
         "follows from conservation of mass", Scope::field, time_step},
    Gate{"flux", "Flat sand carries slab x hop / rest", "Within 12 %, for any hop, probability and wind.",
         "closed form", Scope::both, flat_flux},
    Gate{"B1", "Ridges move as Q / (H + H0)",
         "Q within 12 % of slab x hop / rest, r squared 0.99, H0 0 to 0.3 hop / rest, exponent -1.05 to -0.65.",
         "Bagnold 1941; Andreotti, Claudin & Douady 2002", Scope::both, migration_law},
    Gate{"B3", "Small dunes have no slip face",
         "Lee below 15 degrees up to a height of 0.04 hop / rest, 30 degrees from 0.1; both for two hops.",
         "Andreotti, Claudin & Douady 2002; Parteli, Duran & Herrmann 2007", Scope::field, least_dune},
    Gate{"A0", "Not a grain is lost or made",
         "Ground + air + out - in = start to the quantum, after random parameters on random lands and after 10^6 steps "
         "on small ones, in every boundary mode; nothing negative.",
         "conservation of mass, exact", Scope::both, ledger},
    Gate{"A2", "A turned land under a turned wind gives the turned result",
         "Shadow to 1e-5, avalanches of a heap of 12 m to 1 cm, statistics of dunes as far as seeds allow.",
         "symmetry of the square lattice, exact", Scope::field, equivariance},
    Gate{"A5", "One hash for any number of threads", "1, 2, 3 and 7 threads, three regimes, every boundary mode.",
         "exact", Scope::both, determinism},
    Gate{"A6", "Columns change by what flows in and out",
         "Over 20 steps the sand of each line of cells across the wind changes by what flew in less what flew out, "
         "except where avalanches run; with them the sum over all lines is nothing.",
         "conservation of mass, exact", Scope::field, column_flux},
    Gate{"B2", "Heaps become barchans with horns down the wind",
         "Each horn at least 3 m, their mean 0.3 of the length on the axis; left and right within 50 %; width over "
         "height 4.5 to 14; the small one at least 1.5 times as fast as the large one.",
         "Hesp & Hastings 1998 (height a tenth of the width); Bagnold 1941", Scope::field, barchans},
    Gate{"T1", "Transverse dunes coarsen",
         "Spacing and height grow in every doubling of time from 40 to 640 steps; "
         "exponents 0.2 to 0.55 and 0.3 to 0.65.",
         "Werner 1995; Gunn et al. 2022 on coarsening", Scope::field, coarsening},
    Gate{"T2", "Without a wind shadow there are no dunes", "rms height at most 0.4 m without, at least 2 m with it.",
         "Werner 1995", Scope::field, without_shadow},
    Gate{"G1", "Two winds: crests stand where they meet most sand",
         "The crest that maximises the sum of Q |sin(wind - crest)|: within 10 degrees for equal winds, 15 for 2 : 1, "
         "22 at 150 degrees; anisotropy 0.3; 8 seeds each.",
         "Rubin & Hunter 1987; closed form for two winds", Scope::both, bedform_normal},
    Gate{"G2", "Sand supply decides between barchans, ridges and full cover",
         "Cover up to 0.3: at least 8 dunes, none above 0.3 of all, elongation at most 3; cover 0.45 to 0.75: at most "
         "4, the largest 0.6 of all; 4 m: cover 0.95 and the crests of G1.",
         "Taylor & Keyser 2023 after Lue et al. 2018", Scope::field, sand_availability},
    Gate{
        "G3", "A source on bare ground feeds one linear dune",
        "A disc of 6 m kept at 4 m, winds 120 degrees apart: axis within 15 degrees of the finger law, length over "
        "width at least 4 after 1500 steps. A disc of 3 m kept at 1 m: at 120 degrees 0.85 of the sand in one body, at "
        "45 degrees (2 : 1) at most 0.8. Other winds reported.",
        "Courrech du Pont, Narteau & Gao 2014; Rozier et al. 2019", Scope::both, fingers},
    Gate{"S1", "Three winds make a star with three arms",
         "Slip faces: m3 at least 0.6 and twice m4; drift at most 3 cells, anisotropy at most 0.25, height 0.75 of "
         "the start. Five winds reported.",
         "Zhang et al. 2012; Taylor & Keyser 2023", Scope::field, star},
    Gate{"L0", "Not a grain of any soil is lost or made",
         "Every account and water's close to the quantum over 10^5 steps of all processes at once on a land of seven "
         "soils, in every boundary mode; layers of a cell within their rule; a restored world goes the same way.",
         "conservation of mass, exact", Scope::both, ledger_of_soils},
    Gate{"L1", "A turned or mirrored land of layers comes to rest turned or mirrored", "Within 1 mm.",
         "symmetry of the square lattice", Scope::land, turned_layers},
    Gate{"E1", "An echo dune stands before a wall",
         "Crest 0.4 to 2 heights before it, within 0.15 of each other; at least 0.3 heights bare before the wall; dune "
         "at most as high. Its end of growth is reported.",
         "Tsoar 1983; Taylor & Keyser 2023", Scope::both, echo_dune},
    Gate{"E2", "Sand climbs what is less steep than 55 degrees",
         "Half of it is over slopes of 40 to 50 degrees after 100 steps, not a tenth over 60 to 90.",
         "Tsoar 1983; Taylor & Keyser 2023", Scope::both, climb_or_echo},
    Gate{"E3", "Past the flanks of a wall sand flies as without it",
         "Flux 1 to 2.5 heights beside it within 10 %; nearer, where what it turns aside passes, reported.",
         "Taylor & Keyser 2023, 4.3", Scope::both, past_the_flanks},
    Gate{"E4", "An echo dune wanders off when its wall is taken away, and comes again with it",
         "Nine tenths gone in two turnovers; the second time within 0.15 heights of the place and a fifth of the "
         "height.",
         "Taylor & Keyser 2023, figure 9", Scope::both, wall_taken_away},
    Gate{"E5", "A sand shadow lies behind a block",
         "At least twice the sand beside it at each wind; means over four winds: 2 to 6 heights long (to a fifth of "
         "the deepest), left and right within 20 %.",
         "Hesp 1981; Taylor & Keyser 2023 leave it open", Scope::both, lee_of_a_block},
};

}  // namespace

std::span<Gate const> all_gates() { return kGates; }

}  // namespace barchan::gates
