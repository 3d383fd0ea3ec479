#!/usr/bin/env bash
# Runs the tests with the sanitizers for memory errors and undefined behaviour (asan) and for data races (tsan).
# Usage: scripts/sanitize.sh [asan | tsan]     without an argument: both
# The long statistical tests of tests/analytic add no new code paths and are skipped. So are the tests of tests/faults,
# whose library replaces the same functions as the sanitizers.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

# all_of FOLDER...: prints a regular expression for the names of the tests in these folders.
all_of() { printf '^(.*/)?(%s)\\.' "$(suites_in "$@" | paste -sd '|' -)"; }

# run_with PRESET CTEST-ARGUMENT...: builds the preset and runs its tests, with the library in `preloaded` if it is set.
run_with() {
  local preset=$1
  shift
  configure "$preset"
  build "$preset"
  LD_PRELOAD=${preloaded:-} ctest --test-dir "$barchan_root/build/$preset" --output-on-failure --no-tests=error --parallel "$(jobs_here)" "$@"
}

case "${1:-all}" in
  all | asan | tsan) which=${1:-all} ;;
  *) say 'usage: scripts/sanitize.sh [asan | tsan]' >&2; exit 2 ;;
esac

"$barchan_root/scripts/setup.sh"
skipped=$(all_of analytic faults)
if [ "$which" != tsan ]; then
  # Suppresses leaks of the OpenGL drivers, which are not in our code. The drivers must stay loaded for that.
  export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1:verify_asan_link_order=0 UBSAN_OPTIONS=print_stacktrace=1
  export LSAN_OPTIONS="suppressions=$barchan_root/scripts/lsan.supp:print_suppressions=0"
  mkdir -p -- "$barchan_root/build/asan"
  cc -shared -fPIC -o "$barchan_root/build/asan/keep_loaded.so" "$barchan_root/scripts/keep_loaded.c"
  preloaded="$barchan_root/build/asan/keep_loaded.so" run_with asan -E "$skipped"
fi
if [ "$which" != asan ]; then
  export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1
  # All random worlds of the suite would take longer than a test may.
  export BARCHAN_RANDOM_WORLDS=${BARCHAN_RANDOM_WORLDS:-100}
  # Skips the tests of the window: only the simulation uses several threads, and OpenGL drivers are not instrumented.
  run_with tsan -E "$skipped|$(all_of render ui)"
fi
