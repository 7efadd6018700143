# SPDX-FileCopyrightText: 2026 The Hostline Authors
# SPDX-License-Identifier: Apache-2.0
#
# One function for each kind of target. Unknown arguments are errors.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_INCLUDE_CURRENT_DIR OFF)

# Everything that runs sits in <build>/bin, every library in <build>/lib, every plugin in <build>/lib/hostline/plugins:
# the same shape as an installed prefix, so programs find their plugins in both.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/archive")
set(HOSTLINE_PLUGIN_BUILD_DIR "${CMAKE_BINARY_DIR}/lib/hostline/plugins")
set(HOSTLINE_TEST_PLUGIN_DIR "${CMAKE_BINARY_DIR}/tests/plugins")
set(HOSTLINE_PLUGIN_INSTALL_DIR "${CMAKE_INSTALL_LIBDIR}/hostline/plugins")

# ccache that also hits in another folder and with precompiled headers.
find_program(HOSTLINE_CCACHE ccache)
if(HOSTLINE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" CCACHE_NOHASHDIR=1
        "CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime" "${HOSTLINE_CCACHE}")
endif()

add_library(hostline_options INTERFACE)
target_compile_options(hostline_options INTERFACE
    -Wall -Wextra -Wno-missing-field-initializers -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wextra-semi -Wimplicit-fallthrough
    $<$<CXX_COMPILER_ID:GNU>:-Wsuggest-override>
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${HOSTLINE_CCACHE}>>:-fpch-preprocess>
    $<$<BOOL:${HOSTLINE_WERROR}>:-Werror>)
target_compile_definitions(hostline_options INTERFACE
    QT_NO_KEYWORDS QT_NO_FOREACH QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_CAST_FROM_BYTEARRAY
    QT_NO_URL_CAST_FROM_STRING QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_STRICT_ITERATORS
    QT_DISABLE_DEPRECATED_BEFORE=0x060400
    # For all targets, else the precompiled header would not fit the tests.
    $<$<BOOL:${HOSTLINE_TESTS}>:QT_FORCE_ASSERTS>)

# One precompiled header for all targets.
function(_hostline_prepare target)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:hostline_options>)
    if(HOSTLINE_PCH)
        if(NOT TARGET hostline_pch)
            file(WRITE "${CMAKE_BINARY_DIR}/hostline_pch.cpp" "")
            add_library(hostline_pch OBJECT "${CMAKE_BINARY_DIR}/hostline_pch.cpp")
            set_target_properties(hostline_pch PROPERTIES AUTOMOC OFF)
            target_link_libraries(hostline_pch PRIVATE Qt6::Core hostline_options)
            target_precompile_headers(hostline_pch PRIVATE
                <QDateTime> <QHash> <QJsonObject> <QList> <QMap> <QObject> <QSet> <QString> <QStringList>
                <chrono> <functional> <memory> <optional> <variant>)
        endif()
        target_precompile_headers(${target} REUSE_FROM hostline_pch)
    endif()
endfunction()
option(HOSTLINE_PCH "Use one precompiled header" ON)

function(_hostline_check prefix what)
    if(${prefix}_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "${what}: unknown arguments: ${${prefix}_UNPARSED_ARGUMENTS}")
    endif()
endfunction()

# hostline_add_rooms(a b c): adds each subdirectory that exists.
function(hostline_add_rooms)
    foreach(room IN LISTS ARGN)
        if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${room}/CMakeLists.txt")
            add_subdirectory(${room})
        endif()
    endforeach()
endfunction()

# hostline_add_library(name SOURCES ... [LINK ...] [LINK_PRIVATE ...]): a static library of core/lib or tests/support.
function(hostline_add_library name)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;LINK;LINK_PRIVATE")
    _hostline_check(ARG "hostline_add_library(${name})")
    add_library(${name} STATIC ${ARG_SOURCES})
    target_include_directories(${name} PUBLIC "${CMAKE_SOURCE_DIR}/core")
    target_link_libraries(${name} PUBLIC Qt6::Core ${ARG_LINK} PRIVATE ${ARG_LINK_PRIVATE})
    _hostline_prepare(${name})
endfunction()

include(HostlinePlugin)

# hostline_add_program(name SOURCES ... [LINK ...])
function(hostline_add_program name)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "NO_INSTALL" "" "SOURCES;LINK")
    _hostline_check(ARG "hostline_add_program(${name})")
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE Qt6::Core ${ARG_LINK})
    target_compile_definitions(${name} PRIVATE HOSTLINE_VERSION="${PROJECT_VERSION}")
    set_target_properties(${name} PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
    _hostline_prepare(${name})
    if(NOT ARG_NO_INSTALL)
        install(TARGETS ${name} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
    endif()
endfunction()

# hostline_add_test(name SOURCES ... [LINK ...] [LABELS ...] [TIMEOUT seconds] [PROCESSORS n] [SERIAL]): a QtTest program run
# by ctest. SERIAL: runs while no other test does (it measures time, or needs the machine). PROCESSORS: how many it keeps busy.
# Labels: none = quick; "codex" needs the real Codex, "browser" Chromium, "torture" takes long, "bench" measures.
function(hostline_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "SERIAL" "TIMEOUT;PROCESSORS" "SOURCES;LINK;LABELS")
    _hostline_check(ARG "hostline_add_test(${name})")
    add_executable(${name} ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE Qt6::Core Qt6::Test ${ARG_LINK})
    target_compile_definitions(${name} PRIVATE
        HOSTLINE_SOURCE_DIR="${CMAKE_SOURCE_DIR}" HOSTLINE_BUILD_DIR="${CMAKE_BINARY_DIR}")
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
    target_include_directories(${name} PRIVATE "${CMAKE_SOURCE_DIR}/core" "${CMAKE_SOURCE_DIR}/tests")
    _hostline_prepare(${name})
    add_test(NAME ${name} COMMAND ${name})
    if(NOT ARG_TIMEOUT)
        set(ARG_TIMEOUT 120)
    endif()
    set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} ENVIRONMENT "QT_FORCE_STDERR_LOGGING=1")
    if(ARG_LABELS)
        set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}")
    endif()
    if(ARG_PROCESSORS)
        set_tests_properties(${name} PROPERTIES PROCESSORS ${ARG_PROCESSORS})
    endif()
    if(ARG_SERIAL)
        set_tests_properties(${name} PROPERTIES RUN_SERIAL TRUE)
    endif()
endfunction()

# hostline_add_fuzzer(name SOURCES ... [LINK ...]): a libFuzzer program in <build>/fuzz, built by the target "fuzzers" in
# the preset fuzz and run by ./check. Inputs worth keeping stand in tests/fuzz/corpus/<name>.
function(hostline_add_fuzzer name)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;LINK")
    _hostline_check(ARG "hostline_add_fuzzer(${name})")
    add_executable(${name} EXCLUDE_FROM_ALL ${ARG_SOURCES})
    target_link_libraries(${name} PRIVATE Qt6::Core ${ARG_LINK})
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    target_include_directories(${name} PRIVATE "${CMAKE_SOURCE_DIR}/core" "${CMAKE_SOURCE_DIR}")
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/fuzz")
    _hostline_prepare(${name})
    if(NOT TARGET fuzzers)
        add_custom_target(fuzzers)
    endif()
    add_dependencies(fuzzers ${name})
endfunction()
