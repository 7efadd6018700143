# SPDX-FileCopyrightText: 2026 The Hostline Authors
# SPDX-License-Identifier: Apache-2.0
#
# Part of the installed package: the same function makes our plugins and yours.
include(GNUInstallDirs)

# hostline_add_plugin(name METADATA file.json[.in] SOURCES ... [LINK ...] [DEFINITIONS ...] [OUTPUT_DIRECTORY dir] [NO_INSTALL])
#
# A provider or channel plugin. The metadata is configured (@PROJECT_VERSION@ and the like), so that versions never drift
# from CMake; the configured name drops the ".in" and is what Q_PLUGIN_METADATA names. It is installed to
# <prefix>/<libdir>/hostline/plugins, unless NO_INSTALL is given; OUTPUT_DIRECTORY is where the build puts it.
function(hostline_add_plugin name)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "NO_INSTALL" "METADATA;OUTPUT_DIRECTORY" "SOURCES;LINK;DEFINITIONS")
    if(ARG_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "hostline_add_plugin(${name}): unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT ARG_METADATA OR NOT ARG_SOURCES)
        message(FATAL_ERROR "hostline_add_plugin(${name}): METADATA and SOURCES are needed")
    endif()
    add_library(${name} MODULE ${ARG_SOURCES})
    cmake_path(GET ARG_METADATA FILENAME configured)
    string(REGEX REPLACE "\\.in$" "" configured "${configured}")
    configure_file("${ARG_METADATA}" "${CMAKE_CURRENT_BINARY_DIR}/${name}.metadata/${configured}" @ONLY)
    target_include_directories(${name} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/${name}.metadata")
    target_compile_definitions(${name} PRIVATE ${ARG_DEFINITIONS})
    target_link_libraries(${name} PRIVATE Hostline::Core ${ARG_LINK})
    if(NOT ARG_OUTPUT_DIRECTORY)
        set(ARG_OUTPUT_DIRECTORY "${HOSTLINE_PLUGIN_BUILD_DIR}")
    endif()
    set_target_properties(${name} PROPERTIES PREFIX "" AUTOMOC ON INSTALL_RPATH "$ORIGIN/../..")
    if(ARG_OUTPUT_DIRECTORY)
        set_target_properties(${name} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${ARG_OUTPUT_DIRECTORY}")
    endif()
    if(COMMAND _hostline_prepare) # in our own tree
        _hostline_prepare(${name})
    endif()
    if(NOT ARG_NO_INSTALL)
        set_property(GLOBAL APPEND PROPERTY HOSTLINE_PLUGINS ${name})
        install(TARGETS ${name} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/hostline/plugins")
    endif()
endfunction()
