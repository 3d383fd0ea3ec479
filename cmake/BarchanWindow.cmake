# The window: OpenGL loader and embedded shaders generated at build time, the view library, the program.

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

# -- renderer and panels -------------------------------------------------------------------------------------------
add_library(barchan_view STATIC ${BARCHAN_EMBEDDED_SHADERS})
barchan_sources(barchan_view src/render src/ui)
target_include_directories(barchan_view PUBLIC ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(barchan_view PUBLIC barchan_sim glm::glm fmt::fmt PkgConfig::imgui barchan_glad
                      PRIVATE PkgConfig::egl ${CMAKE_DL_LIBS})

# -- the program ---------------------------------------------------------------------------------------------------
file(GLOB_RECURSE BARCHAN_APP_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/app/*.cpp)
if(BARCHAN_APP_SOURCES)
  add_executable(barchan_window)
  barchan_sources(barchan_window src/app)
  set_target_properties(barchan_window PROPERTIES OUTPUT_NAME barchan)
  target_link_libraries(barchan_window PRIVATE barchan_view barchan_io glfw)
endif()
