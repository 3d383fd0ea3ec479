#!/usr/bin/env bash
# Compares the speed of two commits with barchan_bench in alternating runs, and reports which differences are real.
# Usage: scripts/compare.sh BEFORE AFTER FILTER [RUNS]     e.g. scripts/compare.sh HEAD~1 HEAD slab_dunes/barchan/512
# BEFORE and AFTER are commits or benchmark programs; FILTER is a regular expression for benchmark names.
# A difference is real if every run of one side is faster than every run of the other. With five runs each, this
# happens by chance one time in 126. Builds of commits stay in build/compare.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

if [ "$#" -lt 3 ] || [ "$#" -gt 4 ]; then
  sed -n '2,6s/^# //p' "${BASH_SOURCE[0]}"
  case "${1:-}" in -h | --help) exit 0 ;; *) exit 2 ;; esac
fi
readonly filter=$3 runs=${4:-5}
[[ "$runs" =~ ^[1-9][0-9]?$ ]] || fail "expected a whole number of runs from 1 to 99, found $runs"

# program_of BUILD: prints the path of a benchmark program; BUILD is a commit, which is then built, or the program.
program_of() {
  if [ -f "$1" ] && [ -x "$1" ]; then
    realpath -- "$1"
    return
  fi
  local commit place
  commit=$(git -C "$barchan_root" rev-parse --verify --quiet "$1^{commit}") || fail "expected a commit or a program, found '$1'"
  place="$barchan_root/build/compare/$commit"
  if [ ! -e "$place" ]; then
    git -C "$barchan_root" worktree add --quiet --detach "$place" "$commit"
  fi
  (cd -- "$place" && cmake --preset release && cmake --build build/release --parallel "$(jobs_here)" \
    --target barchan_bench) >&2 || fail "$1 does not build"
  printf '%s\n' "$place/build/release/bench/barchan_bench"
}

before=$(program_of "$1")
after=$(program_of "$2")
times=$(mktemp "${TMPDIR:-/tmp}/barchan-compare.XXXXXX")
trap 'rm -f -- "$times"' EXIT

# time_one SIDE PROGRAM: appends a line "SIDE NAME SECONDS" for each benchmark, in wall time. In the report, each value
# of a benchmark is on a line of its own, and the unit of time is the last.
time_one() {
  "$2" --benchmark_filter="$filter" --benchmark_format=json 2>/dev/null |
    awk -v side="$1" '
      function value(line) { sub(/^[^:]*: "?/, "", line); sub(/"?,?$/, "", line); return line }
      /^ *"name":/ { name = value($0) }
      /^ *"real_time":/ { time = value($0) }
      /^ *"time_unit":/ {
        unit = value($0)
        print side, name, time * (unit == "ns" ? 1e-9 : unit == "us" ? 1e-6 : unit == "ms" ? 1e-3 : 1)
      }' >>"$times"
}
for ((run = 1; run <= runs; ++run)); do
  printf 'run %d of %d\n' "$run" "$runs" >&2
  time_one before "$before"
  time_one after "$after"
done
[ -s "$times" ] || fail "no benchmark has a name that matches '$filter'"

sort -k2,2 -k1,1 -k3,3g -- "$times" | awk '
  function finish(   m) {
    if (name == "" || !("before" in count) || !("after" in count)) return
    for (side in count) {
      m = count[side]
      median[side] = m % 2 ? value[side, (m + 1) / 2] : (value[side, m / 2] + value[side, m / 2 + 1]) / 2
      least[side] = value[side, 1]
      most[side] = value[side, m]
    }
    real = most["after"] < least["before"] ? "faster" : least["after"] > most["before"] ? "slower" : "no difference"
    printf "%-52s %12.4g %12.4g %7.3f  %s\n", name, 1e3 * median["before"], 1e3 * median["after"],
      median["after"] / median["before"], real
  }
  BEGIN { printf "%-52s %12s %12s %7s  %s\n", "benchmark", "before, ms", "after, ms", "ratio", "after is" }
  $2 != name { finish(); name = $2; delete count }
  { value[$1, ++count[$1]] = $3 }
  END { finish() }'
