#!/usr/bin/env bash
# Runs everything that shows that Barchan keeps its promises, and writes one page about it.
# Usage: scripts/verify.sh [CHECK]...     default: all checks; --list lists them
# Writes build/verify/page.md: what was run, on which commit, when, for how long and with which result. The page keeps
# the last result of each check, so that checks can be run on different days. The log of each check lies beside it.
# Exits with 1 if a check that was run fails.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

readonly folder="$barchan_root/build/verify" page="$barchan_root/build/verify/page.md"

# checks: prints NAME|WHAT IT SHOWS|COMMAND, one line per check.
checks() {
  cat <<'TABLE'
tests|the whole test suite passes|scripts/test.sh --werror
long|the statistical tests pass with all seeds and thread counts|scripts/validate.sh long
gates|the published laws of dunes hold at full size|scripts/validate.sh
random|20,000 random worlds keep every promise|env BARCHAN_RANDOM_WORLDS=20000 BARCHAN_RANDOM_SEED=7 build/release/tests/barchan_tests --gtest_filter=RandomWorlds.*
random_asan|2,000 random worlds show no memory error and no undefined behaviour|env BARCHAN_RANDOM_WORLDS=2000 BARCHAN_RANDOM_SEED=8 build/asan/tests/barchan_tests --gtest_filter=RandomWorlds.*
asan|the suite shows no memory error and no undefined behaviour|scripts/sanitize.sh asan
tsan|code that runs on several threads has no data race|scripts/sanitize.sh tsan
golden|all builds give the golden hashes|scripts/golden.sh --builds
fuzz|no mutated input crashes a reader|scripts/fuzz.sh 600
coverage|the tests run at least 92 % of the lines of each module|scripts/coverage.sh
mutants|a test catches each known fault|scripts/mutants.sh
memory|valgrind finds no error in a scenario of each process|scripts/valgrind.sh
soak|memory and open files stay flat|scripts/soak.sh 8
TABLE
}

# clock SECONDS: as in 1:02:03.
clock() { printf '%d:%02d:%02d' $(($1 / 3600)) $(($1 / 60 % 60)) $(($1 % 60)); }

if [ "${1:-}" = --list ]; then
  checks | awk -F '|' '{ printf "%-12s %s: %s\n", $1, $2, $3 }'
  exit 0
fi
for name in "$@"; do
  checks | grep -q "^$name|" || fail "there is no check '$name'; --list lists them"
done

mkdir -p -- "$folder"
commit=$(git -C "$barchan_root" rev-parse --short HEAD 2>/dev/null || echo unknown)
[ -z "$(git -C "$barchan_root" status --porcelain 2>/dev/null | head -n 1)" ] || commit+=' with changes'

# write_page: puts together the results that there are.
write_page() {
  local name
  {
    say '# Verification'
    say
    say "$(jobs_here) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(g++ --version | head -n 1)."
    say
    say '| check | shows that | command | commit | began (UTC) | took | result |'
    say '|---|---|---|---|---|---|---|'
    while IFS='|' read -r name _; do cat -- "$folder/$name.row" 2>/dev/null || true; done < <(checks)
  } >"$page"
}

failed=0
while IFS='|' read -r name shows command; do
  if [ $# -gt 0 ]; then printf '%s\n' "$@" | grep -xF -- "$name" >/dev/null || continue; fi
  say "== $name: $command"
  began=$(date -u '+%Y-%m-%d %H:%M') start=$SECONDS result=passed
  read -ra words <<<"$command"
  (cd -- "$barchan_root" && "${words[@]}") >"$folder/$name.log" 2>&1 </dev/null || result="**failed** ($name.log)"
  [ "$result" = passed ] || failed=1
  last=$(grep -av '^[[:space:]]*$' "$folder/$name.log" | tail -n 1 | cut -c 1-100 | tr '|' ' ')
  took=$(clock $((SECONDS - start)))
  say "| $name | $shows | \`$command\` | $commit | $began | $took | $result: $last |" >"$folder/$name.row"
  say "   $result after $took: $last"
  write_page
done < <(checks)
say "$page"
exit "$failed"
