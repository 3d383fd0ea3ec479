# ctest reads this file after it has listed the tests of both programs. It labels each test with the folder of its
# source, with `long` if the source asks for the full length (support/long_run.hpp), and with `quick` if it is one of
# those that together answer in 60 seconds on two cores. A new test needs no entry here unless it is slow.

# The folders whose tests are quick.
set(barchan_quick_folders unit contract io)
# Names of tests in them that take more than about half a second of processor time, or many that take a little.
set(barchan_slow
  AddedSoil AtRest\\. CheckBuild Resume\\. ShippedScenario SmallRates Spikes WorkSaved
  "ReproducibleContract\\.(ContinuesFrom|TheSameLand)" "SameHashOnAnyNumberOfThreads" "EachParameterAtIts"
  "ObstacleContract.*/(all|wind_particles)" "PlantsContract.*/(all|wind_particles)" "PlacedObstacle.IsKnown"
  "MixedSoils\\." "Conversion\\.ByMass" "ARecordingReplays" "PresetOnBareLand" "Sources\\." "SoilsOfWorld"
  "KeepsEveryPromise" "CliHistory\\.(AnInterrupted|AResumed)" "WindInTheWorld\\.Resumes" "Mask\\.OfZero"
  "CliReplayOf" "LandAccessContract\\.AStep" "ResumeShipped" "ObstacleBodyContract.*/(all|wind_particles)"
  "Reproducible\\.IsNotChanged"
  "RainMapLayers" "StormFiles" "Documents\\.(CommandLines|ExampleCode)" "ShippedLandsHaveSoundNetworks"
)
# And the few of those that speak for the others.
set(barchan_yet_quick
  "CliReplayOf.*/Lakes" "LandAccessContract\\.AStep.*/vegetation" "ResumeShipped.*/(article|meanders|nabkha)( |$)"
  "ShippedScenario\\.IsExact.*/(article|meanders|nabkha)( |$)" "ShippedScenario\\.(Describes|Continues).*/(article|meanders)( |$)"
)

cmake_policy(PUSH)
cmake_policy(SET CMP0057 NEW)  # if(IN_LIST)

# For each suite of the sources: folder_of_SUITE, and long_SUITE if it has a full length.
file(GLOB_RECURSE barchan_test_sources "${CMAKE_CURRENT_LIST_DIR}/*_test.cpp")
foreach(source IN LISTS barchan_test_sources)
  file(RELATIVE_PATH folder "${CMAKE_CURRENT_LIST_DIR}" "${source}")
  string(REGEX REPLACE "/.*" "" folder "${folder}")
  file(STRINGS "${source}" lines REGEX "^TEST(_F|_P)?\\(|long_run\\(\\)|how_many\\(")
  string(FIND "${lines}" "long_run()" long_run)
  string(FIND "${lines}" "how_many(" how_many)
  foreach(line IN LISTS lines)
    if(line MATCHES "^TEST[_FP]*\\(([A-Za-z0-9_]+),")
      set(suite ${CMAKE_MATCH_1})
      set(folder_of_${suite} ${folder})
      if(long_run GREATER -1 OR how_many GREATER -1)
        set(long_${suite} TRUE)
      endif()
    endif()
  endforeach()
endforeach()

foreach(test IN LISTS barchan_tests_TESTS barchan_view_tests_TESTS)
  if(NOT test MATCHES "^([A-Za-z0-9_]+/)?([A-Za-z0-9_]+)(/[0-9]+)?\\.")
    continue()
  endif()
  set(suite ${CMAKE_MATCH_2})
  set(labels ${folder_of_${suite}})
  if(long_${suite})
    list(APPEND labels long)
  endif()
  if("${folder_of_${suite}}" IN_LIST barchan_quick_folders)
    set(slow FALSE)
    foreach(pattern IN LISTS barchan_slow)
      if(test MATCHES "${pattern}")
        set(slow TRUE)
        break()
      endif()
    endforeach()
    foreach(pattern IN LISTS barchan_yet_quick)
      if(test MATCHES "${pattern}")
        set(slow FALSE)
        break()
      endif()
    endforeach()
    if(NOT slow)
      list(APPEND labels quick)
    endif()
  endif()
  set_tests_properties("${test}" PROPERTIES LABELS "${labels}")
endforeach()

# Tests that take longest begin first, so that no core waits for one of them at the end. ctest knows the times of
# earlier runs, but a new build has none.
foreach(test IN LISTS barchan_tests_TESTS barchan_view_tests_TESTS barchan_window_TESTS)
  if(test MATCHES "^WindowSession|AreMet/H1|^Dunes\\.Field|^Village|^Pyramid|^CellSize|CommandLinesRun|/everything( |$)")
    set_tests_properties("${test}" PROPERTIES COST 100)
  elseif(test MATCHES "^Window|Gates\\.AreMet|ShippedScenario\\.IsExact|^River|Picture\\.|^AtRest|^RandomWorlds|^Yardangs")
    set_tests_properties("${test}" PROPERTIES COST 10)
  endif()
endforeach()

cmake_policy(POP)
