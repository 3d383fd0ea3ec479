#!/usr/bin/env bash
# Compares the hashes of all scenarios with the golden table, tests/golden/hashes.txt, or rewrites the tables.
# Usage: scripts/golden.sh [PROGRAM]...   default: barchan-cli built with g++ (two levels) and clang++
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

# hash_of PROGRAM SCENARIO SEED STEPS: prints the hash of the world after these steps.
hash_of() {
  local report
  report=$(mktemp "${TMPDIR:-/tmp}/barchan-golden.XXXXXX")
  "$1" run "$2" --seed "$3" --steps "$4" --quiet --report "$report" >/dev/null || fail "$1 run $2 failed"
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

programs=("$@")
if [ ${#programs[@]} -eq 0 ]; then
  "$barchan_root/scripts/setup.sh" --clang
  for preset in release dev clang; do programs+=("$(program_of "$preset")"); done
fi
status=0
for program in "${programs[@]}"; do
  differing=0
  while read -r scenario seed count hash; do
    found=$(hash_of "$program" "$scenario" "$seed" "$count")
    [ "$found" = "$hash" ] && continue
    say "$program: $scenario: expected $hash, found $found"
    differing=$((differing + 1))
  done < <(grep -v '^#' "$table")
  say "$program: $differing of $(grep -cv '^#' "$table") rows differ"
  [ "$differing" -eq 0 ] || status=1
done
exit "$status"
