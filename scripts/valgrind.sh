#!/usr/bin/env bash
# Runs a scenario of each process, and one with all of them, under valgrind's memcheck.
# Usage: scripts/valgrind.sh [SCENARIO]...     a scenario may be followed by options, as in 'dunes --seed 3'
# Exits with 1 if valgrind reports an error or a definite leak.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

command -v valgrind >/dev/null || fail 'valgrind is not installed (Debian, Ubuntu: sudo apt-get install valgrind)'
configure dev
build dev barchan_cli >&2
readonly program="$barchan_root/build/dev/barchan-cli"
scenarios=("$@")
# Wind particles in both laws, slab dunes in both transports, rain and rivers, groundwater, plants, weathering, uplift.
[ $# -gt 0 ] || scenarios=(dunes article barchans 'barchans --set slab_dunes.transport=events' lakes aquifer nabkha
  butte badlands_rain rising_range everything)
status=0
for scenario in "${scenarios[@]}"; do
  read -ra words <<<"$scenario"
  log=$(mktemp "${TMPDIR:-/tmp}/barchan-valgrind.XXXXXX")
  if valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite \
    "$program" run "${words[@]}" --steps 2 --threads 2 --quiet >"$log" 2>&1; then
    say "$scenario: no errors"
  else
    say "$scenario: failed"
    head -n 40 -- "$log"
    status=1
  fi
  rm -f -- "$log"
done
exit "$status"
