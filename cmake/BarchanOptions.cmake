# Compiler and linker options shared by every target.

add_library(barchan_options INTERFACE)
# Strict floating point: the same bits at every optimisation level, vector width and number of threads.
target_compile_options(barchan_options INTERFACE
  -ffp-contract=off -fno-math-errno -fno-trapping-math
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual)
# The modules also make up the shared library that is installed. All targets have the same flags, because they share
# precompiled headers; hidden symbols keep the code of the programs as it is without these flags.
target_compile_options(barchan_options INTERFACE -fPIC -fvisibility=hidden -fvisibility-inlines-hidden)
target_compile_definitions(barchan_options INTERFACE BARCHAN_VERSION="${PROJECT_VERSION}")
# g++ 12 warns of overlaps and bounds inside its own std::string and std::vector.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(barchan_options INTERFACE -Wno-restrict)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(barchan_options INTERFACE -Wno-array-bounds -Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(barchan_options INTERFACE -Wno-unknown-pragmas)  # GCC ivdep
endif()
if(BARCHAN_LEVEL)
  target_compile_options(barchan_options INTERFACE -march=${BARCHAN_LEVEL})
  target_compile_definitions(barchan_options INTERFACE BARCHAN_NO_CLONES)
endif()
if(BARCHAN_WERROR)
  target_compile_options(barchan_options INTERFACE -Werror)
endif()
if(BARCHAN_SANITIZE STREQUAL "address")
  target_compile_options(barchan_options INTERFACE -fsanitize=address,undefined,float-cast-overflow
                         -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(barchan_options INTERFACE -fsanitize=address,undefined,float-cast-overflow)
elseif(BARCHAN_SANITIZE STREQUAL "thread")
  target_compile_options(barchan_options INTERFACE -fsanitize=thread)
  target_link_options(barchan_options INTERFACE -fsanitize=thread)
  target_compile_definitions(barchan_options INTERFACE BARCHAN_TSAN)
endif()

if(BARCHAN_COVERAGE)
  # Counters are shared by threads. Clang counts each vector clone of a kernel apart, so there is one version.
  target_compile_options(barchan_options INTERFACE -fprofile-instr-generate -fcoverage-mapping -fprofile-update=atomic)
  target_compile_definitions(barchan_options INTERFACE BARCHAN_NO_CLONES)
  target_link_options(barchan_options INTERFACE -fprofile-instr-generate)
endif()

# A fast linker, if there is one: a changed kernel is linked into six programs. GCC emits some functions of length 0;
# lld 14 keeps their unwind entry in place of that of the next function, so an exception through that one aborts.
include(CheckLinkerFlag)
set(linkers lld gold)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(linkers gold)
endif()
foreach(linker ${linkers})
  check_linker_flag(CXX -fuse-ld=${linker} BARCHAN_LINKS_WITH_${linker})
  if(BARCHAN_LINKS_WITH_${linker} AND NOT BARCHAN_SANITIZE)
    target_link_options(barchan_options INTERFACE -fuse-ld=${linker})
    break()
  endif()
endforeach()

# Precompiles `headers`, all of them third-party, for `target`. BARCHAN_PRECOMPILE=OFF builds without.
function(barchan_precompile target)
  if(BARCHAN_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# Gives `target` the precompiled headers of `owner`.
function(barchan_precompile_as target owner)
  if(BARCHAN_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()
