#!/usr/bin/env bash
# Redraws the lower halves of the pictures in docs/gallery/before with the current program. The upper halves stay.
# Usage: scripts/before_after.sh [NAME]...    draws all pictures, or only those named
# BARCHAN=PROGRAM uses this window program instead of building one; BEFORE=PROGRAM redraws the upper halves with an
# older one. Needs ImageMagick's convert.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

readonly size=960x540 quality=85
readonly folder="$barchan_root/docs/gallery/before"
# Steps of each picture. Each is named after its scenario.
declare -Ar steps=([mountains]=2500 [meanders]=15000 [braided]=6000 [dust_storm]=145 [springs]=6000 [yardangs]=2500
  [badlands_rain]=1000 [lakes]=1500 [rain_shadow]=4000 [butte]=700 [barchans]=4000 [dunes]=1500 [erg]=2000
  [oasis]=1500 [everything]=1500 [delta]=4000 [canyon_strata]=600 [scree]=900 [oasis_town]=900 [star]=1500
  [linear]=3000 [transverse]=2000 [nabkha]=1200 [snow_over_rock]=600 [storm]=1000 [aquifer]=600
  [wet_interdune]=3000 [parabolic]=4000 [grey_hills]=500 [pyramid]=1500)

if [ -z "${BARCHAN:-}" ]; then
  configure release -DBARCHAN_TESTS=OFF -DBARCHAN_BENCH=OFF
  build release barchan_window
fi
readonly barchan="${BARCHAN:-$barchan_root/build/release/barchan}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# draw PROGRAM NAME FILE: draws the opening view of a scenario.
draw() { "$1" --offscreen "$2" --steps "${steps[$2]}" --size "$size" --no-panels --picture "$3"; }

names=("$@")
[ ${#names[@]} -gt 0 ] || mapfile -t names < <(printf '%s\n' "${!steps[@]}" | sort)
for name in "${names[@]}"; do
  [ -n "${steps[$name]:-}" ] || { echo "before_after.sh: there is no picture named '$name'; the names are ${!steps[*]}" >&2; exit 2; }
  draw "$barchan" "$name" "$work/now.png"
  if [ -n "${BEFORE:-}" ]; then
    draw "$BEFORE" "$name" "$work/before.png"
  else
    convert "$folder/$name.jpg" -crop "$size+0+0" +repage "$work/before.png"
  fi
  convert "$work/before.png" "$work/now.png" -append -strip -interlace none -sampling-factor 4:2:0 \
    -quality "$quality" "$folder/$name.jpg"
  say "docs/gallery/before/$name.jpg"
done
