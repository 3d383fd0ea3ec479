#!/usr/bin/env bash
# Writes the documents that the program generates: docs/parameters.md and docs/scenarios.md.
# Usage: scripts/docs.sh
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

"$barchan_root/scripts/setup.sh" --run
if [ ! -f "$barchan_release/build.ninja" ]; then
  configure release -DBARCHAN_TESTS=OFF -DBARCHAN_BENCH=OFF
fi
build release barchan_cli >&2

for subject in parameters scenarios; do
  new=$(mktemp "${TMPDIR:-/tmp}/barchan-docs.XXXXXX")
  "$barchan_release/barchan-cli" "$subject" --markdown >"$new"
  cat -- "$new" >"$barchan_root/docs/$subject.md"
  rm -f -- "$new"
  say "docs/$subject.md"
done
