#!/usr/bin/env bash
# Puts known faults into the code, one at a time, and shows that a test detects each of them.
# Usage: scripts/mutants.sh [--list] [NAME]...     without NAME: all mutants of tests/mutants/README.md
# Works on a copy of the tree under build/mutants. A mutant is caught if the test in its row passes without the fault
# and fails with it, and the figure in its row reaches the bound given there. A test runs while the next mutant is
# compiled. Ends with a table of all mutants. Exits with 1 if a mutant is not caught.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

readonly mutants="$barchan_root/tests/mutants"
readonly tree="$barchan_root/build/mutants/tree" out="$barchan_root/build/mutants/build"
readonly logs="$barchan_root/build/mutants/logs" programs="$barchan_root/build/mutants/programs"
readonly parts=(CMakeLists.txt CMakePresets.json cmake include src shaders assets tests)
readonly longest=600  # seconds, after which a test counts as failed
jobs=${BARCHAN_JOBS:-$(jobs_here)}
readonly jobs

# rows: prints the rows of the table as NAME|FAULT|TEST|FIGURE|REACHES.
rows() {
  awk -F ' *[|] *' '/^[|] `/ { gsub(/`/, ""); print $2 "|" $3 "|" $4 "|" $5 "|" $6 }' "$mutants/README.md"
}

# files_of NAME: prints the files that a mutant changes.
files_of() { sed -n 's,^--- a/,,p' "$mutants/$1.patch"; }

# by_file: sorts rows by the first file that they change, because a file that the next mutant changes too is compiled
# only once for both.
by_file() {
  local row
  while IFS= read -r row; do say "$(files_of "${row%%|*}" | sed -n 1p)|$row"; done | sort -s -t '|' -k 1,1 | cut -d '|' -f 2-
}

# copy FILE...: copies files from the tree to the copy. It writes only files that differ, so that only these are compiled
# again.
copy() {
  local file
  for file in "$@"; do
    cmp -s -- "$barchan_root/$file" "$tree/$file" && continue
    mkdir -p -- "$(dirname -- "$tree/$file")"
    cp -- "$barchan_root/$file" "$tree/$file"
  done
}

# refresh: makes the copy equal to the tree.
refresh() {
  local files=() file
  mkdir -p -- "$tree"
  mapfile -d '' files < <(cd -- "$barchan_root" && find "${parts[@]}" -type f -print0)
  copy "${files[@]}"
  while IFS= read -r -d '' file; do
    [ -e "$barchan_root/$file" ] || rm -f -- "$tree/$file"
  done < <(cd -- "$tree" && find . -type f -print0)
}

# level: prints the instruction set for which the copy is compiled; nothing if the processor is not of this kind. One
# instead of several makes kernels compile in a third of the time. All of them give the same bits.
level() {
  local flags
  flags=$(grep -m 1 '^flags' /proc/cpuinfo 2>/dev/null || true)
  [[ " $flags " == *' avx2 '* && " $flags " == *' bmi2 '* && " $flags " == *' fma '* ]] && say x86-64-v3
  return 0
}

configure_copy() {
  cmake -S "$tree" -B "$out" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBARCHAN_WINDOW=OFF -DBARCHAN_BENCH=OFF \
    -DBARCHAN_LEVEL="$(level)" ${BARCHAN_MUTANTS_CMAKE:+$BARCHAN_MUTANTS_CMAKE} >"$1" 2>&1
}

# compile LOG: builds the test program of the copy in its current state.
compile() { cmake --build "$out" --parallel "$jobs" --target barchan_tests >>"$1" 2>&1; }

# run_test PROGRAM TEST LOG: succeeds if the test passes.
run_test() { timeout "$longest" "$1" --gtest_filter="$2" >"$3" 2>&1; }

# sound TEST: prints the file name, without its ending, of what the test does without a fault.
sound() { say "$logs/sound.${1//[^A-Za-z0-9]/_}"; }

# figure_in LOG NAME BOUND: prints the value that a test reports under this name; of several values, the largest for a
# bound "at least", the smallest for "at most". A test prints "NAME: value". If an expectation fails, GoogleTest prints
# "The difference between NAME is value," or "Expected: (NAME) < (bound), actual: value vs bound".
figure_in() {
  awk -v name="$2" -v most="${3%% [0-9-]*}" '
    { value = "" }
    index($0, name ": ") == 1 { value = substr($0, length(name) + 3) }
    index($0, "The difference between " name " is ") == 1 { value = substr($0, length(name) + 28) }
    index($0, "Expected: (" name ") ") == 1 { value = substr($0, index($0, "actual: ") + 8) }
    value != "" { value += 0; if (!found++ || (most == "at most" ? value < best : value > best)) best = value }
    END { if (found) print best }' "$1"
}

# reaches VALUE BOUND: succeeds if the value reaches the bound, such as "at least 20" or "at most 0.3".
reaches() {
  local word number
  read -r _ word number <<<"$2"
  awk -v value="$1" -v word="$word" -v number="$number" \
    'BEGIN { exit !(value != "" && (word == "least" ? value + 0 >= number + 0 : value + 0 <= number + 0)) }'
}

