#!/usr/bin/env bash
# Redraws the lower halves of the pictures in docs/gallery/before with the current program. The upper halves stay.
# Usage: scripts/before_after.sh [NAME]...    draws all pictures, or only those named
# BARCHAN=PROGRAM uses this window program instead of building one. Needs ImageMagick's convert.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

readonly size=1440x900 quality=85
readonly folder="$barchan_root/docs/gallery/before"
# Steps of each picture. The name of a picture may end with its steps.
declare -Ar steps=([dunes_60]=60 [dunes_4000]=4000 [dunes_36000]=36000 [erg]=3000 [barchans]=4000 [star]=1500
  [linear]=3000 [nabkha]=1200 [oasis_town]=900 [mountains]=3000 [butte]=700 [lakes]=1500 [everything]=1500)

if [ -z "${BARCHAN:-}" ]; then
  configure release -DBARCHAN_TESTS=OFF -DBARCHAN_BENCH=OFF
  build release barchan_window
fi
readonly barchan="${BARCHAN:-$barchan_root/build/release/barchan}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
names=("$@")
[ ${#names[@]} -gt 0 ] || names=("${!steps[@]}")
for name in "${names[@]}"; do
  [ -n "${steps[$name]:-}" ] || { echo "before_after.sh: there is no picture named '$name'; the names are ${!steps[*]}" >&2; exit 2; }
  "$barchan" --offscreen "${name%_[0-9]*}" --steps "${steps[$name]}" --size "$size" --no-panels \
    --picture "$work/now.png"
  convert "$folder/$name.jpg" -crop "$size+0+0" +repage "$work/before.png"
  convert "$work/before.png" "$work/now.png" -append -strip -interlace none -sampling-factor 4:2:0 \
    -quality "$quality" "$folder/$name.jpg"
  say "docs/gallery/before/$name.jpg"
done
