#!/usr/bin/env bash
# Puts known faults into the code, one at a time, and shows that a test detects each of them.
# Usage: scripts/mutants.sh [--list] [NAME]...     without NAME: all mutants of tests/mutants/README.md
# Works on a copy of the tree under build/mutants. A mutant is caught if the test in its row passes without it and fails
# with it, and the figure in its row reaches the bound given there. Exits with 1 if a mutant is not caught.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

readonly mutants="$barchan_root/tests/mutants"
readonly tree="$barchan_root/build/mutants/tree" out="$barchan_root/build/mutants/build"
readonly logs="$barchan_root/build/mutants/logs"
readonly parts=(CMakeLists.txt CMakePresets.json cmake include src shaders assets tests)

# rows: prints the rows of the table as NAME|FAULT|TEST|FIGURE|REACHES.
rows() {
  awk -F ' *[|] *' '/^[|] `/ { gsub(/`/, ""); print $2 "|" $3 "|" $4 "|" $5 "|" $6 }' "$mutants/README.md"
}

# refresh: makes the copy equal to the tree. It writes only files that differ, so that only these are compiled again.
refresh() {
  local file
  mkdir -p -- "$tree"
  while IFS= read -r -d '' file; do
    if ! cmp -s -- "$barchan_root/$file" "$tree/$file"; then
      mkdir -p -- "$(dirname -- "$tree/$file")"
      cp -- "$barchan_root/$file" "$tree/$file"
    fi
  done < <(cd -- "$barchan_root" && find "${parts[@]}" -type f -print0)
  while IFS= read -r -d '' file; do
    [ -e "$barchan_root/$file" ] || rm -f -- "$tree/$file"
  done < <(cd -- "$tree" && find . -type f -print0)
}

# compile LOG: builds the test program of the copy in its current state.
compile() {
  cmake -S "$tree" -B "$out" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBARCHAN_WINDOW=OFF -DBARCHAN_BENCH=OFF \
    ${BARCHAN_MUTANTS_CMAKE:+$BARCHAN_MUTANTS_CMAKE} >"$1" 2>&1 &&
    cmake --build "$out" --parallel "${BARCHAN_JOBS:-$(jobs_here)}" --target barchan_tests >>"$1" 2>&1
}

# run_test TEST LOG: succeeds if the test passes.
run_test() { "$out/tests/barchan_tests" --gtest_filter="$1" >"$2" 2>&1; }

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

# judge NAME TEST FIGURE BOUND: tests one mutant; prints "caught: ..." or the reason why it is not caught.
judge() {
  local name=$1 test=$2 figure=$3 bound=$4 sound="$logs/sound.${2//[^A-Za-z0-9]/_}.log" value without
  refresh
  patch --silent --fuzz=0 --strip=1 --directory="$tree" --input="$mutants/$name.patch" >"$logs/$name.patch.log" 2>&1 ||
    { say 'the patch does not apply'; return; }
  compile "$logs/$name.build.log" || { say "does not compile, see $logs/$name.build.log"; return; }
  if run_test "$test" "$logs/$name.log"; then
    say 'SURVIVES: the test passes'
    return
  fi
  if [ "$bound" = fails ]; then
    say 'caught: an exact test fails'
    return
  fi
  value=$(figure_in "$logs/$name.log" "$figure" "$bound")
  reaches "$value" "$bound" || { say "SURVIVES: $figure ${value:-not reported} ($bound)"; return; }
  without=$(figure_in "$sound" "$figure" "$bound")
  if reaches "$without" "$bound"; then
    say "proves nothing: $figure is $without without the fault too ($bound)"
    return
  fi
  say "caught: $figure $value ($bound); without the fault ${without:-the test passes}"
}

wanted=("$@")
if [ "${1:-}" = --list ]; then
  rows | awk -F '|' '{ printf "%-28s %s\n", $1, $2 }'
  exit 0
fi
for name in "${wanted[@]}"; do
  rows | grep "^$name|" >/dev/null || fail "there is no mutant '$name'; --list shows them"
done
command -v patch >/dev/null || fail 'the program "patch" is not installed'
mkdir -p -- "$logs"

selected=$(rows | while IFS='|' read -r name rest; do
  if [ ${#wanted[@]} -eq 0 ] || printf '%s\n' "${wanted[@]}" | grep -xF -- "$name" >/dev/null; then say "$name|$rest"; fi
done)
[ -n "$selected" ] || fail 'the table of mutants is empty'

say 'Without a fault:'
refresh
compile "$logs/sound.build.log" || { tail -n 20 -- "$logs/sound.build.log" >&2; fail 'the tree does not compile'; }
unsound=()
while IFS= read -r test; do
  if run_test "$test" "$logs/sound.${test//[^A-Za-z0-9]/_}.log"; then
    say "  passes  $test"
  else
    say "  FAILS   $test"
    unsound+=("$test")
  fi
done < <(cut -d '|' -f 3 <<<"$selected" | sort -u)

say 'With each fault:'
survivors=0
while IFS='|' read -r name _ test figure bound; do
  verdict=$(judge "$name" "$test" "$figure" "$bound")
  if printf '%s\n' "${unsound[@]}" | grep -xF -- "$test" >/dev/null; then verdict="proves nothing: the test fails without the fault too; $verdict"; fi
  [[ $verdict == caught:* ]] || survivors=$((survivors + 1))
  printf '  %-28s %-34s %s\n' "$name" "$test" "$verdict"
done <<<"$selected"
refresh
say "$survivors mutants not caught"
[ "$survivors" -eq 0 ]
