# SPDX-FileCopyrightText: 2026 The Hostline Authors
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Shared by ./run and ./check: what a fresh Debian 12 needs. Everything here may be called again at any time;
# when nothing is missing it takes a fraction of a second. Sourced, with $source set to the project's folder.

tools=$source/.tools
codex=$tools/codex/bin/codex # a link to the native program, which is never the npm launcher

build_packages=(
    qt6-base-dev libqt6sql6-sqlite qt6-tools-dev qt6-l10n-tools libmicrohttpd-dev libcmark-gfm-dev
    libcmark-gfm-extensions-dev libtomlplusplus-dev zlib1g-dev libssl-dev g++ cmake ninja-build ccache
    pkgconf ca-certificates
)
check_packages=(
    clang clang-tidy clang-format libclang-rt-14-dev strace python3 python3-jsonschema python3-yaml chromium
    fonts-wqy-microhei procps git
)

say() { printf '%s\n' "$*"; }
step() { printf '\n== %s\n' "$*"; }
# die_as CODE WHAT [STEP...]
die_as() {
    local code=$1
    printf '\n%s: %s\n' "${0##*/}" "$2" >&2
    shift 2
    [ $# -eq 0 ] || printf '  %s\n' "$@" >&2
    exit "$code"
}
die() { die_as 1 "$@"; }

# attend COMMAND...: bash handles no signal before a command in the foreground ends, and a build takes minutes. So long
# work runs beside the script in a group of its own; whoever calls this has end_attended in the EXIT trap.
attended=''
begin_attended() {
    setsid setpriv --pdeathsig TERM "$@" </dev/null &
    attended=$!
}
attend() {
    local result=0
    begin_attended "$@"
    wait "$attended" || result=$?
    attended=''
    return "$result"
}
# Only for the EXIT trap: it is not cut short, neither by a second signal nor by a terminal that is gone.
end_attended() {
    local group=$attended tries=0
    set +e
    trap '' HUP INT TERM PIPE
    [ -n "$group" ] || return 0
    attended=''
    while kill -TERM -- "-$group" 2>/dev/null; do # as long as one of them is there
        [ $((tries += 1)) -lt 15 ] || { kill -KILL -- "-$group" 2>/dev/null || true; break; }
        sleep 0.1
    done
}

# The user's own Node is left alone when it can do the work; Debian's npm would conflict with a vendor's nodejs.
node_is_enough() {
    local version
    command -v npm >/dev/null && version=$(node --version 2>/dev/null) || return 1
    version=${version#v}
    [ "${version%%.*}" -ge 18 ]
}

missing_packages() {
    local installed package
    installed=" $(dpkg-query -W -f '${db:Status-Status}:${Package} ' "$@" 2>/dev/null || true) "
    for package in "$@"; do
        [[ $installed == *" installed:$package "* ]] || printf '%s ' "$package"
    done
}

install_packages() {
    local wanted=("$@") missing as_root=() install
    if ! command -v dpkg-query >/dev/null; then
        say "This is not Debian: nothing is installed for you. Needed, by Debian's names: ${wanted[*]} nodejs npm"
        return
    fi
    node_is_enough || wanted+=(nodejs npm)
    read -ra missing <<<"$(missing_packages "${wanted[@]}")"
    [ ${#missing[@]} -gt 0 ] || return 0

    install="apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
    step "Installing ${#missing[@]} Debian packages: ${missing[*]}"
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null \
            || die "installing packages needs root, and there is no sudo. As root, run this, then ./${0##*/} again:" "$install"
        as_root=(sudo)
        install="sudo apt-get update && sudo ${install#*&& }"
        say "This needs root: sudo may ask for your password. To do it by yourself instead, stop here (Ctrl-C), run"
        say "  $install"
        say "and then ./${0##*/} again."
    fi
    "${as_root[@]}" apt-get update -q \
        && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -q --no-install-recommends "${missing[@]}" \
        || die "the packages could not be installed. To see why, run:" "$install"
    node_is_enough || die "Node 18 or newer with npm is needed" "installed: $(node --version 2>&1 | head -n 1)"
}

# The pinned Codex, private to this folder: tools/codex/package-lock.json names version and checksum.
install_codex() {
    local stamp=$tools/codex/stamp lock=$source/tools/codex/package-lock.json fresh=$tools/codex.new native
    [ -x "$codex" ] && cmp -s "$lock" "$stamp" && return

    step "Installing the pinned Codex into ${tools#"$source"/}/codex (about 110 MB to fetch)"
    rm -rf "$fresh"
    mkdir -p "$fresh/bin"
    cp "$source/tools/codex/package.json" "$lock" "$fresh/"
    attend env -C "$fresh" npm ci --ignore-scripts --no-audit --no-fund --no-update-notifier \
        || die "npm could not fetch Codex." "Is the npm registry reachable? Try: npm ping"
    native=$(cd "$fresh" && find node_modules -path '*/vendor/*/bin/codex' -type f -perm -u+x | head -n 1)
    [ -n "$native" ] || die "the Codex package holds no program for this machine ($(uname -sm))"
    "$fresh/$native" --version || die "the installed Codex does not start on this machine ($(uname -sm))"
    ln -s "../$native" "$fresh/bin/codex"
    cp "$lock" "$fresh/stamp"
    rm -rf "$tools/codex"
    mv "$fresh" "$tools/codex"
}

# set_up run|check
set_up() {
    local wanted=("${build_packages[@]}") release
    [ "$(uname -s)" = Linux ] || die "Hostline runs on Linux only (this is $(uname -s))"
    release=$(. /etc/os-release 2>/dev/null && printf '%s %s' "${ID:-unknown}" "${VERSION_ID:-}")
    [ "$release" = "debian 12" ] || say "Note: made for and tested on Debian 12; this is $release. Going on."
    [ "$1" != check ] || wanted+=("${check_packages[@]}")
    install_packages "${wanted[@]}"
    install_codex
    hash -r # programs may have come since the shell looked
}

# build PRESET [ninja arguments]: configured once, then only what changed
build() {
    local preset=$1 lock=$source/build/$1/.building
    shift
    mkdir -p "$source/build/$preset"
    # Two at one folder would take each other's files away.
    flock --nonblock "$lock" true || say "Another build is at work in build/$preset: waiting for it ..."
    [ -f "$source/build/$preset/build.ninja" ] || step "Configuring ($preset)"
    attend flock --close "$lock" env -C "$source" cmake --preset "$preset" >"$tools/configure.log" 2>&1 \
        || { cat "$tools/configure.log" >&2; die "cmake --preset $preset failed (see above)"; }
    attend flock --close "$lock" env -C "$source" NINJA_STATUS='[%f/%t %es] ' ninja -C "build/$preset" -j "$(nproc)" "$@" \
        || die "the build failed (see above). To try again: ninja -C build/$preset"
}
