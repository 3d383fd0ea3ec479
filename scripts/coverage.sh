#!/usr/bin/env bash
# Measures how many lines of each module of the simulation, and of the code for files, the tests run.
# Usage: scripts/coverage.sh [--lines] [PERCENT]     PERCENT: least share of the lines of a module; default 92
#   --lines   also lists the lines that no test runs, in build/coverage/lines.txt
# The long statistical tests of tests/analytic run no other lines and are skipped. Exits with 1
# if a test fails, or if the tests run less than PERCENT of the lines of a module.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

readonly modules=(land gravity wind eddies processes world io)
readonly folder="$barchan_root/build/coverage"
lines=
if [ "${1:-}" = --lines ]; then lines=yes; shift; fi
least=${1:-92}
case "$least" in *[!0-9]* | '') say 'usage: scripts/coverage.sh [--lines] [PERCENT]' >&2; exit 2 ;; esac

"$barchan_root/scripts/setup.sh" --clang
# llvm_tool NAME: prints the path of the tool whose version is that of clang++.
llvm_tool() {
  local version tool
  version=$(clang++ -dumpversion)
  for tool in "$1-${version%%.*}" "$1"; do
    if command -v "$tool"; then return; fi
  done
  fail "$1 is not installed (Debian, Ubuntu: sudo apt-get install llvm)"
}
profdata=$(llvm_tool llvm-profdata)
cov=$(llvm_tool llvm-cov)

configure coverage
build coverage barchan_tests barchan_cli

# Each process adds its counts to one of four files per program.
rm -rf -- "$folder/counts"
mkdir -p -- "$folder/counts"
export LLVM_PROFILE_FILE="$folder/counts/%4m.profraw"
programs=("$folder/tests/barchan_tests" "$folder/barchan-cli")
status=0 shards=()
# A test is named SUITE.NAME, or PREFIX/SUITE.NAME/PARAMETER.
long=$(suites_in analytic | sed 's/.*/&.*:*\/&.*/' | paste -sd ':' -)
total=$(jobs_here)
for ((shard = 0; shard < total; ++shard)); do
  GTEST_TOTAL_SHARDS=$total GTEST_SHARD_INDEX=$shard "${programs[0]}" --gtest_brief=1 \
    --gtest_filter="*-$long" >"$folder/tests.$shard.log" 2>&1 &
  shards+=($!)
done
for shard in "${shards[@]}"; do wait "$shard" || status=1; done
[ "$status" -eq 0 ] || say "some tests failed; see $folder/tests.*.log"

"$profdata" merge --sparse -o "$folder/counts.profdata" "$folder"/counts/*.profraw
objects=("${programs[0]}" --object "${programs[1]}" --instr-profile "$folder/counts.profdata")

# share_of MODULE: prints the lines of a module, those that ran, and the share in percent.
share_of() {
  "$cov" export --summary-only "${objects[@]}" "$barchan_root/src/$1" 2>/dev/null |
    sed -E 's/.*"totals":.*"lines":\{"count":([0-9]+),"covered":([0-9]+),.*/\1 \2/' |
    awk '{ printf "%d %d %.1f\n", $1, $2, 100 * $2 / $1 }'
}

say '| module | lines | run by tests | share, % |'
say '|---|---|---|---|'
for module in "${modules[@]}"; do
  read -r count covered share < <(share_of "$module")
  say "| $module | $count | $covered | $share |"
  awk -v share="$share" -v least="$least" 'BEGIN { exit !(share < least) }' && status=1
done
if [ -n "$lines" ]; then
  sources=("${modules[@]/#/$barchan_root/src/}")
  "$cov" show "${objects[@]}" --show-line-counts-or-regions=false "${sources[@]}" 2>/dev/null |
    awk -v root="$barchan_root/" '
      /^\// { file = $0; sub(/:$/, "", file); sub(root, "", file) }
      match($0, /^ *[0-9]+\| +0\|/) { line = $0; sub(/\|.*/, "", line); sub(/^[^|]*\|[^|]*\|/, ""); print file ":" line + 0 ":" $0 }' \
      >"$folder/lines.txt"
  say "$folder/lines.txt: $(wc -l <"$folder/lines.txt") lines that no test runs"
fi
exit "$status"
