# Flags shared by every target, and the small functions that make targets.

include(BarchanAssets)

add_library(barchan_options INTERFACE)
target_include_directories(barchan_options INTERFACE ${PROJECT_SOURCE_DIR}/include)
# Strict floating point: the same bits at every optimisation level, vector width and thread count.
target_compile_options(barchan_options INTERFACE
  -ffp-contract=off -fno-math-errno -fno-trapping-math
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual)
target_compile_definitions(barchan_options INTERFACE BARCHAN_VERSION="${PROJECT_VERSION}")
# g++ 12 warns of overlaps inside its own std::string operator+.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(barchan_options INTERFACE -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(barchan_options INTERFACE -Wno-unknown-pragmas)  # GCC ivdep
endif()
if(BARCHAN_WERROR)
  target_compile_options(barchan_options INTERFACE -Werror)
endif()
if(BARCHAN_SANITIZE STREQUAL "address")
  target_compile_options(barchan_options INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(barchan_options INTERFACE -fsanitize=address,undefined)
elseif(BARCHAN_SANITIZE STREQUAL "thread")
  target_compile_options(barchan_options INTERFACE -fsanitize=thread)
  target_link_options(barchan_options INTERFACE -fsanitize=thread)
  target_compile_definitions(barchan_options INTERFACE BARCHAN_TSAN)
endif()

# Gives `target` every source below the named folders; headers inside a layer are included from src/.
function(barchan_sources target)
  foreach(folder ${ARGN})
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp ${PROJECT_SOURCE_DIR}/${folder}/*.hpp)
    target_sources(${target} PRIVATE ${found})
  endforeach()
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} PRIVATE barchan_options)
endfunction()

function(barchan_library target)
  add_library(${target} STATIC)
  barchan_sources(${target} ${ARGN})
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/include)
  # Kernels keep their vector code in debug builds too; -O3 wins over the build type's level. No number of theirs is
  # infinite or NaN and no sign of a zero matters, so that a maximum is one instruction.
  file(GLOB_RECURSE kernels CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*_kernel.cpp)
  if(NOT BARCHAN_SANITIZE)
    set_source_files_properties(${kernels} PROPERTIES COMPILE_OPTIONS "-O3;-ffinite-math-only;-fno-signed-zeros")
  endif()
endfunction()
