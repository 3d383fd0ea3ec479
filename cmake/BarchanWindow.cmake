# The window: OpenGL loader and embedded shaders generated at build time, the modules render and ui, the program.

pkg_check_modules(imgui REQUIRED IMPORTED_TARGET imgui)
pkg_check_modules(egl REQUIRED IMPORTED_TARGET egl)
find_package(glfw3 3.3 REQUIRED)
find_program(GLAD_PROGRAM glad REQUIRED)

# -- OpenGL functions ----------------------------------------------------------------------------------------------
set(BARCHAN_GLAD_DIR ${CMAKE_CURRENT_BINARY_DIR}/glad)
add_custom_command(
  OUTPUT ${BARCHAN_GLAD_DIR}/src/gl.c ${BARCHAN_GLAD_DIR}/include/glad/gl.h
  COMMAND ${GLAD_PROGRAM} --api gl:core=4.1 --extensions GL_KHR_debug --out-path ${BARCHAN_GLAD_DIR} --reproducible
          --quiet c
  COMMENT "Generating the OpenGL loader" VERBATIM)
add_library(barchan_glad STATIC ${BARCHAN_GLAD_DIR}/src/gl.c)
target_include_directories(barchan_glad SYSTEM PUBLIC ${BARCHAN_GLAD_DIR}/include)

# -- shaders -------------------------------------------------------------------------------------------------------
file(GLOB BARCHAN_SHADERS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/shaders/*.glsl ${PROJECT_SOURCE_DIR}/shaders/*.vert
     ${PROJECT_SOURCE_DIR}/shaders/*.frag)
set(BARCHAN_EMBEDDED_SHADERS ${CMAKE_CURRENT_BINARY_DIR}/embedded_shaders.cpp)
add_custom_command(
  OUTPUT ${BARCHAN_EMBEDDED_SHADERS}
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${BARCHAN_EMBEDDED_SHADERS} "-DSHADERS=${BARCHAN_SHADERS}"
          -P ${PROJECT_SOURCE_DIR}/cmake/EmbedShaders.cmake
  DEPENDS ${BARCHAN_SHADERS} ${PROJECT_SOURCE_DIR}/cmake/EmbedShaders.cmake
  COMMENT "Embedding the shaders" VERBATIM)

# -- renderer, panels, program -------------------------------------------------------------------------------------
barchan_module(render BELOW world)
target_sources(barchan_render PRIVATE ${BARCHAN_EMBEDDED_SHADERS})
barchan_unity(barchan_render)
target_link_libraries(barchan_render PUBLIC fmt::fmt barchan_glad PRIVATE xxhash PkgConfig::egl ${CMAKE_DL_LIBS})
barchan_module(ui BELOW render export PRECOMPILED_AS ui)
target_link_libraries(barchan_ui PUBLIC PkgConfig::imgui)
barchan_optimise_little(barchan_ui)
barchan_unity(barchan_ui)
barchan_precompile(barchan_ui <algorithm> <array> <atomic> <chrono> <cmath> <condition_variable> <cstdint> <deque>
                   <filesystem> <functional> <list> <map> <memory> <mutex> <optional> <set> <span> <stdexcept> <string>
                   <string_view> <thread> <utility> <variant> <vector> <glm/geometric.hpp> <fmt/format.h>
                   <fmt/ranges.h> <imgui.h>)

add_executable(barchan_window)
barchan_sources(barchan_window app BELOW ui arguments)
barchan_unity(barchan_window)
set_target_properties(barchan_window PROPERTIES OUTPUT_NAME barchan)
target_link_libraries(barchan_window PRIVATE glfw ${CMAKE_DL_LIBS})
