#!/usr/bin/env bash
# Feeds mutated files to all code that reads files, until it crashes or the time is over.
# Usage: scripts/fuzz.sh [SECONDS] [TARGET]...     default: 60 seconds per target, all targets
# Files that crash a target are saved in build/fuzz/findings/.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

seconds=${1:-60}
case "$seconds" in *[!0-9]* | '') say 'usage: scripts/fuzz.sh [SECONDS] [TARGET]...' >&2; exit 2 ;; esac
[ $# -eq 0 ] || shift

"$barchan_root/scripts/setup.sh" --clang
configure fuzz
build fuzz

targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
  while IFS= read -r program; do targets+=("$(basename -- "$program")"); done \
    < <(find "$barchan_root/build/fuzz/tests/fuzz" -maxdepth 1 -type f -name 'fuzz_*' -perm -u+x | sort)
fi
[ ${#targets[@]} -gt 0 ] || fail 'no fuzz target was built'

mkdir -p -- "$barchan_root/build/fuzz/findings"
for target in "${targets[@]}"; do
  corpus="$barchan_root/build/fuzz/corpus/$target"
  mkdir -p -- "$corpus"
  say "== $target, $seconds s"
  "$barchan_root/build/fuzz/tests/fuzz/$target" "$corpus" "$barchan_root/assets/scenarios" "$barchan_root/assets/heightmaps" \
    "$barchan_root/assets/soils" "$barchan_root/tests/fuzz/soils" "$barchan_root/tests/fuzz/scenarios" \
    -max_total_time="$seconds" -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1 \
    -artifact_prefix="$barchan_root/build/fuzz/findings/$target-"
done
