# ctest reads this file after it has listed the tests of both programs. It labels each test with the folder of its
# source, with `long` if the source asks for the full length (support/long_run.hpp), and with `quick` if it is one of
# those that together answer in 60 seconds on two cores. A new test needs no entry here unless it is slow.

# The folders whose tests are quick.
set(barchan_quick_folders unit contract io)
# Names of slow tests in them; the limit is 0.4 seconds of processor time.
set(barchan_slow
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
    if(NOT slow)
      list(APPEND labels quick)
    endif()
  endif()
  set_tests_properties("${test}" PROPERTIES LABELS "${labels}")
endforeach()

cmake_policy(POP)