# judge PROGRAM NAME TEST FIGURE BOUND: tests one mutant; prints "caught: ..." or the reason why it is not caught.
judge() {
  local program=$1 name=$2 test=$3 figure=$4 bound=$5 value without
  if run_test "$program" "$test" "$logs/$name.log"; then
    say 'SURVIVES: the test passes'
    return
  fi
  if [ -e "$(sound "$test").failed" ]; then
    say 'proves nothing: the test also fails without the fault'
    return
  fi
  if [ "$bound" = fails ]; then
    say 'caught: an exact test fails'
    return
  fi
  value=$(figure_in "$logs/$name.log" "$figure" "$bound")
  reaches "$value" "$bound" || { say "SURVIVES: $figure ${value:-not reported} ($bound)"; return; }
  without=$(figure_in "$(sound "$test").log" "$figure" "$bound")
  if reaches "$without" "$bound"; then
    say "proves nothing: without the fault, $figure is $without, which also reaches the bound ($bound)"
    return
  fi
  say "caught: $figure $value ($bound); without the fault ${without:-the test passes}"
}

# now: seconds since a fixed moment, with a fraction.
now() { say "${EPOCHREALTIME/,/.}"; }
# tell NAME SECONDS VERDICT: keeps the result of a mutant for the table at the end.
tell() {
  printf '%s|%s\n' "$2" "$3" >"$logs/$1.result"
  printf '  %-34s %s\n' "$1" "$3"
}
# since MOMENT [SECONDS]: seconds from a moment to now, plus SECONDS.
since() { awk -v from="$1" -v to="$(now)" -v more="${2:-0}" 'BEGIN { printf "%.1f", to - from + more }'; }

# wait_for COUNT: waits until at most COUNT tests run.
wait_for() {
  while [ "$(jobs -rp | wc -l)" -gt "$1" ]; do wait -n || true; done
}

# build_mutant NAME: applies the patch and builds. Prints the reason if that is not possible.
build_mutant() {
  patch --silent --fuzz=0 --strip=1 --directory="$tree" --input="$mutants/$1.patch" >"$logs/$1.patch.log" 2>&1 ||
    { say 'the patch does not apply'; return; }
  compile "$logs/$1.build.log" || say "does not compile, see $logs/$1.build.log"
}

wanted=("$@")
if [ "${1:-}" = --list ]; then
  rows | awk -F '|' '{ printf "%-34s %s\n", $1, $2 }'
  exit 0
fi
for name in "${wanted[@]}"; do
  rows | grep "^$name|" >/dev/null || fail "there is no mutant '$name'; --list shows them"
done
command -v patch >/dev/null || fail 'the program "patch" is not installed'
rm -rf -- "$logs" "$programs"
mkdir -p -- "$logs" "$programs"

selected=$(rows | while IFS='|' read -r name rest; do
  if [ ${#wanted[@]} -eq 0 ] || printf '%s\n' "${wanted[@]}" | grep -xF -- "$name" >/dev/null; then say "$name|$rest"; fi
done)
[ -n "$selected" ] || fail 'the table of mutants is empty'

say 'Without a fault:'
refresh
if ! { configure_copy "$logs/sound.build.log" && compile "$logs/sound.build.log"; }; then
  tail -n 20 -- "$logs/sound.build.log" >&2
  fail 'the tree does not compile'
fi
while IFS= read -r test; do
  wait_for $((jobs - 1))
  {
    if run_test "$out/tests/barchan_tests" "$test" "$(sound "$test").log"; then
      say "  passes  $test"
    else
      touch "$(sound "$test").failed"
      say "  FAILS   $test"
    fi
  } &
done < <(cut -d '|' -f 3 <<<"$selected" | sort -u)
wait

say 'With each fault:'
changed=()
while IFS='|' read -r name _ test figure bound; do
  start=$(now)
  copy "${changed[@]}"
  mapfile -t changed < <(files_of "$name")
  fault=$(build_mutant "$name")
  took=$(since "$start")
  if [ -n "$fault" ]; then
    tell "$name" "$took" "$fault"
    continue
  fi
  # The test has a program of its own, because the next mutant replaces this one.
  cp -- "$out/tests/barchan_tests" "$programs/$name"
  wait_for $((jobs > 2 ? jobs - 2 : 0))
  {
    start=$(now)
    verdict=$(judge "$programs/$name" "$name" "$test" "$figure" "$bound")
    rm -f -- "$programs/$name"
    tell "$name" "$(since "$start" "$took")" "$verdict"
  } &
done < <(by_file <<<"$selected")
wait
copy "${changed[@]}"

survivors=0
say
printf '| %-34s | %-60s | %-9s | %7s |\n' mutant test result seconds
printf '|%s|%s|%s|%s|\n' "$(printf -- '-%.0s' {1..36})" "$(printf -- '-%.0s' {1..62})" "$(printf -- '-%.0s' {1..11})" "$(printf -- '-%.0s' {1..9})"
while IFS='|' read -r name _ test _; do
  IFS='|' read -r seconds verdict <"$logs/$name.result"
  result=caught
  [[ $verdict == caught:* ]] || { result='NOT CAUGHT' survivors=$((survivors + 1)); }
  printf '| %-34s | %-60s | %-9s | %7s |\n' "$name" "$test" "$result" "$seconds"
done <<<"$selected"
say "$survivors of $(wc -l <<<"$selected") mutants not caught, in $((SECONDS / 60)) min $((SECONDS % 60)) s"
[ "$survivors" -eq 0 ]
