# SPDX-FileCopyrightText: 2026 The Hostline Authors
# SPDX-License-Identifier: Apache-2.0
#
# What find_package(Hostline) needs in an installed prefix: library, headers, package files.
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Hostline")
set_target_properties(hostline PROPERTIES EXPORT_NAME Core)
install(TARGETS hostline EXPORT HostlineExports
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT HostlineExports NAMESPACE Hostline:: DESTINATION "${package_dir}")
install(DIRECTORY DESTINATION "${HOSTLINE_PLUGIN_INSTALL_DIR}") # also without a plugin in it

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/HostlineConfig.cmake.in" "${CMAKE_BINARY_DIR}/HostlineConfig.cmake"
    INSTALL_DESTINATION "${package_dir}" PATH_VARS HOSTLINE_PLUGIN_INSTALL_DIR)
write_basic_package_version_file("${CMAKE_BINARY_DIR}/HostlineConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES
    "${CMAKE_BINARY_DIR}/HostlineConfig.cmake"
    "${CMAKE_BINARY_DIR}/HostlineConfigVersion.cmake"
    "${CMAKE_CURRENT_LIST_DIR}/HostlinePlugin.cmake"
    DESTINATION "${package_dir}")
