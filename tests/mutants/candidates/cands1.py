# (name, file, line(s) with old, old, new, kind e/s/-, fault, area)
U='src/processes/uplift/process.cpp'
V='src/processes/vegetation/process.cpp'
VK='src/processes/vegetation/growth_kernel.cpp'
S='src/processes/sand_supply/process.cpp'
SI='src/processes/sand_supply/inlet.cpp'
W='src/processes/weathering/process.cpp'
WS='src/processes/weathering/stretches.cpp'
P='src/processes/wind_particles/process.cpp'
PF='src/processes/wind_particles/flight.cpp'
PK='src/processes/wind_particles/saltation_kernel.cpp'
PB='src/processes/wind_particles/births.cpp'
PA='src/processes/wind_particles/averages.cpp'
WD='src/world/world.cpp'
WC='src/world/command_kinds.cpp'
WSC='src/world/soil_command.cpp'
WT='src/world/timeline.cpp'
WK='src/world/step_check.cpp'
IO='src/io/saved_world.cpp'
R='src/land/columns_range.cpp'
C=[]
def m(name,file,ctx,old,new,kind,fault,area):
    assert old in ctx, name
    C.append(dict(name=name,file=file,ctx=ctx,old=old,new=new,kind=kind,fault=fault,area=area))
def e(*a): m(*a[:5],'e',*a[5:])
def s(*a): m(*a[:5],'s',*a[5:])
# ---------------- uplift
A='uplift'
e('open_edges_rise',U,'      if (open && grid.on_edge(x, y)) continue;','open && grid.on_edge(x, y)','false','open edges rise with the land',A)
e('closed_edges_stay',U,'const bool open = grid.boundary == Boundary::open;','grid.boundary == Boundary::open','!grid.periodic()','closed edges do not rise either',A)
e('tilt_to_the_other_side',U,'const double share = 1.0 - tilt * (0.5 - along / reach);','0.5 - along / reach','0.5 + along / reach','a tilted land rises most on the wrong side',A)
e('periodic_lands_tilt',U,'const double tilt = grid.periodic() ? 0.0 : static_cast<double>(parameters_.tilt);','grid.periodic() ? 0.0 : static_cast<double>(parameters_.tilt)','static_cast<double>(parameters_.tilt)','periodic lands tilt',A)
e('uplift_off_the_books',U,'      brought += gain[cell];','brought += gain[cell]','brought += 0','uplifted bedrock gets no entry in the ledger',A)
s('uplift_remainder_dropped',U,'  begun_ = (rise.begun + rise.rise) & (kCycle - 1);','begun_ = (rise.begun + rise.rise) & (kCycle - 1);','begun_ = 0;','uplift below a quantum is dropped',A)
e('uplift_without_time_step',U,'const double years = static_cast<double>(context.dt) * static_cast','static_cast<double>(context.dt)','0.4','a step raises the land by the same amount whatever its length',A)
e('tilt_by_the_width',U,'+ way.y * ((y + 0.5) / grid.height - 0.5);','grid.height','grid.width','tilt from south to north is measured along the width of the land',A)
s('uplift_disturbs_one_side',U,'        columns.disturb(other);','columns.disturb(other);',';','where uplift steepens a slope, only the cell on its southern or western side is marked as unsettled',A)
e('uplift_disturbs_nothing_east',U,'      for (const std::size_t other : {east, north}) {','{east, north}','std::array{north, north}','slopes that uplift steepens along x are not marked as unsettled',A)
e('uplift_limit_above_the_datum',U,'const QuantaSum limit = kHighest + std::min<QuantaSum>(lowest, 0);','kHighest + std::min<QuantaSum>(lowest, 0)','QuantaSum{kHighest}','uplift ends at the same height above the datum, however deep the lowest cell is',A)
e('uplift_books_what_finds_no_room',U,'      brought += gain[cell];#','brought += gain[cell]','brought += rise.of(share[cell])','the ledger gets the whole uplift at the end of the range',A) if 0 else None
s('uplift_keeps_its_progress_when_off',U,'  void retire(Terrain&, StepContext const&) override { begin(); }','begin();',';','uplift that waits when the process is switched off comes when it is switched on again',A)
e('uplift_azimuth_clockwise',U,'const glm::dvec2 way(unit_vector(static_cast<double>(parameters_.azimuth)));','unit_vector(static_cast<double>(parameters_.azimuth))','unit_vector(-static_cast<double>(parameters_.azimuth))','the azimuth of a tilted land turns clockwise',A)
e('uplift_tilts_about_its_foot',U,'const double share = 1.0 - tilt * (0.5 - along / reach);@','x','x','','') if 0 else None
# ---------------- vegetation
A='vegetation'
e('plants_without_roots',VK,'const float stands = sediment[i] < s.rooted ? left * s.growing : grown;','sediment[i] < s.rooted ? left * s.growing : grown','grown','plants grow on bare rock',A)
e('erosion_as_burial',VK,'burial[i] = static_cast<float>(surface - followed) * per_part;','surface - followed','followed - surface','plants take erosion for burial and burial for erosion',A)
e('optimum_of_erosion',VK,'const float off = burial[i] - s.optimum;','burial[i] - s.optimum','burial[i] + s.optimum','plants grow best under erosion at the rate of their best burial',A)
e('plants_spread_from_one_side',VK,'const float around = row[i - 1] + row[i + 1] + south[i] + north[i];','south[i] + north[i]','2.0f * south[i]','plants spread to the north and not to the south',A)
e('spread_by_the_cell',V,'.creep = std::min(p.spread * dt / (grid.cell_size * grid.cell_size), kMostCreep),','grid.cell_size * grid.cell_size','grid.cell_size','the spread of plants depends on the cell size',A)
e('burial_averaged_over_steps',V,'.following = 1.0 - static_cast<double>(math::decay(dt / kMemory)),','dt / kMemory','2.0f / kMemory','the burial rate is averaged over updates, whatever their length',A)
e('burial_forgets_nothing',V,'.following = 1.0 - static_cast<double>(math::decay(dt / kMemory)),#','dt / kMemory','2','','') if 0 else None
e('seeds_by_the_cell',V,'expected = parameters_.seeds * season_.seconds * area;','season_.seconds * area','season_.seconds','as many seeds fall on a small cell as on a large one',A)
e('seedlings_by_the_cell',V,'const float seedling = std::min(kSeedling / area, kMostYoung),','kSeedling / area','kSeedling / 1.0f','a seedling covers the same fraction of a cell of any size',A)
e('seeds_without_time_step',V,'expected = parameters_.seeds * season_.seconds * area;#','a','b','','') if 0 else None
e('seeds_on_rock',V,'|| terrain.columns.sediment(cell) < kRootedSand) return 0.0f;','terrain.columns.sediment(cell) < kRootedSand','false','seeds come up on bare rock',A)
e('seeds_in_dry_ground',V,'  return water.empty() ? 1.0f : std::min(water[cell], 1.0f);','water.empty() ? 1.0f : std::min(water[cell], 1.0f)','1.0f','seeds come up where roots find no water',A)
e('plants_do_not_cross_the_seam',V,'  work.row.front() = work.row[1 + static_cast<std::size_t>(grid_.resolve_x(-1))];','work.row[1 + static_cast<std::size_t>(grid_.resolve_x(-1))]','work.row[1]','plants do not spread to the east across a periodic edge',A)
e('rows_rest_beside_plants',V,'return !moved(y) && !moved(y - 1) && !moved(y + 1) && !columns.changes().any(y, since_);','!moved(y - 1)','true','plants do not spread to the north into a row at rest',A)
e('seeds_switched_on_in_vain',V,'  return {season_, parameters_.seeds, terrain.cell_layers.changes(CellLayer::plants),','parameters_.seeds','0.0f','seeds that are switched on at rest do not fall',A)
e('thirst_withers_nothing',VK,'      withers = math::decay(s.growth * (1.0f - found));','math::decay(s.growth * (1.0f - found))','1.0f','plants without water stop growing but do not wither',A)
e('plants_forget_buried_sand',V,'{work.burial.data(), terrain.columns.sediment_row(y, work.room).data(),','terrain.columns.sediment_row(y, work.room).data()','terrain.columns.available_thicknesses().data() + begin','plants root only in the uppermost soil',A)
e('growth_by_euler',VK,'const float grown = left * s.density / (left + (s.density - left) * growing) * withers;','left * s.density / (left + (s.density - left) * growing) * withers','left + left * (1.0f - left / s.density) * (1.0f - growing)','growth is a single explicit step',A)
e('seedlings_above_the_density',V,'next_[cell] = std::min(next_[cell] + young * place, season_.density);','season_.density','1.0f','seedlings overfill a stand',A)
e('seeds_in_full_stands',V,'if (next_[cell] >= kTaken * season_.density ||','next_[cell] >= kTaken * season_.density','false','seeds come up in full stands',A)
e('plants_stress_without_time',V,'.stress = p.growth * dt / p.endurance,','p.growth * dt / p.endurance','p.growth / p.endurance','burial hurts plants by the update, not by the second',A)
e('seeds_in_every_row_alike',V,'draw(cells + static_cast<std::size_t>(y))[0]','draw(cells + static_cast<std::size_t>(y))[0]','draw(cells)[0]','every row rounds its seeds in the same way',A)
# ---------------- sand supply
A='sand_supply'
e('supply_from_the_lee',SI,'      const int x = wind.x < 0.0 ? grid.width - 1 - i : i;','wind.x < 0.0','wind.x > 0.0','sand comes in over the downwind edge',A)
e('supply_from_the_wrong_side_in_y',SI,'    const int y = wind.y < 0.0 ? grid.height - 1 - j : j;','wind.y < 0.0','wind.y > 0.0','sand comes in over the downwind edge',A)
e('supply_twice_in_the_corner',SI,'strip -= std::min(share_x(i), share_y(j));','std::min(share_x(i), share_y(j))','0.0','where the strips along two edges overlap, cells count twice',A)
e('supply_heaps_in_the_corner',SI,'lay(grid.index(x, y), portion.next(each * std::max(share_x(i), share_y(j))));','std::max(share_x(i), share_y(j))','(share_x(i) + share_y(j))','sand of both strips falls on the cells in the corner',A)
s('supply_off_the_books',SI,'  laid_ += amount;','laid_ += amount;',';','supplied sand gets no entry in the ledger',A)
e('supply_without_time_step',S,'const double amount = static_cast<double>(parameters_.rate) * static_cast<double>(context.dt);','static_cast<double>(context.dt)','0.4','a step brings the same amount whatever its length',A)
e('line_along_the_wind',S,'glm::dvec2(-wind.y, wind.x) : fixed','glm::dvec2(-wind.y, wind.x)','wind','a line across the wind lies along it',A)
e('sand_lost_off_the_land',SI,'const double each = amount / cell_size * kQuantaPerMetre * wanted / length;','wanted / length','half_length * 2.0 / length','sand of a line',A)
e('band_lost_off_the_land',SI,'const double wanted = clip(middle, line.along, size, half_length).length();','clip(middle, line.along, size, half_length).length()','length / count','sand of the part of a band that lies off the land is lost',A)
e('supply_without_limit',SI,'const auto amount = static_cast<Quanta>(std::min(wanted, room));','std::min(wanted, room)','wanted','sand is piled up without limit',A)
e('supply_rounded_down',SI,'  WholeQuanta portion(random_unit(0));','random_unit(0)','0.0','supply below a quantum per step is dropped',A)
e('supply_lines_rounded_down',SI,'    WholeQuanta share(random_unit(parallel.number));','random_unit(parallel.number)','0.0','supply along a line is rounded down',A)
e('discs_on_covered_ground',S,'while (terrain.columns.sediment(cell) > depth || which-- > 0) ++cell;','terrain.columns.sediment(cell) > depth || which-- > 0','which-- > 0','discs fall on covered ground as often as on bare ground',A)
s('discs_pile_up',S,'  owed_ = std::min(owed_, 1.0);','owed_ = std::min(owed_, 1.0);',';','discs that are not needed all come at once when the cover falls',A)
e('discs_in_cells',S,'  const double radius = static_cast<double>(parameters_.radius) / static_cast<double>(grid.cell_size);','static_cast<double>(parameters_.radius) / static_cast<double>(grid.cell_size)','static_cast<double>(parameters_.radius)','the radius of random discs is taken as a number of cells',A)
e('disc_in_cells',S,'                        static_cast<double>(parameters_.radius) / static_cast<double>(grid.cell_size),','static_cast<double>(parameters_.radius) / static_cast<double>(grid.cell_size)','static_cast<double>(parameters_.radius)','the radius of the disc is taken as a number of cells',A)
e('disc_by_the_cover',S,'inlet.lay(cell, full - terrain.columns.sediment(cell));','terrain.columns.sediment(cell)','terrain.columns.available(cell)','a disc counts only the uppermost soil as its sand',A)
e('disc_by_the_width',S,'                        static_cast<double>(parameters_.y) * grid.height,','grid.height','grid.width','the place of a disc is measured along the width of the land',A)
e('supply_without_end',S,'if (InflowStock(terrain.grid, context.ledger).left(kMostBrought) <= 0.0f) return;','InflowStock(terrain.grid, context.ledger).left(kMostBrought) <= 0.0f','false','the net inflow has no limit',A)
e('discs_without_time_step',S,'owed_ += static_cast<double>(parameters_.disc_rate) * static_cast<double>(context.dt);','static_cast<double>(context.dt)','0.4','discs come by the step',A)
e('discs_beyond_the_target',S,'owed_ >= 1.0 && static_cast<double>(covered) < wanted','static_cast<double>(covered) < wanted','true','discs come although the target cover is reached',A)
s('discs_cover_uncounted',S,'                            ++covered;','++covered;',';','discs of one step do not count what they have covered',A)
e('line_by_the_width',SI,'  const glm::dvec2 middle = line.middle * size;','line.middle * size','line.middle * glm::dvec2(size.x, size.x)','the middle of a line is measured along the width of the land',A)
# ---------------- weathering
A='weathering'
e('weathering_blind_to_cover',W,'const double cover = (static_cast<double>(terrain.columns.sediment(cell)) + begun) / kQuantaPerMetre;','(static_cast<double>(terrain.columns.sediment(cell)) + begun) / kQuantaPerMetre','0.0','rock weathers under cover as fast as bare rock',A)
e('cover_of_one_soil_protects',W,'const double cover = (static_cast<double>(terrain.columns.sediment(cell)) + begun) / kQuantaPerMetre;#','','','','') if 0 else None
e('hard_rock_weathers_faster',W,'const double here = pace(steepness, cover) / static_cast<double>(solid.hardness);','/ static_cast<double>(solid.hardness)','* static_cast<double>(solid.hardness)','-','') if 0 else None
m('hard_rock_weathers_faster',W,'const double here = pace(steepness, cover) / static_cast<double>(solid.hardness);','pace(steepness, cover) / static_cast<double>(solid.hardness)','pace(steepness, cover) * static_cast<double>(solid.hardness)','e','hard rock weathers faster than soft rock',A)
s('weathering_ends_with_the_layer',W,'    years -= depth / here * static_cast<double>(math::decayed(reached) / math::decay(reached));','years -= depth / here * static_cast<double>(math::decayed(reached) / math::decay(reached));','years = 0.0;','when a layer is used up, the rest of the step is lost',A)
e('weathering_remainder_dropped',W,'      remainder_[cell] = static_cast<std::uint32_t>(std::min(std::floor(rest), kParts - 1.0));','static_cast<std::uint32_t>(std::min(std::floor(rest), kParts - 1.0))','0u','weathering below a quantum per update is dropped',A)
e('remainder_of_the_layer_above',W,'    remainder_[cell] = 0;','remainder_[cell] = 0','remainder_[cell] += 0','the remainder of a used-up layer is counted again in the next one',A)
e('what_cannot_weather_weathers',W,'    if (!terrain.soils[solid.weathers].loose || !(room > 0.0)) return;','!terrain.soils[solid.weathers].loose','false','x',A) if 0 else None
e('corners_retreat_like_walls',W,'      terrain.notches.weather(cell, retreat * exposure.faces);','retreat * exposure.faces','retreat * 1.0','a corner with two free faces retreats like a straight wall',A)
s('notches_outlive_their_face',W,'      terrain.notches.forget(cell);','terrain.notches.forget(cell);',';','a notch stays when its face is buried',A)
s('notches_outlive_their_stretch',W,'    if (!faces) terrain.notches.forget(grid_.index(0, y) + x);','terrain.notches.forget(grid_.index(0, y) + x);',';','a notch stays where a stretch has no faces any more',A)
e('weathering_swells_unseen',W,'const double depth = static_cast<double>(parameters_.depth) / ledger.swelling(base, solid.weathers);','static_cast<double>(parameters_.depth) / ledger.swelling(base, solid.weathers)','static_cast<double>(parameters_.depth)','weathering takes no notice of debris that takes up more space than its rock',A)
e('weathering_without_time_step',W,'clock_.due(static_cast<double>(context.dt) * static_cast<double>(parameters_.years_per_second), kRound / fastest);','static_cast<double>(context.dt)','0.4','a step weathers the same amount whatever its length',A)
e('faces_to_the_south_unseen',WS,'                                  lowest(y - 1, stretch), lowest(y + 1, stretch)});','lowest(y - 1, stretch)','lowest(y, stretch)','free faces that look south are not found',A)
e('faces_to_the_west_unseen',WS,'lowest(y, stretch), lowest(y, stretch - 1), lowest(y, stretch + 1),','lowest(y, stretch - 1)','lowest(y, stretch)','free faces that look west over the boundary of a stretch are not found',A)
e('faces_of_changed_rows_only',WS,'      if (!changed(y) && !changed(y - 1) && !changed(y + 1)) continue;','!changed(y - 1)','true','a face is not found again when the ground south of it falls',A)
e('weathering_under_any_cover',W,'    if (terrain.columns.sediment(cell) >= deepest()) return;','terrain.columns.sediment(cell) >= deepest()','false','rock weathers under any cover',A)
e('weathering_of_the_cover_only',WS,'    const Quanta cover = only_rock ? columns.available(cell) : columns.sediment(cell);','columns.sediment(cell)','columns.available(cell)','the survey takes the uppermost soil for the whole cover',A)
e('weathering_field_by_the_map',W,'        const double here = pace(exposure.steepness, to_metres(terrain.columns.sediment(cell)));','exposure.steepness','1.0','the field of weathering shows level ground everywhere',A)
e('weathering_clock_by_faces',W,'const double fastest = static_cast<double>(parameters_.rate) * std::max(1.0, static_cast<double>(parameters_.faces));','std::max(1.0, static_cast<double>(parameters_.faces))','1.0','cliffs that retreat quickly are updated as rarely as level ground',A)
e('faces_parameter_ignored',W,'                         static_cast<double>(parameters_.faces);','static_cast<double>(parameters_.faces)','1.0','cliffs retreat at the same rate whatever `faces` says',A)
# ---------------- wind particles
A='wind_particles'
e('particles_take_sand_off_the_books',P,'    substep.context.ledger.book_out(static_cast<SoilId>(particles_.soil[i]), particles_.load[i]);','particles_.load[i]','0','sand that leaves with a particle gets no entry in the ledger',A)
e('particles_bring_sand_off_the_books',P,'  context.ledger.book_in(kSand, brought);','brought','0','sand that comes in with a particle gets no entry in the ledger',A)
e('creep_by_the_wind',P,'const float diffusivity = parameters_.reptation * parameters_.saturation * kReferenceSpeed * ratio * ratio;','ratio * ratio','ratio','creep grows with the wind, not with its square',A)
e('speed_up_once',PK,'const float capacity = r.flat_capacity * faster * faster * gain * gain * standing * (1.0f - s);','faster * faster','faster','the capacity grows with the speed-up, not with its square',A)
e('gain_once',PK,'const float capacity = r.flat_capacity * faster * faster * gain * gain * standing * (1.0f - s);','gain * gain','gain','capacity grows with slope once',A)
e('falls_behind_it',PK,'    const std::int32_t behind = outcome.contact[i] != 0 ? 0 : outcome.deposit[i] / 2;','outcome.deposit[i] / 2','0','sand falls only in the cell that a particle enters',A)
e('inflow_never_ends',P,'static_cast<Quanta>(std::min(parameters_.inflow * stock_left_ * full, static_cast<float>(kMostInOneCell)));','parameters_.inflow * stock_left_ * full','parameters_.inflow * full','sand beyond the edges is never used up',A)
e('kick_without_time_step',PF,'.kick = parameters.turbulence * speed * std::sqrt(drag * dt),','std::sqrt(drag * dt)','std::sqrt(drag * 0.1f)','gusts kick once per sub-step whatever its length',A)
e('grainfall_without_time_step',PF,'.grainfall = parameters.grainfall * dt,','parameters.grainfall * dt','parameters.grainfall * 0.1f','grainfall per sub-step',A)
e('shadow_holds_nothing',PK,'gain * gain * standing * (1.0f - s);','(1.0f - s)','1.0f','particles lift in the wake',A)
e('particles_lost_at_the_seam',PK,'  const std::int32_t above = axis.turn != 0 ? x - axis.turn : axis.size - 1;','axis.turn != 0 ? x - axis.turn : axis.size - 1','axis.size - 1','particles pile up at a periodic edge',A)
e('particles_enter_downwind',PB,'  const int cell_across = edge % 2 == 0 ? 0 : far;','edge % 2 == 0','edge % 2 != 0','particles enter over the downwind edge',A)
e('particles_enter_by_length',PB,'    const std::array<float, 4> weight','x','x','','') if 0 else None
e('edges_fed_alike',PB,'inflow(wind.y, wind.x) * width, inflow(-wind.y, wind.x) * width};','inflow(wind.y, wind.x) * width','inflow(wind.y, wind.x) * height','the southern edge of a land is fed by the height of the land',A)
e('slope_along_y_ignored',PK,'(smooth[x + 1] - smooth[x - 1]) * along_x + (from.smooth.north[x] - from.smooth.south[x]) * along_y;','from.smooth.north[x] - from.smooth.south[x]','from.smooth.south[x] - from.smooth.north[x]','slope sign north',A)
e('average_path_by_substep',PA,'  const float fades = math::decay(seconds / kMemory);','seconds / kMemory','0.1f / kMemory','the averages of the wind forget by the step',A)
e('wind_erosion_sign',P,'[](float gain) { return 0.0f - gain; }','0.0f - gain','gain','wind erosion sign',A)
e('lay_down_counts_nothing',P,'    for (std::size_t i = begin; i < end; ++i) {','i < end','i + 1 < end','the last particle of each group is removed with its load',A)
e('wear_by_population',PF,'.abrasion = parameters.abrasion * parameters.saturation * share * static_cast<float>(kQuantaPerMetre),','parameters.saturation * share','parameters.saturation','wear grows with the number of particles',A)
e('standing_ignored',PK,'const float standing = positive(1.0f - slope * (bare ? r.inverse_climb_bare : r.inverse_climb));','positive(1.0f - slope * (bare ? r.inverse_climb_bare : r.inverse_climb))','1.0f','no climb',A)
