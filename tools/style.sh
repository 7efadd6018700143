#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Hostline Authors
# SPDX-License-Identifier: Apache-2.0
#
# style.sh format|format-check|tidy|tidy-changed BUILD-FOLDER
# "changed" is against the point where this branch left origin/main, or else against the commit before.
set -euo pipefail
cd "$(dirname "$0")/.."

sources() { git ls-files --cached --others --exclude-standard -- '*.h' '*.cpp'; }

changed_sources() {
    local base
    base=$(git merge-base HEAD origin/main 2>/dev/null || true)
    if [ -z "$base" ] || [ "$base" = "$(git rev-parse HEAD)" ]; then
        base=$(git rev-parse -q --verify HEAD~1) || { sources; return; }
    fi
    { git diff --name-only --diff-filter=d "$base" -- '*.h' '*.cpp'; git ls-files --others --exclude-standard -- '*.h' '*.cpp'; } | sort -u
}

# A header is looked at through the source file of its name; what this build does not compile is left out.
# clang cannot read the precompiled header of g++: the commands are copied without it.
tidy() {
    local build=$1 names
    names=$(sed 's/\.h$/.cpp/' | sort -u)
    NAMES=$names /usr/bin/python3 - "$build" <<'PYTHON' \
        | xargs -0 -r -n 1 -P "$(nproc)" clang-tidy --quiet -p "$build/tidy" --extra-arg=-Wno-unknown-warning-option \
            --header-filter="^$PWD/(core|plugins|hosts|chat|lark|tests)/" 2> >(sed "/warnings\? generated/d" >&2)
import json, os, re, sys
build = sys.argv[1]
wanted = {os.path.abspath(name) for name in os.environ['NAMES'].split()}
commands = [c for c in json.load(open(build + '/compile_commands.json')) if c['file'] in wanted]
for command in commands:
    command['command'] = re.sub(r' -Winvalid-pch| -fpch-preprocess| -include \S+/cmake_pch\.hxx', '', command['command'])
os.makedirs(build + '/tidy', exist_ok=True)
json.dump(commands, open(build + '/tidy/compile_commands.json', 'w'))
for file in sorted({c['file'] for c in commands}):
    print(file, end='\0')
PYTHON
}

case ${1:-} in
    format) sources | xargs -r clang-format -i ;;
    format-check) sources | xargs -r clang-format --dry-run --Werror ;;
    tidy) sources | tidy "$2" ;;
    tidy-changed) changed_sources | tidy "$2" ;;
    *) echo "usage: style.sh format|format-check|tidy|tidy-changed BUILD-FOLDER" >&2; exit 2 ;;
esac
