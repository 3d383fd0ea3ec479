#!/usr/bin/env bash
# Feeds mutated inputs to all code that reads files, scripts and command lines, until it fails or the time is over.
# Usage: scripts/fuzz.sh [SECONDS] [TARGET]...     default: 60 seconds per target, all targets, e.g. "60 scenario png"
# A target fails if it crashes or breaks a promise, or if it needs more than 5 s or 1 GiB for an input. Inputs that made
# a target fail are saved in build/fuzz/findings/, and the exit status is then 1. docs/tests.md explains how to replay
# these inputs.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

seconds=${1:-60}
case "$seconds" in *[!0-9]* | '') say 'usage: scripts/fuzz.sh [SECONDS] [TARGET]...' >&2; exit 2 ;; esac
[ $# -eq 0 ] || shift

"$barchan_root/scripts/setup.sh" --clang
configure fuzz
build fuzz fuzz_programs

inputs="$barchan_root/tests/fuzz"
work="$barchan_root/build/fuzz"
programs="$work/tests/fuzz"
targets=("${@#fuzz_}")
if [ ${#targets[@]} -eq 0 ]; then
  for source in "$inputs"/fuzz_*.cpp; do
    name=$(basename -- "$source" .cpp)
    targets+=("${name#fuzz_}")
  done
fi
for target in "${targets[@]}"; do
  [ -x "$programs/fuzz_$target" ] || fail "there is no target '$target'; choose from the files tests/fuzz/fuzz_*.cpp"
done

# shellcheck disable=SC2016  # the backquotes are those of Markdown
# keys_of FILE...: the keys of the tables in Markdown files, as lines of a dictionary.
keys_of() { sed -n 's/^| `\([a-z_]*\)` |.*/"\1 = "/p; s/^## `\([a-z_]*\)`.*/"[\1]\\x0a"\n"\1."/p' "$@" | sort -u; }

# write_dictionary TARGET FILE
write_dictionary() {
  local known="$inputs/dictionaries/$1.dict"
  {
    [ ! -f "$known" ] || cat -- "$known"
    case "$1" in scenario | command_line) keys_of "$barchan_root/docs/parameters.md" "$barchan_root/docs/scenarios.md" ;; esac
  } >"$2"
}

# fuzz_target TARGET: the log of libFuzzer goes to a file. New inputs that reach new code are kept for the next run.
fuzz_target() {
  local target=$1 folder seeds=() dictionary=()
  mkdir -p -- "$work/corpus/$target" "$work/findings" "$work/logs" "$work/dictionaries"
  write_dictionary "$target" "$work/dictionaries/$target.dict"
  [ ! -s "$work/dictionaries/$target.dict" ] || dictionary=("-dict=$work/dictionaries/$target.dict")
  for folder in "$inputs/corpus/$target" "$inputs/found/$target"; do
    [ ! -d "$folder" ] || seeds+=("$folder")
  done
  case "$target" in
    scenario) seeds+=("$barchan_root/assets/scenarios") ;;
    soil_file) seeds+=("$barchan_root/assets/soils") ;;
  esac
  "$programs/fuzz_$target" "$work/corpus/$target" "${seeds[@]}" "${dictionary[@]}" \
    -max_total_time="$seconds" -timeout=5 -report_slow_units=5 -rss_limit_mb=1024 -malloc_limit_mb=1024 -max_len=8192 \
    -print_final_stats=1 -artifact_prefix="$work/findings/$target-" >"$work/logs/$target.log" 2>&1 || true
}

# report TARGET: a row of the table. Returns 1 if there is a finding.
report() {
  local log="$work/logs/$1.log" count found
  count=$(sed -n 's/^stat::number_of_executed_units: *//p; s/^#\([0-9]*\)[[:space:]].*/\1/p' "$log" | sort -n | tail -n 1)
  found=$(sed -n 's/.*Test unit written to //p' "$log")
  printf '%-14s %12s %10s  %s\n' "$1" "${count:-0}" "$((${count:-0} / (seconds > 0 ? seconds : 1)))" "${found:-none}"
  # Without its final statistics, the program has ended before the time was over.
  [ -z "$found" ] && grep -q '^stat::number_of_executed_units' "$log"
}

say "${#targets[@]} targets, $seconds s each, $(jobs_here) at once"
for target in "${targets[@]}"; do
  while [ "$(jobs -rp | wc -l)" -ge "$(jobs_here)" ]; do wait -n || true; done
  fuzz_target "$target" &
done
wait

status=0
printf '%-14s %12s %10s  %s\n' target inputs 'inputs/s' findings
for target in "${targets[@]}"; do
  report "$target" || status=1
done
[ "$status" -eq 0 ] || say "What happened is in $work/logs/TARGET.log."
exit "$status"
