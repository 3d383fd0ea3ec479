// The table of all gates.
#include <array>

#include "gates/list.hpp"
#include "land/terrain.hpp"

namespace barchan::gates {

namespace {

constexpr std::array kGates{
    Gate{"R1", "A column of any soils becomes an ideal cone",
         "Height within 5 % of the cone of the same volume at the angle of repose; contour at 0.4 of the height round "
         "within 12 %.",
         "closed form; eight-neighbour limit derived", Scope::land, cone},
    Gate{"R2", "A step becomes a ramp at every azimuth",
         "Surface within 1.3 cells x tan(repose) of the ramp at the angle of repose; its angle within -0.7 to +2.5 "
         "degrees.",
         "closed form; eight-neighbour limit derived", Scope::land, step_ramp},
    Gate{"R3", "Slip faces of running dunes stand at the angle of repose",
         "p90 of the lee slopes 31.5 to 35.5 degrees at every wind, its spread at most 2.5; no pair of cells steeper "
         "than the limit.",
         "30 to 34 degrees: Taylor & Keyser 2023", Scope::both, running_slip_faces},
    Gate{"R4", "Stoss and lee sides of a ridge of 5 m",
         "Reported: natural dunes have a stoss of 8 to 15 degrees and tan(lee) / tan(stoss) of 3.",
         "Hesp & Hastings 1998; Momiji et al. 2000 on the slab model's symmetry", Scope::reported, asymmetry},
    Gate{"A1", "Crests stand across the wind at any azimuth",
         "Mean signed error over 4 seeds within 8 degrees at each wind, no run above 20; height and spacing within 25 "
         "%; anisotropy at least 0.3.",
         "Werner 1995; Rubin & Hunter 1987 for one wind", Scope::both, isotropy},
    Gate{"bias", "The grid has no bias", "Mean error within 10 degrees at 0, 15, 30 and 45, spacing within 20 %.",
         "follows from the isotropy of the physics", Scope::field, no_grid_bias},
    Gate{"A3", "Cell size does not matter",
         "Speed x height per lifted thickness of a ridge of 8 m within 5 % at cells of 2, 1 and 0.5 m.",
         "follows from conservation of mass", Scope::field, resolution},
    Gate{"A4", "Time step does not matter", "Speed x height within 4 % at a half and a quarter of the time step.",
         "follows from conservation of mass", Scope::field, time_step},
    Gate{"flux", "Flat sand carries slab x hop / rest", "Within 12 %, for any hop, probability and wind.",
         "closed form", Scope::both, flat_flux},
    Gate{
        "B1", "Ridges move as Q / (H + H0)",
        "Q within 12 % of slab x hop / rest, r squared at least 0.99, H0 0 to 0.3 hop / rest, exponent -1.05 to -0.65.",
        "Bagnold 1941; Andreotti, Claudin & Douady 2002", Scope::both, migration_law},
    Gate{"B3", "Small dunes have no slip face",
         "Lee slopes at most 15 degrees up to a height of 0.04 hop / rest and at least 30 degrees from 0.1 hop / rest, "
         "for every hop length.",
         "Andreotti, Claudin & Douady 2002; Parteli, Duran & Herrmann 2007", Scope::field, least_dune},
    Gate{"A0", "No sand is lost or created",
         "Ground + airborne + outflow - inflow = start, to the quantum, after random parameters on random lands and "
         "after 10^6 steps on small ones, with every boundary condition; nothing is negative.",
         "conservation of mass, exact", Scope::both, ledger},
    Gate{"A2", "A turned land under a turned wind gives the turned result",
         "Shadow within 1e-5, avalanches of a heap of 12 m within 1 cm, statistics of dunes within the scatter of the "
         "seeds.",
         "symmetry of the square lattice, exact", Scope::field, equivariance},
    Gate{"A5", "One hash for any number of threads", "1, 2, 3 and 7 threads, three regimes, every boundary condition.",
         "exact", Scope::both, determinism},
    Gate{"A6", "Columns change by inflow minus outflow",
         "Over 20 steps the sand of each line of cells across the wind changes by what flew in minus what flew out, "
         "except where avalanches run. Where they run, the sum over all lines is 0.",
         "conservation of mass, exact", Scope::field, column_flux},
    Gate{"B2", "Heaps become barchans with horns that point downwind",
         "Each horn at least 3 m; mean horn length at least 0.3 of the length on the axis; left and right within 50 %; "
         "width / height 4.5 to 14; the small dune at least 1.5 times as fast as the large one.",
         "Hesp & Hastings 1998 (height a tenth of the width); Bagnold 1941", Scope::field, barchans},
    Gate{"T1", "Transverse dunes coarsen",
         "Spacing and height grow in every doubling of time from 40 to 640 steps; "
         "exponents 0.2 to 0.55 and 0.3 to 0.65.",
         "Werner 1995; Gunn et al. 2022 on coarsening", Scope::field, coarsening},
    Gate{"T2", "Without a wind shadow there are no dunes",
         "rms height at most 0.4 m without the shadow and at least 2 m with it.", "Werner 1995", Scope::field,
         without_shadow},
    Gate{"G1", "Under two winds crests stand where they meet most sand",
         "Crest direction that maximises the sum of Q |sin(wind - crest)|, within 10 degrees for equal winds, 15 for 2 "
         ": 1 and 22 at 150 degrees; anisotropy at least 0.3; 8 seeds each.",
         "Rubin & Hunter 1987; closed form for two winds", Scope::both, bedform_normal},
    Gate{"G2", "Sand supply decides between barchans, ridges and full cover",
         "Cover up to 0.3: at least 8 dunes, none with more than 0.3 of the total, elongation at most 3. Cover 0.45 to "
         "0.75: at most 4 dunes, the largest with at least 0.6 of the total. 4 m of sand: cover at least 0.95 and the "
         "crests of G1.",
         "Taylor & Keyser 2023 after Lue et al. 2018", Scope::field, sand_availability},
    Gate{"G3", "A source on bare ground feeds one linear dune",
         "A disc of 6 m kept at 4 m, winds 120 degrees apart: axis within 15 degrees of the finger law, length / width "
         "at least 4 after 1500 steps. A disc of 3 m kept at 1 m: at least 0.85 of the sand in one body at 120 "
         "degrees, at most 0.8 at 45 degrees (2 : 1). Other winds are reported.",
         "Courrech du Pont, Narteau & Gao 2014; Rozier et al. 2019", Scope::both, fingers},
    Gate{"S1", "Three winds make a star with three arms",
         "Slip faces: m3 at least 0.6 and twice m4; drift at most 3 cells, anisotropy at most 0.25, height at least "
         "0.75 of that at the start. Five winds are reported.",
         "Zhang et al. 2012; Taylor & Keyser 2023", Scope::field, star},
    Gate{"L0", "No soil is lost or created",
         "The accounts of all soils and of water close to the quantum over 10^5 steps of all processes at once, on a "
         "land of seven soils, with every boundary condition; the number of layers in a cell stays within its limit; a "
         "restored world continues identically.",
         "conservation of mass, exact", Scope::both, ledger_of_soils},
    Gate{"L1", "A turned or mirrored land of layers comes to rest turned or mirrored", "Within 1 mm.",
         "symmetry of the square lattice", Scope::land, turned_layers},
    Gate{"E1", "An echo dune stands before a wall",
         "Crest 0.4 to 2 wall heights before the wall, its positions spread over at most 0.3 heights; bare strip of at "
         "least 0.3 heights before the wall; dune at most as high as the wall. The end of its growth is reported.",
         "Tsoar 1983; Taylor & Keyser 2023", Scope::both, echo_dune},
    Gate{"E2", "Sand climbs slopes gentler than 55 degrees",
         "After 100 steps at least half of the sand has passed slopes of 40 to 50 degrees and at most a tenth has "
         "passed slopes of 60 to 90 degrees.",
         "Tsoar 1983; Taylor & Keyser 2023", Scope::both, climb_or_echo},
    Gate{"E3", "Past the flanks of a wall sand flies as if the wall were not there",
         "Flux 1 to 2.5 heights beside the wall within 10 %; closer to it, where deflected sand passes, the flux is "
         "reported.",
         "Taylor & Keyser 2023, 4.3", Scope::both, past_the_flanks},
    Gate{"E4", "An echo dune migrates away when its wall is removed and forms again when the wall is back",
         "At least nine tenths of it gone after two turnovers; the second dune within 0.15 heights of the first and "
         "within a fifth of its height.",
         "Taylor & Keyser 2023, figure 9", Scope::both, wall_taken_away},
    Gate{"E5", "A sand shadow lies behind a block",
         "At least twice the sand beside it at each wind; in the mean over four winds 2 to 6 heights long (down to a "
         "fifth of the deepest), left and right within 20 %.",
         "Hesp 1981; Taylor & Keyser 2023 leave it open", Scope::both, lee_of_a_block},
};

}  // namespace

std::span<Gate const> all_gates() { return kGates; }

}  // namespace barchan::gates
