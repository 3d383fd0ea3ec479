# shellcheck shell=bash
# Functions that the scripts in this folder share. This file is sourced, not run.

set -euo pipefail

barchan_root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
readonly barchan_root
# shellcheck disable=SC2034
readonly barchan_release="$barchan_root/build/release"

say() { printf '%s\n' "$*"; }

fail() {
  printf '%s: %s\n' "$(basename -- "$0")" "$*" >&2
  exit 1
}

# Number of processors that this process may use.
jobs_here() { nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1; }

# configure PRESET [CMAKE ARGUMENT]...: prints nothing unless it fails.
configure() {
  local preset=$1 log status=0
  shift
  log=$(mktemp "${TMPDIR:-/tmp}/barchan-configure.XXXXXX")
  (cd -- "$barchan_root" && cmake --preset "$preset" "$@") >"$log" 2>&1 || status=$?
  if [ "$status" -ne 0 ]; then
    cat -- "$log" >&2
    rm -f -- "$log"
    fail "configuring the $preset build failed"
  fi
  rm -f -- "$log"
}

# build PRESET [TARGET]...
build() {
  local preset=$1
  shift
  cmake --build "$barchan_root/build/$preset" --parallel "$(jobs_here)" ${1:+--target "$@"}
}

# suites_in FOLDER...: prints the names of the test suites in these folders of tests/, one per line.
suites_in() {
  (cd -- "$barchan_root/tests" && grep -rhoE '^TEST(_F|_P)?\(\w+' -- "$@" 2>/dev/null | sed -E 's/.*\(//' | sort -u)
}
