#!/usr/bin/env bash
# Adds worlds saved by this version to tests/corpus, with their hashes. Later versions must open them.
# Usage: scripts/corpus.sh NAME    makes a folder of this name, with one world for each tests/corpus/*.toml
# Run it when the layout of a section of the state has changed. It never changes existing folders.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

readonly corpus="$barchan_root/tests/corpus" steps=30
name=${1:-}
[[ "$name" =~ ^[a-z0-9_.-]+$ ]] || fail 'expected the name of a new folder, as in "scripts/corpus.sh v1"'
[ ! -e "$corpus/$name" ] || fail "tests/corpus/$name already exists; choose another name"

build release barchan_cli >&2
mkdir -p -- "$corpus/$name"
for scenario in "$corpus"/*.toml; do
  file="$name/$(basename -- "${scenario%.toml}").barchan"
  report=$(mktemp "${TMPDIR:-/tmp}/barchan-corpus.XXXXXX")
  "$barchan_release/barchan-cli" run "$scenario" --steps "$steps" --quiet --place "wall x=0.2 y=0.2 height=2 length=6" \
    --set wind.speed=11 --save "$corpus/$file" --report "$report"
  printf '%s %s\n' "$file" "$(sed -n 's/.*"hash": "\([0-9a-f]*\)".*/\1/p' "$report")" >>"$corpus/hashes.txt"
  rm -f -- "$report"
done
say "tests/corpus/$name: $(find "$corpus/$name" -name '*.barchan' | wc -l) worlds, $(du -sk "$corpus/$name" | cut -f1) kB"
