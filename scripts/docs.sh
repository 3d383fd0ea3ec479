#!/usr/bin/env bash
# Writes the documents that programs generate.
# Usage: scripts/docs.sh         docs/parameters.md, docs/scenarios.md and docs/exports.md
#        scripts/docs.sh laws    docs/metamorphic.md, from the table of the tests; needs the packages of the tests
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

if [ "$*" = laws ]; then
  "$barchan_root/scripts/setup.sh"
  configure release -DBARCHAN_TESTS=ON
  build release barchan_metamorphic_page >&2
  new=$(mktemp "${TMPDIR:-/tmp}/barchan-docs.XXXXXX")
  "$barchan_release/tests/barchan_metamorphic_page" >"$new"
  cat -- "$new" >"$barchan_root/docs/metamorphic.md"
  rm -f -- "$new"
  say 'docs/metamorphic.md'
  exit
fi
if [ "$#" -gt 0 ]; then fail "expected no argument or 'laws', found '$*'"; fi

"$barchan_root/scripts/setup.sh" --run
if [ ! -f "$barchan_release/build.ninja" ]; then
  configure release -DBARCHAN_TESTS=OFF -DBARCHAN_BENCH=OFF
fi
build release barchan_cli >&2

for subject in parameters scenarios exports; do
  new=$(mktemp "${TMPDIR:-/tmp}/barchan-docs.XXXXXX")
  "$barchan_release/barchan-cli" "$subject" --markdown >"$new"
  cat -- "$new" >"$barchan_root/docs/$subject.md"
  rm -f -- "$new"
  say "docs/$subject.md"
done
