# candidate=patch name | fault | test | figure | bound   in groups
ROWS='''
open_edges_rise|cells at open edges rise with the land|Uplift.HoldsItsRateInAnyNumberOfSteps|-|fails
tilt_to_the_other_side|a tilted land rises most on the side opposite its azimuth|Uplift.ATiltedLandRisesMostOnOneSide|risen(world, x, 4) and whole * (0.5 + 0.5 * (x + 0.5) / 12.0)|at least 0.3
uplift_off_the_books|bedrock that rises from below gets no entry in the ledger|Uplift.HoldsItsRateInAnyNumberOfSteps|-|fails
uplift_remainder_dropped|uplift below a quantum per update is dropped|Uplift.OfLessThanAQuantumAStepAddsUp|-|fails
uplift_without_time_step|a step raises the land by the same amount whatever its length|Table/Metamorphic.Holds/uplift_half_step|-|fails
uplift_disturbs_nothing_east=uplift_wakes_no_slope_along_x|slopes that uplift steepens along x are not marked as disturbed|Uplift.SandSlidesDownTheSlopeThatItSteepens|to_metres(world.terrain().columns.sediment(cell))|at least 0.4
uplift_limit_above_the_datum|uplift ends 7000 m above the datum even if the lowest cell lies far below it|Uplift.EndsSevenThousandMetresAboveALowestCellBelowTheDatum|-|fails
plants_without_roots|plants grow on bare rock|Plants.WitherWhereTheyCannotRoot|-|fails
erosion_as_burial|plants take erosion for burial and burial for erosion|Plants.OfDunesGrowBestUnderAsMuchSandAsTheyLike|-|fails
burial_averaged_over_steps=burial_averaged_over_updates|the burial rate is averaged over a number of updates, whatever their length|Plants.TellTheRateAtWhichTheGroundRisesAtAnyTimeStep|static_cast<double>((*world.field("burial"))[0]) / kRate and 1.0|at least 0.5
plants_spread_from_one_side=plants_spread_to_the_north|plants spread to the north and not to the south|Table/Metamorphic.Holds/vegetation_without_seeds_turn|-|fails
seeds_by_the_cell|as many seeds fall on a large cell as on a small one|Seeds.ComeUpAsDenselyInCellsOfAnySize|mean_cover(world) / expected and 1.0|at least 0.5
seeds_on_rock|seeds come up on bare rock|Seeds.ComeUpWhereRootsFindSandAndWater|-|fails
seeds_switched_on_in_vain|on a land at rest no seed comes up when seeds are switched on|Seeds.ComeUpWhenTheyAreSwitchedOnOnALandAtRest|mean_cover(world)|at most 0
supply_from_the_lee|sand comes in over the downwind edge|Winds/SupplyFromEveryQuarter.TheUpwindEdgesFeedABareLandAtTheRateAskedFor/0|-|fails
supply_twice_in_the_corner|where the strips along two edges overlap, cells count twice|Winds/SupplyFromEveryQuarter.TheUpwindEdgesFeedABareLandAtTheRateAskedFor/1|volume_in(world) / (0.05 * width * 50 * 0.4) and 1.0|at least 0.01
supply_off_the_books|supplied sand gets no entry in the ledger|Winds/SupplyFromEveryQuarter.TheUpwindEdgesFeedABareLandAtTheRateAskedFor/0|-|fails
supply_rounded_down|supply below a quantum per step is dropped|SandSupply.SmallAmountsDoNotVanish|-|fails
discs_in_cells=random_discs_in_cells|the radius of random discs is taken as a number of cells|Sizes/SupplyInCells.DiscsAreAsWide/2|volume(kRandomDiscs, 9) and 9.0|at least 9
disc_by_the_cover=disc_counts_its_cover_only|a disc counts only the uppermost soil as its filling|SandSupplyDisc.IsFilledUpToItsDepthOfAnyLooseSoil|-|fails
discs_pile_up=needless_discs_are_kept|discs that were not needed all come at once when the cover falls|SandSupplyDiscs.ThatWereNotNeededDoNotComeWhenTheCoverFalls|volume_in(world) - in|at least 1000
weathering_blind_to_cover|rock weathers under cover as fast as bare rock|Weathering.CoverOnFlatRockGrowsWithTheLogarithmOfTimeInAnySteps|ground.cover(7) / exact and 1.0|at least 0.5
weathering_ends_with_the_layer|when a layer is used up, the rest of the update is lost|Weathering.GoesOnInTheNextLayerWithinAStep|-|fails
corners_retreat_like_walls|a corner with two free faces retreats like a straight cliff|Weathering.ACornerRetreatsFasterThanAWallByTheRootOfTwo|-|fails
notches_outlive_their_face|a notch keeps its depth while its face is buried|Weathering.ANotchIsForgottenWhileItsFaceIsBuriedAndBeginsAgain|-|fails
faces_to_the_south_unseen=cliffs_to_the_south_unseen|cliffs that look south are not found|Weathering.CliffsOfEverySideRetreatByACellInTheTimeThatTheFacesSay|-|fails
faces_of_changed_rows_only=cliffs_come_to_light_unseen|a cliff stays unknown when the ground south of it falls|Weathering.ACliffThatComesToLightRetreats|-|fails
weathering_swells_unseen|a long step takes no notice of debris that takes up more space than its rock|Weathering.ByMassOfLightDebrisFollowsTheWholeLawInAnySteps|ground.cover(3) / exact and 1.0|at least 0.1
particles_take_sand_off_the_books=particles_leave_off_the_books|sand that leaves the land with a wind particle gets no entry in the ledger|Each/BudgetContract.ClosesAtEveryStepUnderEveryBoundary/wind_particles|-|fails
creep_by_the_wind|creep grows with the wind speed and not with its square|WindCreep.FlattensAWaveAtARateThatGrowsWithTheSquareOfTheWind|rate / exact and 1.0|at least 0.5
speed_up_once|the capacity grows with the speed-up and not with its square|WindCapacity.IsThatOfItsEquation|-|fails
kick_without_time_step=gusts_by_the_sub_step|gusts push particles equally in sub-steps of any length|WindGusts.SpreadTheParticlesByTheTurbulenceWhateverTheCells|std::sqrt(squares / count) / exact and 1.0|at least 0.3
grainfall_without_time_step=grainfall_by_the_sub_step|sand falls out of the air by the sub-step, whatever its length|WindGrainfall.IsARateWhateverTheCells|std::log(near / far) / (kGrainfall * 60.0 / kWind) and 1.0|at least 0.5
wear_by_population|more wind particles wear more rock|WindWear.IsTheSameForAnyNumberOfParticles|worn(16384.0) / few and 1.0|at least 3
the_first_source_ends|ending a source ends the oldest one|Sources.OneEndsAndTheOthersFlowOn|-|fails
later_command_replaces_older_steps=recording_forgets_older_commands|in the recording, a command replaces one of an earlier step|Commands.TheLaterOfTwoToOneTargetBeforeTheSameStepReplacesTheEarlier|-|fails
storms_count_from_the_beginning|the start of a placed storm counts from the beginning of the world|Storms.BringTheirWaterAndTheMassBalanceCloses|-|fails
time_line_a_step_late|commands of the time line are applied one step late|Timeline.SetsParametersBeforeTheStepThatReachesTheirTime|-|fails
new_slopes_wake_nothing|a soil that must rest at a gentler slope stays as steep as it is|SoilCommands.GravityNoticesASlope|-|fails
notches_under_obstacles|a notch stays when an obstacle is placed on its cliff|Obstacles.OnACliffThatIsHollowedOutHaveAFaceOfTheirOwn|-|fails
health_forgets|the health forgets the faults of earlier counts|HealthFlags.StayForTheLifeOfTheWorld|-|fails
damaged_files_are_read|a saved world with a wrong checksum is read|SavedWorld.EveryDamageIsRefused|-|fails
threads_of_saved_worlds=saved_worlds_on_one_thread|a saved world runs on one thread, whatever was asked for|SavedWorld.ContinuesBitForBit|-|fails
saved_worlds_take_no_parameters|parameters given with a saved world are ignored|StartWorld.OfASavedWorldTakesThreadsParametersAndCommands|-|fails
strides_are_not_saved=gauges_forget_their_stride|the interval between the readings of a gauge is not saved|SavedWorld.KeepsGaugesAndWhatTheyHaveRead|-|fails
loose_soil_of_any_depth|loose soil may be deeper than the range|Columns.LooseSoilIsNoDeeperThanTheRange|-|fails
spilled_sand_vanishes|what finds no room below the end of the range vanishes without a record|Columns.ADepositAboveTheRangeLeavesTheLand|-|fails
spilled_sand_counts_twice|matter that has left at the end of the range is recorded again after every step|Columns.ADepositAboveTheRangeLeavesTheLand|-|fails
spilled_soil_is_sand|every soil that leaves at the end of the range is recorded as sand|Columns.WhatLeavesAboveTheRangeIsRecordedUnderItsOwnSoil|-|fails
swelling_above_the_range|debris that takes up more space than its rock rises above the range|Columns.DebrisThatSwellsStaysWithinTheRange|-|fails
lowest_bedrock_unnoted=worn_bedrock_unnoted|bedrock that is worn down is not noted, so that loose soil on it may be deeper than the range|Columns.LooseSoilOnWornBedrockIsNoDeeperThanTheRange|-|fails
checked_on_as_many_threads|both simulations of a verified step run on the same number of threads|StepCheck.NamesStepPassFieldAndCellOfAResultThatDependsOnThreads|-|fails
checked_cell_by_the_height|a verified step finds the column of a cell by the height of the land|StepCheck.NamesFieldAndCellOfAStateThatIsNotSaved|-|fails
zero_is_minus_zero|a verified step compares values, so that 0 equals -0 and NaN differs from itself|StepCheck.ComparesTheBitsOfAField|-|fails
checked_field_hash_by_count=a_quarter_is_verified|a verified step compares only the first quarter of each field|StepCheck.NamesFieldAndCellOfAStateThatIsNotSaved|-|fails
'''
def rows():
    for l in ROWS.strip().split('\n'):
        c,*rest=l.split('|')
        a,_,b=c.partition('=')
        yield (a,b or a,*rest)
