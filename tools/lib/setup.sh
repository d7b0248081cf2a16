# Shared by the scripts of this folder: installs what they need, once, as root or through sudo.
# shellcheck shell=bash
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"

say() { printf '\n== %s\n' "$*"; }
die() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; exit 1; }

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"
    elif command -v sudo >/dev/null 2>&1; then sudo "$@"
    else die "needs root for '$*'; run as root, install sudo, or install the packages by hand"; fi
}

# install_packages NAME...: Debian packages, only those that are missing.
install_packages() {
    local missing=() name
    for name in "$@"; do
        dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    command -v apt-get >/dev/null 2>&1 ||
        die "no apt-get here; install these yourself: ${missing[*]}"
    say "installing ${missing[*]}"
    as_root apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        "${missing[@]}" >/dev/null
}

# install_python NAME...: PyPI packages into an environment of this checkout.
install_python() {
    venv="$root/.build/python"
    [ -x "$venv/bin/python3" ] || python3 -m venv "$venv"
    "$venv/bin/python3" -m pip install --quiet --disable-pip-version-check "$@"
    export PATH="$venv/bin:$PATH"
}

need_swift() {
    command -v swift >/dev/null 2>&1 ||
        die "needs Swift 6.2 or newer: https://www.swift.org/install/linux/"
}

build_packages=(pkg-config libprotobuf-c-dev libutf8proc-dev libyajl-dev libsqlite3-dev
    libnghttp2-dev zlib1g-dev)
