# Rooms: each folder of src/ is a target that sees its own headers and those of the rooms it is linked to, and no others.
#
# A room's include root is a folder of its own in the build tree that holds links to src/<room> and include/barchan/<room>.
# So `#include "gravity/avalanches.hpp"` compiles in the rooms above gravity and nowhere else.

set(BARCHAN_ROOMS_DIR ${PROJECT_BINARY_DIR}/rooms)

# Links `name` in `root` to `folder`, where there is such a folder.
function(barchan_link root name folder)
  if(IS_DIRECTORY ${folder})
    get_filename_component(parent ${root}/${name} DIRECTORY)
    file(MAKE_DIRECTORY ${parent})
    file(CREATE_LINK ${folder} ${root}/${name} SYMBOLIC)
  endif()
endfunction()

# Gives `target` the sources of src/<room> (those of FILES only, when given), the room's include root and the shared
# options. BELOW: the rooms it stands on.
function(barchan_furnish target room)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "FILES;BELOW")
  if(arg_FILES)
    list(TRANSFORM arg_FILES PREPEND ${PROJECT_SOURCE_DIR}/src/${room}/ OUTPUT_VARIABLE sources)
  else()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${room}/*.cpp ${PROJECT_SOURCE_DIR}/src/${room}/*.hpp)
  endif()
  target_sources(${target} PRIVATE ${sources})
  string(REPLACE "/" "_" folder ${room})
  set(root ${BARCHAN_ROOMS_DIR}/${folder})
  if(NOT arg_FILES)
    barchan_link(${root} ${room} ${PROJECT_SOURCE_DIR}/src/${room})
  endif()
  barchan_link(${root} barchan/${room} ${PROJECT_SOURCE_DIR}/include/barchan/${room})
  file(MAKE_DIRECTORY ${root})
  target_include_directories(${target} PUBLIC ${root})
  target_link_libraries(${target} PRIVATE barchan_options)
  if(NOT target STREQUAL barchan_base)
    barchan_precompile_as(${target} barchan_base)
  endif()
  foreach(below ${arg_BELOW})
    target_link_libraries(${target} PUBLIC barchan_${below})
  endforeach()
  # Kernels keep their vector code in debug builds too; -O3 wins over the build type's level. No number of theirs is
  # infinite or NaN and no sign of a zero matters, so that a maximum is one instruction.
  if(NOT BARCHAN_SANITIZE)
    set(kernels ${sources})
    list(FILTER kernels INCLUDE REGEX "_kernel\\.cpp$")
    set_source_files_properties(${kernels} PROPERTIES COMPILE_OPTIONS "-O3;-ffinite-math-only;-fno-signed-zeros"
                                SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# The room `room` as the library barchan_<room>.
function(barchan_room room)
  string(REPLACE "/" "_" name ${room})
  add_library(barchan_${name} STATIC)
  barchan_furnish(barchan_${name} ${room} ${ARGN})
endfunction()
