# Libraries, all from system packages (scripts/setup.sh installs them).

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(glm REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(PNG REQUIRED)
find_package(GDAL 3.6 REQUIRED)
find_package(OpenEXR 3 REQUIRED CONFIG)
find_package(CLI11 REQUIRED)
find_package(meshoptimizer REQUIRED)
find_package(TBB REQUIRED)

pkg_check_modules(zstd REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(tomlplusplus REQUIRED IMPORTED_TARGET tomlplusplus)
add_library(tomlplusplus_library INTERFACE)
# Compiled here, because the library of the package reads numbers through streams, which hide a lack of memory, and ends
# the program if there is none for the message about it.
target_include_directories(tomlplusplus_library SYSTEM INTERFACE ${tomlplusplus_INCLUDE_DIRS})
target_compile_definitions(tomlplusplus_library INTERFACE TOML_HEADER_ONLY=1 TOML_FLOAT_CHARCONV=1)
add_library(tomlplusplus::tomlplusplus ALIAS tomlplusplus_library)

# Random123 and xxHash are header-only.
add_library(barchan_random INTERFACE)
find_path(RANDOM123_INCLUDE Random123/philox.h REQUIRED)
target_include_directories(barchan_random SYSTEM INTERFACE ${RANDOM123_INCLUDE})
# Philox needs no intrinsics; their headers would take half of a kernel's compile time.
target_compile_definitions(barchan_random INTERFACE R123_USE_SSE=0 R123_USE_X86INTRIN_H=0)
add_library(xxhash INTERFACE)
find_path(XXHASH_INCLUDE xxhash.h REQUIRED)
target_include_directories(xxhash SYSTEM INTERFACE ${XXHASH_INCLUDE})
target_compile_definitions(xxhash INTERFACE XXH_INLINE_ALL)

add_library(barchan_scheduler INTERFACE)
if(BARCHAN_SANITIZE STREQUAL "thread")
  target_link_libraries(barchan_scheduler INTERFACE Threads::Threads)
else()
  target_link_libraries(barchan_scheduler INTERFACE TBB::tbb Threads::Threads)
endif()
