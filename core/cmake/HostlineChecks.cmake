# SPDX-FileCopyrightText: 2026 The Hostline Authors
# SPDX-License-Identifier: Apache-2.0
#
# The looks of the house, as targets: format, format-check, include-check, tidy (all files; ./check takes the changed).

foreach(check IN ITEMS format format-check include-check tidy)
    if(check STREQUAL "include-check")
        set(command "${CMAKE_SOURCE_DIR}/tools/include_check.py" "${CMAKE_SOURCE_DIR}")
    else()
        set(command "${CMAKE_SOURCE_DIR}/tools/style.sh" "${check}" "${CMAKE_BINARY_DIR}")
    endif()
    add_custom_target(${check} COMMAND ${command} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}" USES_TERMINAL VERBATIM)
endforeach()
