# What `cmake --install` installs: both programs, the library behind include/barchan with its header, and its target.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The module api is the shared library. Programs link the modules themselves.
add_library(barchan_api SHARED)
barchan_sources(barchan_api api BELOW io)
set_target_properties(barchan_api PROPERTIES OUTPUT_NAME barchan EXPORT_NAME barchan VERSION ${PROJECT_VERSION}
                      SOVERSION ${PROJECT_VERSION_MAJOR})
target_include_directories(barchan_api PRIVATE ${PROJECT_SOURCE_DIR}/include)
# The link line of the library is its own affair: who uses it needs the header and the file.
set_target_properties(barchan_api PROPERTIES INTERFACE_LINK_LIBRARIES "" INTERFACE_INCLUDE_DIRECTORIES ""
                      LINK_FLAGS "-Wl,--exclude-libs,ALL")
target_include_directories(barchan_api INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(barchan_api INTERFACE cxx_std_20)

install(TARGETS barchan_cli RUNTIME)
if(TARGET barchan_window)
  install(TARGETS barchan_window RUNTIME)
endif()
install(TARGETS barchan_geo LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/barchan)
install(TARGETS barchan_api EXPORT barchan LIBRARY)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/barchan TYPE INCLUDE)
install(EXPORT barchan NAMESPACE barchan:: FILE barchan-config.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/barchan)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/barchan-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/barchan-config-version.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/barchan)
