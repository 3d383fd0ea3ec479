#!/usr/bin/env bash
# Compares the hashes of all scenarios with the golden table, tests/golden/hashes.txt, or rewrites the tables.
# Usage: scripts/golden.sh [PROGRAM]...   default: barchan-cli built with g++ (two levels) and clang++
#        scripts/golden.sh --builds [NAME]...   other compilers, optimisation levels and instruction sets
#        scripts/golden.sh --list         prints the names of these builds
#        scripts/golden.sh --write        writes one row per scenario to hashes.txt, and one row per field of each
#                                         scenario to tests/golden/fields.txt; explain changed rows in the commit
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

readonly table="$barchan_root/tests/golden/hashes.txt"
readonly head='# scenario seed steps hash: written by scripts/golden.sh --write, compared by the tests'
readonly fields="$barchan_root/tests/golden/fields.txt"
readonly fields_head='# scenario field hash: the values of each field after the steps of hashes.txt; also written by scripts/golden.sh'
readonly steps=200
readonly large_steps=20  # for large lands, which take seconds
readonly large=' desert_1km '
# For an emulated processor, which takes 20 times as long: small lands that have every process between them.
readonly small=' wind_tunnel rising_range echo_wall climbing_ramp everything aquifer braided dam_break springs nabkha article shaped_valley '

# runner_of PROGRAM: prints the emulator that runs the program, or nothing.
runner_of() { case "$1" in */aarch64/*) say qemu-aarch64-static ;; esac; }

# hash_of PROGRAM SCENARIO SEED STEPS: prints the hash of the world after these steps.
hash_of() {
  local report runner
  report=$(mktemp "${TMPDIR:-/tmp}/barchan-golden.XXXXXX")
  runner=$(runner_of "$1")
  ${runner:+"$runner"} "$1" run "$2" --seed "$3" --steps "$4" --quiet --report "$report" >/dev/null || fail "$1 run $2 failed"
  sed -n 's/.*"hash": "\([0-9a-f]*\)".*/\1/p' "$report"
  rm -f -- "$report"
}

program_of() {
  configure "$1" >&2
  build "$1" barchan_cli >&2
  printf '%s\n' "$barchan_root/build/$1/barchan-cli"
}

if [ "${1:-}" = --write ]; then
  program=$(program_of release)
  new=$(mktemp "${TMPDIR:-/tmp}/barchan-golden.XXXXXX")
  printf '%s\n' "$head" >"$new"
  while read -r scenario; do
    count=$steps
    case "$large" in *" $scenario "*) count=$large_steps ;; esac
    printf '%s 1 %s %s\n' "$scenario" "$count" "$(hash_of "$program" "$scenario" 1 "$count")" >>"$new"
  done < <("$program" scenarios | sed -n 's/^\([a-z0-9_]\{1,\}\) .*/\1/p')
  cat -- "$new" >"$table"
  rm -f -- "$new"
  say "tests/golden/hashes.txt: $(grep -cv '^#' "$table") rows"

  build release barchan_tests >&2
  rm -f -- "$new"
  BARCHAN_WRITE_FIELDS="$new" "$barchan_release/tests/barchan_tests" --gtest_brief=1 \
    --gtest_filter='Each/ShippedScenario.IsExactAndHealthyAndHasItsGoldenHashOnAnyNumberOfThreads/*' >&2
  { printf '%s\n' "$fields_head"; cat -- "$new"; } >"$fields"
  rm -f -- "$new"
  say "tests/golden/fields.txt: $(grep -cv '^#' "$fields") rows"
  exit 0
fi

# builds: prints NAME|COMPILER|FLAGS|INSTRUCTION SET (empty: kernels for several), one line per build.
builds() {
  cat <<'TABLE'
gcc_O0|g++|-O0|
gcc_O1|g++|-O1|
gcc_O2|g++|-O2|
gcc_O3|g++|-O3 -DNDEBUG|
clang_O0|clang++|-O0|
clang_O1|clang++|-O1|
clang_O2|clang++|-O2|
clang_O3|clang++|-O3 -DNDEBUG|
sse2|g++|-O3 -DNDEBUG|x86-64
avx2|g++|-O3 -DNDEBUG|x86-64-v3
avx512|g++|-O3 -DNDEBUG|x86-64-v4
aarch64|aarch64-linux-gnu-g++|-O3 -DNDEBUG|aarch64
TABLE
}

# obstacle_to LEVEL: prints why programs for this instruction set cannot be built or run here, or nothing.
obstacle_to() {
  case "$1" in
    x86-64-v3) grep -qw avx2 /proc/cpuinfo || say 'this processor has no AVX2' ;;
    x86-64-v4) grep -qw avx512f /proc/cpuinfo || say 'this processor has no AVX-512' ;;
    aarch64)
      { command -v aarch64-linux-gnu-g++ && command -v qemu-aarch64-static; } >/dev/null ||
        say 'cross-compiler or qemu missing; cmake/toolchains/aarch64.cmake lists the packages' ;;
  esac
}

# build_of NAME COMPILER FLAGS LEVEL: prints the path of its barchan-cli.
build_of() {
  local folder="$barchan_root/build/golden/$1" machine=()
  case "$2" in
    g++) machine=(-DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ -DBARCHAN_LEVEL="$4") ;;
    clang++) machine=(-DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ -DBARCHAN_LEVEL="$4") ;;
    *) machine=(-DCMAKE_TOOLCHAIN_FILE="$barchan_root/cmake/toolchains/$4.cmake") ;;
  esac
  cmake -S "$barchan_root" -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="$3" "${machine[@]}" \
    -DBARCHAN_WINDOW=OFF -DBARCHAN_TESTS=OFF -DBARCHAN_BENCH=OFF -DBARCHAN_PRECOMPILE=OFF >&2
  cmake --build "$folder" --parallel "$(jobs_here)" --target barchan_cli >&2
  printf '%s\n' "$folder/barchan-cli"
}

programs=("$@")
if [ "${1:-}" = --list ]; then
  builds | awk -F '|' '{ printf "%-10s %s %s %s\n", $1, $2, $3, $4 }'
  exit 0
fi
if [ "${1:-}" = --builds ]; then
  shift
  "$barchan_root/scripts/setup.sh" --clang
  programs=()
  while IFS='|' read -r name compiler flags level; do
    if [ $# -gt 0 ]; then printf '%s\n' "$@" | grep -xF -- "$name" >/dev/null || continue; fi
    reason=$(obstacle_to "$level")
    if [ -n "$reason" ]; then
      say "$name: not tried: $reason"
      continue
    fi
    programs+=("$(build_of "$name" "$compiler" "$flags" "$level")")
  done < <(builds)
  [ ${#programs[@]} -gt 0 ] || fail 'there is no build with this name; --list shows the names'
fi
if [ ${#programs[@]} -eq 0 ]; then
  "$barchan_root/scripts/setup.sh" --clang
  for preset in release dev clang; do programs+=("$(program_of "$preset")"); done
fi
status=0
for program in "${programs[@]}"; do
  differing=0 rows=0
  while read -r scenario seed count hash; do
    if [ -n "$(runner_of "$program")" ]; then case "$small" in *" $scenario "*) ;; *) continue ;; esac fi
    rows=$((rows + 1))
    found=$(hash_of "$program" "$scenario" "$seed" "$count")
    [ "$found" = "$hash" ] && continue
    say "$program: $scenario: expected $hash, found $found"
    differing=$((differing + 1))
  done < <(grep -v '^#' "$table")
  say "$program: $differing of $rows rows differ"
  [ "$differing" -eq 0 ] || status=1
done
exit "$status"
