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

case ${1:-} in
    format) sources | xargs -r clang-format -i ;;
    format-check) sources | xargs -r clang-format --dry-run --Werror ;;
    tidy) sources | xargs -r tools/tidy.py "$2" ;;
    tidy-changed) changed_sources | xargs -r tools/tidy.py "$2" ;;
    *) echo "usage: style.sh format|format-check|tidy|tidy-changed BUILD-FOLDER" >&2; exit 2 ;;
esac
