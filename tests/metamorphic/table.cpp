#include "metamorphic/table.hpp"

#include <cmath>

namespace barchan::metamorphic {

namespace {

std::string const kRandomPlaces =
    "Each cell and each particle has its own random numbers. The law moves the ground to other cells, which have "
    "other random numbers.";
std::string const kRandomSoils =
    "Soils move one after the other, in the order of the table of soils. Each soil moves over the ground that the "
    "previous soil has left.";
std::string const kRandomSteps =
    "Each step draws its own random numbers, so twice as many steps draw different "
    "random numbers.";
std::string const kSoilsInTurn =
    "Soils slide one after the other, in the order of the table of soils. Each soil slides over the heights that the "
    "previous soil has left. Where several soils slide at one place, the order decides which of them comes to rest on "
    "top.";
std::string const kNoSoils = "Lakes depend on elevations, but not on soils.";
std::string const kGridEdges =
    "Sand comes in over the sides of the grid, even on a periodic land. These sides do not move with the land.";

std::vector<Row> wind_rows() {
  return {
      {"wind_particles",
       {Entry::alike(kRandomPlaces), Entry::alike(kRandomPlaces), Entry::alike(kRandomPlaces), Entry::exact(),
        Entry::exact(), Entry::alike("Soils creep one after the other, in the order of the table of soils."),
        Entry::alike(kRandomSteps + " Sand on slip faces settles in smaller amounts, so slopes are slightly "
                                    "gentler and a little less sand leaves the land.",
                     {{Figure::relief, 0.01}, {Figure::gain, 0.01}})},
       {{Figure::volume, 0.312, 0.0091},
        {Figure::east, 1.37, 0.26},
        {Figure::north, -0.257, 0.12},
        {Figure::relief, 1.14, 0.003}},
       {{Figure::volume, 0.367, 0.0069},
        {Figure::east, 3.77, 0.19},
        {Figure::north, 0.811, 0.089},
        {Figure::relief, 1.13, 0.0037},
        {Figure::gain, -0.064, 0.0044}}},
      {"wind_particles_article",
       {Entry::alike(kRandomPlaces), Entry::alike(kRandomPlaces), Entry::alike(kRandomPlaces), Entry::exact(),
        Entry::exact(), Entry::alike(kRandomSoils),
        Entry::alike(
            kRandomSteps +
                " Only the cover can be entrained, and it is used up earlier or later than with the whole time step.",
            {{Figure::volume, 0.03}, {Figure::gain, 0.03}, {Figure::relief, 0.015}})},
       {{Figure::volume, 1.12, 0.017},
        {Figure::east, -7.46, 0.31},
        {Figure::north, 0.622, 0.17},
        {Figure::relief, 0.504, 0.016}},
       {{Figure::volume, 1.28, 0.016},
        {Figure::east, -5.63, 0.25},
        {Figure::north, 0.311, 0.089},
        {Figure::relief, 0.734, 0.013},
        {Figure::gain, -1.25, 0.016}}},
      {"slab_dunes_field",
       {Entry::alike(kRandomPlaces + " In addition there is a bias: the law changes the mean of `volume` by about 1 %. "
                                     "Under an uneven wind, a sub-step moves airborne sand first along x and then "
                                     "along y. Without `projection` and `speed_up` there is no bias.",
                     {{Figure::volume, 0.012}, {Figure::relief, 0.012}}),
        Entry::alike(kRandomPlaces), Entry::alike(kRandomPlaces), Entry::exact(), Entry::exact(),
        Entry::alike(kRandomSoils),
        Entry::alike(
            "A step lifts slabs that are `lift_rate dt` thick. Slabs half as thick make less noise, which affects "
            "`volume` and `relief`. They also cover bare ground sooner. Flights last about two steps, whatever the "
            "time step. At half the time step they therefore last half as many seconds, and half as much sand is in "
            "the air.",
            {{Figure::volume, 0.1},
             {Figure::east, 0.65},
             {Figure::north, 0.4},
             {Figure::relief, 0.16},
             {Figure::gain, 0.11}})},
       {{Figure::volume, 1.06, 0.011},
        {Figure::east, -2.41, 0.28},
        {Figure::north, 0.28, 0.093},
        {Figure::relief, 1.29, 0.0085}},
       {{Figure::volume, 1.24, 0.0093},
        {Figure::east, -4.3, 0.26},
        {Figure::north, -1.64, 0.088},
        {Figure::relief, 1.41, 0.015},
        {Figure::gain, 0.245, 0.0097}}},
      {"slab_dunes_events",
       {Entry::alike(kRandomPlaces), Entry::alike(kRandomPlaces), Entry::alike(kRandomPlaces), Entry::exact(),
        Entry::exact(), Entry::alike(kRandomSoils),
        Entry::alike("A step lifts slabs that are `lift_rate dt` thick. Slabs half as thick make less noise, which "
                     "affects `volume` and `relief`. A cell counts as covered when its sand is as thick as a slab, so "
                     "thinner slabs cover bare ground sooner.",
                     {{Figure::volume, 0.27},
                      {Figure::east, 0.55},
                      {Figure::north, 0.55},
                      {Figure::relief, 0.19},
                      {Figure::gain, 0.15}})},
       {{Figure::volume, 0.982, 0.01},
        {Figure::east, -1.51, 0.32},
        {Figure::north, 0.526, 0.11},
        {Figure::relief, 1.36, 0.011}},
       {{Figure::volume, 1.14, 0.014},
        {Figure::east, -4.27, 0.22},
        {Figure::north, -1.37, 0.12},
        {Figure::relief, 1.41, 0.013},
        {Figure::gain, 0.317, 0.0061}}},
  };
}

std::vector<Row> water_rows() {
  std::string const deposits =
      "The soils that settle in a cell in one step are deposited one after the other, in the order of the table of "
      "soils. The last of them lies on top and is the first to be eroded.";
  std::string const sills =
      kRandomPlaces +
      " In addition there is a bias: on this land, the law changes the mean of `east` by 0.2 to 0.3 cells. Slopes are "
      "computed in squares whose corners are four neighbouring cell centres. A droplet that crosses a sill arrives at "
      "a cell centre, where four such squares meet. It always takes the slope of the north-eastern one.";
  std::string const rests =
      "The flow between two neighbouring cells moves whole quanta, and the remainder below a quantum is kept for the "
      "next step. The remainder begins at 0. The flow is rounded down, and flow to the west or to the south counts as "
      "negative. The first quantum to the west or to the south therefore moves at once. The first quantum to the east "
      "or to the north moves only when the flow has added up to a quantum. This difference of one quantum can shift "
      "the time at which groundwater or `slope_strength` is updated.";
  return {
      {"water_particles",
       {Entry::alike(kRandomPlaces), Entry::alike(kRandomPlaces), Entry::alike(kRandomPlaces), Entry::exact(),
        Entry::exact(), Entry::alike(deposits),
        Entry::alike(kRandomSteps + " The mean discharge is updated in each step, so it changes in smaller amounts.",
                     {{Figure::volume, 0.0003}, {Figure::relief, 0.0002}, {Figure::gain, 0.0002}})},
       {{Figure::volume, 0.00386, 0.0011},
        {Figure::east, -2.37, 0.8},
        {Figure::north, -0.539, 0.46},
        {Figure::relief, 0.668, 0.00036}},
       {{Figure::volume, 0.00413, 0.00039},
        {Figure::east, -6.28, 0.59},
        {Figure::north, -0.577, 0.34},
        {Figure::relief, 0.67, 0.00017},
        {Figure::gain, -0.000762, 0.00011}},
       6},
      {"water_particles_lakes",
       {Entry::alike(sills, {{Figure::east, 0.25}}), Entry::alike(sills, {{Figure::east, 0.25}}),
        Entry::alike(kRandomPlaces), Entry::exact(), Entry::exact(), Entry::alike(deposits),
        Entry::alike(kRandomSteps + " Water that spills over a sill is divided into different portions.",
                     {{Figure::east, 0.3}})},
       {{Figure::volume, 0.0214, 0.0045},
        {Figure::east, -0.571, 0.32},
        {Figure::north, -0.021, 0.33},
        {Figure::relief, 1.12, 0.0024}},
       {{Figure::volume, 0.0211, 0.0038},
        {Figure::east, -2.31, 0.36},
        {Figure::north, -0.144, 0.37},
        {Figure::relief, 1.12, 0.0024},
        {Figure::gain, -0.00292, 0.0004}},
       6},
      {"groundwater",
       {Entry::within({{Figure::water, 0.005}, {Figure::largest, 0.1}}, rests),
        Entry::within({{Figure::water, 0.005}, {Figure::largest, 0.1}}, rests), Entry::exact(), Entry::exact(),
        Entry::exact(), Entry::exact(),
        Entry::within(
            {{Figure::water, 0.01}, {Figure::share, 0.02}},
            "Flow and percolation are integrated in steps. With shorter steps, the last update is at another time.")}},
  };
}

std::vector<Row> ground_rows() {
  std::string const seedlings = "Random numbers decide where seeds come up. Each cell has its own random numbers.";
  std::string const sums =
      "Sums of floats depend on the order of their terms: terms along x are added before "
      "terms along y.";
  return {
      {"vegetation",
       {Entry::alike(seedlings), Entry::alike(seedlings), Entry::alike(seedlings), Entry::exact(), Entry::exact(),
        Entry::exact(), Entry::alike(kRandomSteps)},
       {{Figure::cover, 0.653, 0.00057}, {Figure::patches, 0.164, 0.00044}},
       {{Figure::cover, 0.653, 0.00056}, {Figure::patches, 0.167, 0.00044}},
       8},
      {"vegetation_without_seeds",
       {Entry::within({{Figure::plants, 1e-6}, {Figure::largest, 0.0}}, sums), Entry::exact(), Entry::exact(),
        Entry::exact(), Entry::exact(), Entry::exact(),
        Entry::within({{Figure::plants, 0.005}, {Figure::share, 1e-4}},
                      "Plants are updated every 2 s or 25 steps, whichever is sooner, and burial is averaged between "
                      "updates. The heap settles in smaller amounts.")}},
      {"weathering",
       {Entry::within({{Figure::largest, 0.02}, {Figure::share, 1e-6}}, sums), Entry::exact(), Entry::exact(),
        Entry::exact(), Entry::exact(), Entry::within({{Figure::share, 0.04}}, kSoilsInTurn),
        Entry::within({{Figure::share, 0.06}},
                      "Weathering itself does not depend on the time step. However, debris falls and slides at other "
                      "times, and therefore covers other ground.")}},
      {"uplift",
       {Entry::exact(), Entry::exact(), Entry::exact(), Entry::exact(), Entry::exact(), Entry::exact(),
        Entry::within({{Figure::largest, 0.004}},
                      "The sum of the uplift is rounded to 2^-32 quantum in each step. Twice as many steps round it "
                      "twice as often, so the elevation of a cell may differ by one quantum.")}},
  };
}

std::vector<Row> supply_rows() {
  std::string const amounts =
      "Along a line, the amounts of the cells are added to a running sum, one after the other. If the sum passes one "
      "or more whole numbers of quanta, the cell receives as many quanta, and the remainder stays in the sum. The sum "
      "starts at a random fraction of a quantum. Directions are rounded to floats, so the amounts differ in their last "
      "digits. A quantum may therefore go to the adjacent cell of the line.";
  std::string const turns =
      "Cells along a line receive their whole quanta at different times, and sand that is too steep settles in "
      "smaller amounts.";
  std::string const places = "Random numbers decide where discs lie, and each step draws its own random numbers.";
  return {
      {"sand_supply_edge",
       {Entry::within({{Figure::largest, 0.1}, {Figure::share, 2e-5}}, amounts), Entry::exact(),
        Entry::absent(kGridEdges), Entry::exact(), Entry::exact(), Entry::exact(),
        Entry::within({{Figure::share, 0.002}}, turns)}},
      {"sand_supply_line",
       {Entry::exact(), Entry::within({{Figure::largest, 0.1}, {Figure::share, 2e-5}}, amounts), Entry::exact(),
        Entry::exact(), Entry::exact(), Entry::exact(), Entry::within({{Figure::share, 0.002}}, turns)}},
      {"sand_supply_disc",
       {Entry::exact(), Entry::exact(), Entry::exact(), Entry::exact(), Entry::exact(), Entry::exact(),
        Entry::within({{Figure::largest, 0.1}, {Figure::share, 5e-5}},
                      "Sand at the rim of the disc settles in smaller amounts.")}},
      {"sand_supply_random_discs",
       {Entry::alike(places), Entry::alike(places), Entry::alike(places), Entry::exact(), Entry::exact(),
        Entry::exact(), Entry::alike(places)},
       {{Figure::volume, 0.136, 0.013},
        {Figure::east, 6.92, 4.6},
        {Figure::north, 2.25, 2.6},
        {Figure::relief, 0.65, 0.024}},
       {{Figure::volume, 0.133, 0.023},
        {Figure::east, 6.49, 4.6},
        {Figure::north, 1.92, 2.5},
        {Figure::relief, 0.649, 0.022},
        {Figure::gain, 0.131, 0.023}},
       32},
  };
}

std::vector<Row> gravity_rows() {
  std::string const ids =
      "Lakes are processed in the order of their ids, which follow from the order of their cells. If water flows from "
      "one lake into a second one, this order decides whether the water arrives before or after the second lake is "
      "processed. The water therefore raises the second lake one step earlier or later.";
  return {
      {"settling",
       {Entry::exact(), Entry::exact(), Entry::exact(), Entry::exact(), Entry::exact(),
        Entry::within({{Figure::share, 0.012}}, kSoilsInTurn),
        Entry::within({{Figure::share, 0.003}},
                      "Each step moves a fraction of the excess that it finds at its beginning.")}},
      {"avalanches",
       {Entry::exact(), Entry::exact(), Entry::exact(), Entry::exact(), Entry::exact(),
        Entry::within({{Figure::share, 0.012}}, kSoilsInTurn),
        Entry::within({{Figure::share, 0.003}}, "The sweeps between avalanches move half as much sand per step.")}},
      {"grain_flows",
       {Entry::exact(), Entry::exact(), Entry::exact(), Entry::exact(), Entry::exact(),
        Entry::within({{Figure::share, 0.015}}, kSoilsInTurn),
        Entry::absent("Passes of grain flows have no duration, so the time step has no effect on them.")}},
      {"creep",
       {Entry::exact(), Entry::exact(), Entry::exact(), Entry::exact(), Entry::exact(),
        Entry::within({{Figure::share, 0.08}}, kSoilsInTurn),
        Entry::within({{Figure::share, 0.08}},
                      "A sweep moves only the cover. Where a thin cover lies on a steep slope, twice as many "
                      "sweeps move up to twice as much sand.")}},
      {"lakes",
       {Entry::within({{Figure::water, 0.002}}, ids), Entry::within({{Figure::water, 0.002}}, ids),
        Entry::within({{Figure::water, 0.002}}, ids), Entry::exact(), Entry::absent(kNoSoils), Entry::absent(kNoSoils),
        Entry::within({{Figure::water, 0.003}},
                      "The flow over a sill follows from the level at the beginning of each step. In shorter steps, it "
                      "follows the changing level more closely.")}},
      {"lakes_at_rest",
       {Entry::exact(), Entry::exact(), Entry::exact(), Entry::exact(), Entry::absent(kNoSoils),
        Entry::absent(kNoSoils), Entry::exact()}},
  };
}

}  // namespace

std::vector<Row> const& table() {
  static const std::vector<Row> rows = [] {
    std::vector<Row> all;
    for (auto const& part : {wind_rows, water_rows, ground_rows, supply_rows, gravity_rows}) {
      for (Row& row : part()) all.push_back(std::move(row));
    }
    return all;
  }();
  return rows;
}

std::vector<Spread> const& spreads_of(Row const& row, Law law) { return law == Law::shift ? row.periodic : row.open; }

double explained(Spread const& spread, int runs) { return kStandardErrors * spread.deviation * std::sqrt(2.0 / runs); }

double most_of(Row const& row, Law law, Spread const& spread) {
  double most = explained(spread, row.runs);
  for (Bound const& bound : row.entries[static_cast<std::size_t>(law)].bounds()) {
    if (bound.figure == spread.figure) most += bound.most;
  }
  return most;
}

}  // namespace barchan::metamorphic
