# Modules: each folder of src/ is a target that sees only its own headers and those of the modules it links to.
#
# The include root of a module is a folder of the build tree with a link to src/<module>. So `#include
# "gravity/avalanches.hpp"` compiles in the modules above gravity and nowhere else.

set(BARCHAN_MODULES_DIR ${PROJECT_BINARY_DIR}/modules)

# Links src/<name>, a folder or a file, into the include root `root`.
function(barchan_link root name)
  get_filename_component(parent ${root}/${name} DIRECTORY)
  file(MAKE_DIRECTORY ${parent})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/src/${name} ${root}/${name} SYMBOLIC)
endfunction()

# Gives `target` the sources of src/<module>, the module's include root and the shared options. FILES, HEADERS: only
# these sources and headers, for a folder whose subfolders are modules themselves. BELOW: the modules that it links to.
# PRECOMPILED_AS: the module whose precompiled headers it uses; base if it is left out.
function(barchan_sources target module)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "PRECOMPILED_AS" "FILES;HEADERS;BELOW")
  if(arg_FILES)
    list(TRANSFORM arg_FILES PREPEND ${PROJECT_SOURCE_DIR}/src/${module}/ OUTPUT_VARIABLE sources)
  else()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${module}/*.cpp ${PROJECT_SOURCE_DIR}/src/${module}/*.hpp)
  endif()
  target_sources(${target} PRIVATE ${sources})
  string(REPLACE "/" "_" folder ${module})
  set(root ${BARCHAN_MODULES_DIR}/${folder})
  if(NOT arg_FILES)
    barchan_link(${root} ${module})
  endif()
  foreach(header ${arg_HEADERS})
    barchan_link(${root} ${module}/${header})
  endforeach()
  file(MAKE_DIRECTORY ${root})
  target_include_directories(${target} PUBLIC ${root})
  target_link_libraries(${target} PRIVATE barchan_options)
  if(NOT arg_PRECOMPILED_AS)
    set(arg_PRECOMPILED_AS base)
  endif()
  if(NOT arg_PRECOMPILED_AS STREQUAL module)
    barchan_precompile_as(${target} barchan_${arg_PRECOMPILED_AS})
  endif()
  foreach(below ${arg_BELOW})
    target_link_libraries(${target} PUBLIC barchan_${below})
  endforeach()
  # Kernels are vectorised in debug builds too; -O3 overrides the build type's level. They use no infinities and no NaN,
  # and the sign of a zero does not matter, so that a maximum is one instruction.
  if(NOT BARCHAN_SANITIZE)
    set(kernels ${sources})
    list(FILTER kernels INCLUDE REGEX "_kernel\\.cpp$")
    set_source_files_properties(${kernels} PROPERTIES COMPILE_OPTIONS "-O3;-ffinite-math-only;-fno-signed-zeros"
                                SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# Compiles eight files of `target` at a time as one source, which is faster. Names in the anonymous namespaces of these
# files must differ. Kernels and what calls them often are compiled file by file, so that their speed does not depend on
# their neighbours.
function(barchan_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${BARCHAN_UNITY} UNITY_BUILD_BATCH_SIZE 8)
  if(BARCHAN_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)  # types with members of anonymous namespaces
  endif()
endfunction()

# Declares the module `module` as the library barchan_<module>.
function(barchan_module module)
  string(REPLACE "/" "_" name ${module})
  add_library(barchan_${name} STATIC)
  barchan_sources(barchan_${name} ${module} ${ARGN})
endfunction()

# Lets `target` include the headers of `module` without linking it, for a module that is loaded while a program runs.
function(barchan_see target module)
  target_include_directories(${target} PUBLIC ${BARCHAN_MODULES_DIR}/${module})
endfunction()
