#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Hostline Authors
# SPDX-License-Identifier: Apache-2.0
#
# Puts the pinned playwright-core into DIRECTORY (package-lock.json names version and checksum), once.
set -eu
here=$(dirname "$(readlink -f "$0")")
directory=${1:?usage: install_modules.sh DIRECTORY}
cmp -s "$here/package-lock.json" "$directory/stamp" && exit 0
mkdir -p "$directory"
cp "$here/package.json" "$here/package-lock.json" "$directory/"
cd "$directory"
npm ci --ignore-scripts --no-audit --no-fund --no-update-notifier
cp package-lock.json stamp
