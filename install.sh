#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the garfio executable for one account: downloads the release for this platform, checks its SHA-256 and puts
# the file into a folder of yours. Needs no root; running it again changes nothing.
#
#   sh install.sh [--version VERSION] [--dir DIR]
#
# Variables: GARFIO_INSTALL_DIR (as --dir), GARFIO_BASE_URL (where releases are, for a mirror).
set -eu

repository=garfio/garfio
base=${GARFIO_BASE_URL:-https://github.com/$repository/releases}
dir=${GARFIO_INSTALL_DIR:-}
version=

say() { printf '%s\n' "$*"; }
fail() {
  printf 'install: %s\n' "$*" >&2
  exit 1
}

usage() {
  say "Usage: install.sh [--version VERSION] [--dir DIR]"
  say "  --version VERSION  the release, for example 1.2.3; without it, the newest"
  say "  --dir DIR          where the executable goes; without it, \$HOME/.local/bin"
}

while [ $# -gt 0 ]; do
  case $1 in
    --version | --dir)
      if [ $# -lt 2 ] || [ -z "$2" ]; then fail "$1 needs a value"; fi
      if [ "$1" = --dir ]; then dir=$2; else version=${2#v}; fi
      shift 2
      ;;
    --version=*)
      version=${1#--version=}
      version=${version#v}
      shift
      ;;
    --dir=*)
      dir=${1#--dir=}
      shift
      ;;
    -h | --help)
      usage
      exit 0
      ;;
    *)
      usage >&2
      fail "there is no option $1"
      ;;
  esac
done
case $version in
  *[!0-9A-Za-z.-]*) fail "\"$version\" is no version; one looks like 1.2.3" ;;
esac
if [ -z "$dir" ]; then
  [ -n "${HOME:-}" ] || fail "HOME is not set: pass --dir DIR"
  dir=$HOME/.local/bin
fi
case $dir in
  /*) ;;
  *) dir=$PWD/$dir ;;
esac
base=${base%/}
case $base in
  https://*) ;;
  http://127.0.0.1[:/]* | http://localhost[:/]* | http://\[::1\][:/]*) ;;
  *) fail "GARFIO_BASE_URL must be an HTTPS address; \"$base\" is none" ;;
esac

# The platform.
has() { command -v "$1" >/dev/null 2>&1; }
machine=$(uname -m)
case $(uname -s) in
  Linux)
    system=unknown-linux-gnu
    if has ldd && ldd --version 2>&1 | grep -qi musl; then
      fail "this system has musl instead of glibc, for which there is no release: compile Garfio from its source"
    fi
    ;;
  Darwin)
    system=apple-darwin
    # A shell that runs translated says x86_64 on an Apple processor.
    if [ "$machine" = x86_64 ] && [ "$(sysctl -n sysctl.proc_translated 2>/dev/null || :)" = 1 ]; then machine=arm64; fi
    ;;
  MINGW* | MSYS* | CYGWIN*) fail "on Windows run install.ps1 in PowerShell, or: scoop install garfio" ;;
  *) fail "there is no release for $(uname -s): compile Garfio from its source" ;;
esac
case $machine in
  x86_64 | amd64) machine=x86_64 ;;
  aarch64 | arm64) machine=aarch64 ;;
  *) fail "there is no release for $machine: compile Garfio from its source" ;;
esac
target=$machine-$system

# The tools.
if has sha256sum; then
  digest() { sha256sum <"$1" | cut -d ' ' -f 1; }
elif has shasum; then
  digest() { shasum -a 256 <"$1" | cut -d ' ' -f 1; }
elif has openssl; then
  digest() { openssl dgst -sha256 <"$1" | sed 's/.*[ =]//'; }
else
  fail "neither sha256sum nor shasum nor openssl is here, so nothing could be checked"
fi
case $base in
  https:*) schemes='=https' ;;
  *) schemes='=http,https' ;;
esac
if has curl; then
  fetch() {
    curl --disable --fail --location --silent --show-error --proto "$schemes" --proto-redir "$schemes" \
      --connect-timeout 20 --retry 2 --output "$2" -- "$1"
  }
elif has wget; then
  fetch() { wget --quiet --timeout=20 --tries=2 --output-document="$2" -- "$1"; }
else
  fail "neither curl nor wget is here to download with"
fi
has tar || fail "tar is not here to unpack with"

work=$(mktemp -d "${TMPDIR:-/tmp}/garfio-install.XXXXXX") || fail "no temporary folder can be made"
staged=
trap 'rm -rf "$work"; [ -z "$staged" ] || rm -f "$staged"' EXIT
trap 'exit 1' HUP INT TERM

# What to get.
if [ -n "$version" ]; then release=download/v$version; else release=latest/download; fi
fetch "$base/$release/SHA256SUMS" "$work/SHA256SUMS" ||
  fail "$base/$release/SHA256SUMS cannot be downloaded: check the network and the version. Nothing was installed"
line=$(grep -E "^[0-9a-f]{64} [ *]garfio-[0-9][0-9A-Za-z.-]*-$target\.tar\.gz\$" "$work/SHA256SUMS" | head -n 1) || :
[ -n "$line" ] || fail "that release has nothing for $target. Nothing was installed"
wanted=${line%% *}
archive=${line##*[ *]}
found=${archive#garfio-}
found=${found%"-$target.tar.gz"}
[ -z "$version" ] || [ "$version" = "$found" ] ||
  fail "asked for $version, but the release has $found. Nothing was installed"
version=$found

fetch "$base/download/v$version/$archive" "$work/$archive" ||
  fail "$base/download/v$version/$archive cannot be downloaded: check network and disk space. Nothing was installed"
actual=$(digest "$work/$archive")
[ "$actual" = "$wanted" ] ||
  fail "$archive is damaged or was tampered with: its SHA-256 is $actual, not $wanted. Nothing was installed"

name=garfio-$version-$target
tar -xzf "$work/$archive" -C "$work" "$name/garfio" ||
  fail "$archive cannot be unpacked: check the disk space of $work. Nothing was installed"

# Where it goes.
program=$dir/garfio
mkdir -p "$dir" || fail "$dir cannot be made: choose another with --dir. Nothing was installed"
[ ! -d "$program" ] || fail "$program is a folder: choose another place with --dir. Nothing was installed"
if [ -L "$program" ]; then
  fail "$program is a link, perhaps of a package manager: upgrade with that, or choose another --dir. Nothing was installed"
fi
if [ -f "$program" ] && [ -x "$program" ] && [ "$(digest "$program")" = "$(digest "$work/$name/garfio")" ]; then
  say "Nothing to do: $program is garfio $version already."
else
  before=
  [ ! -e "$program" ] || before=" (there was another one before)"
  staged=$dir/.garfio-install-$$
  if ! cp "$work/$name/garfio" "$staged" || ! chmod 755 "$staged"; then
    fail "$dir cannot take the executable: choose another with --dir, or make room. What was there is as it was"
  fi
  said=$("$staged" --version) || fail "the executable does not run on this system. What was there is as it was"
  case $said in
    "garfio $version"*) ;;
    *) fail "the executable says it is \"$said\", not garfio $version. What was there is as it was" ;;
  esac
  # In one step: hooks that run meanwhile meet the old file or the new one.
  mv -f "$staged" "$program" || fail "$program cannot be replaced. What was there is as it was"
  staged=
  say "Installed garfio $version for $target: $program$before"
  say "Its SHA-256 was checked; the archive's is $wanted"
fi
case :${PATH:-}: in
  *:"$dir":*) ;;
  *) say "$dir is not on PATH; hooks do not need that, but you may: export PATH=\"$dir:\$PATH\"" ;;
esac
say "Next: $program install --harness claude-code"
