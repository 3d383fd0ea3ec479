#!/usr/bin/env bash
# Draws the pictures of docs/gallery off-screen with the window program and writes docs/gallery.md.
# Usage: scripts/gallery.sh [NAME]...     draws all pictures, or only those named; "page" writes only the page
# BARCHAN=PROGRAM uses this window program instead of building one; barchan-cli must be in the same folder.
# Needs ImageMagick's convert.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

readonly names=(erg dunes_later erg_later barchans transverse linear star bidirectional barchan_stream gentle_barchans linear_from_source
  desert_1km nabkha parabolic figure5 echo_wall echo_round obstacle_removed cliff_series climbing_ramp oasis_town crescents single_dune dunes sand_sea steep pyramid rock_garden yardangs settling roughness suspension wind
  mountains rising_range rain_shadow lakes springs shaped_valley oasis wet_interdune aquifer landslide everything dam_break meanders braided gravel_river delta storm butte badlands_rain canyon_strata scree rock_gravel_pebbles_sand grey_hills red_desert sand_hills snow_over_rock dust_storm page)
readonly gallery="$barchan_root/docs/gallery"
readonly page="$barchan_root/docs/gallery.md"

readonly width=720               # px, of every finished picture
readonly large=1440x900          # pictures are drawn at twice their final size and scaled down
readonly quality=85              # of the JPEG files
readonly sheet_size=640x400      # a picture of a sheet, cropped to its middle and scaled down
readonly sheet_cut=420x236+110+112
readonly land_cut=540x338+60+62  # the same for lands in the rain
readonly quarter_turn=257        # px of dragging that turn the camera by 90 degrees at the height of sheet_size
readonly rain_steps=8400  # during which about 200,000 droplets fall
readonly later=(1800 7200 36000)  # steps after half a minute, two and ten minutes at one step per frame
readonly figure5_steps=700
readonly figure5_turn=20         # degrees: direction of the first wind, which is not aligned with the grid
readonly figure5_side=260        # px of one land of the table
readonly figure5_angles=(45 75 120 150)
readonly figure5_supplies=(22 64 100)
readonly removal=(390 480 720 1050)  # steps: steady, the wall gone, just back, steady again
readonly profile_rows=9           # rows of cells about the middle of the land over which a profile is averaged
readonly profile_scale=4          # px per metre, vertically and horizontally
readonly lands=(1 2 3 4 5 6 7 8 9 10)

# Numbers on the page: steps of each picture, and the values of the sheets (low, default, high).
declare -Ar steps=([erg]=3000 [barchans]=4000 [transverse]=2000 [linear]=3000 [star]=1500 [bidirectional]=1000 [barchan_stream]=4000 [gentle_barchans]=3000
  [linear_from_source]=4000
  [desert_1km]=200 [nabkha]=1200 [parabolic]=4000 [figure5]=$figure5_steps
  [echo_wall]=700 [echo_round]=700 [cliff_series]=500 [climbing_ramp]=700 [oasis_town]=900 [obstacle_removed]=1050
  [crescents]=2500 [dunes]=4000 [sand_sea]=2000 [single_dune]=1200 [steep]=400 [pyramid]=1500
  [rock_garden]=2000 [yardangs]=2500 [storm]=1000 [rain_shadow]=4000 [rising_range]=6000 [lakes]=1500 [springs]=6000 [shaped_valley]=600 [oasis]=1500 [wet_interdune]=3000 [aquifer]=600 [landslide]=1800 [everything]=1500
  [dam_break]=1000 [braided]=6000 [gravel_river]=3000 [meanders]=36000 [delta]=4000
  [butte]=700 [badlands_rain]=1000 [canyon_strata]=600 [scree]=900 [rock_gravel_pebbles_sand]=800 [snow_over_rock]=600
  [grey_hills]=500 [red_desert]=400 [sand_hills]=600
  [dust_storm]=145 [settling]=30 [roughness]=600 [suspension]=600 [wind]=600)
declare -Ar parameter=([settling]=gravity.settling [roughness]=gravity.repose_slope
  [suspension]=wind_particles.suspension [wind]=wind.speed)
declare -Ar values=([settling]='0.01 default 10' [roughness]='0.2 default 1.2' [suspension]='0.005 default 1'
  [wind]='4 default 18')

# draw FILE SCENARIO [ARGUMENT]...: draws one picture with the window program, without panels.
draw() {
  local file=$1
  shift
  "$barchan" --offscreen "$@" --no-panels --picture "$file"
}

# finish NAME CONVERT-ARGUMENT...: writes docs/gallery/NAME.jpg.
finish() {
  local name=$1
  shift
  convert "$@" -strip -interlace none -sampling-factor 4:2:0 -quality "$quality" "$gallery/$name.jpg"
  say "docs/gallery/$name.jpg"
}

# land_of NAME: prints the path of a shipped scenario or of one of the gallery's own.
land_of() {
  local path
  for path in assets/scenarios docs/gallery; do
    if [ -f "$barchan_root/$path/$1.toml" ]; then printf '%s' "$barchan_root/$path/$1.toml"; fi
  done
}

# alone NAME: draws a scenario after its steps.
alone() {
  draw "$work/$1.png" "$(land_of "$1")" --steps "${steps[$1]}" --size "$large"
  finish "$1" "$work/$1.png" -resize "$width"
}

# grown NAME: draws a scenario at its start (top) and after its steps (bottom).
grown() {
  draw "$work/before.png" "$(land_of "$1")" --steps 0 --size "$large"
  draw "$work/after.png" "$(land_of "$1")" --steps "${steps[$1]}" --size "$large"
  finish "$1" "$work/before.png" "$work/after.png" -resize "$width" -append
}

# high_sun: prints lines of a script that raise the sun and then hide the panels, at the first step of the land.
high_sun() {
  printf '%s\n' 'key tab' 'key space' 'set picture.elevation 34' 'set picture.azimuth 200' 'key space' 'key tab'
}

# titled TEXT FILE [WIDTH]: puts a line of text above a picture.
titled() {
  convert "$2" -size "$((${3:-$width} - 8))x20" -background '#262626' -fill '#eeeeee' -gravity west -pointsize 13 \
    \( "label:$1" -splice 8x0 \) +swap -append "$2"
}

# compare NAME: draws a land with a parameter low, at its default and high, from four sides each.
compare() {
  local name=$1 value side set rows=()
  for value in ${values[$name]}; do
    {
      high_sun
      printf '%s\n' 'key g' "steps ${steps[$name]}" 'hold 400' "picture $work/side1.png"
      for side in 2 3 4; do
        printf '%s\n' "mouse_drag 100 200 $((100 + quarter_turn)) 200" 'hold 120' "picture $work/side$side.png"
      done
    } >"$work/sides.txt"
    set=(--set "${parameter[$name]}=$value")
    if [ "$value" = default ]; then set=(); fi
    "$barchan" --offscreen "$(land_of sheet)" --no-panels --script "$work/sides.txt" --size "$sheet_size" "${set[@]}"
    convert "$work"/side{1,2,3,4}.png -crop "$sheet_cut" +repage -resize $((width / 4)) +append "$work/row$value.png"
    titled "${parameter[$name]} = $value" "$work/row$value.png"
    rows+=("$work/row$value.png")
  done
  finish "$name" "${rows[@]}" -append
}

# weather: draws ten lands before and after rain, two lands per row.
weather() {
  local seed tiles=() row=()
  high_sun >"$work/before.txt"
  { high_sun && printf '%s\n' "steps $rain_steps"; } >"$work/after.txt"
  for seed in "${lands[@]}"; do
    draw "$work/land$seed-before.png" "$(land_of mountains)" --seed "$seed" --size "$sheet_size" \
      --set water_particles.enabled=false --script "$work/before.txt"
    draw "$work/land$seed-after.png" "$(land_of mountains)" --seed "$seed" --size "$sheet_size" \
      --script "$work/after.txt"
    row+=("$work/land$seed-before.png" "$work/land$seed-after.png")
    [ "${#row[@]}" -eq 4 ] || continue
    convert "${row[@]}" -crop "$land_cut" +repage -resize $((width / 4)) +append "$work/lands$seed.png"
    titled "seeds $((seed - 1)) and $seed: bare rock, and after the rain" "$work/lands$seed.png"
    tiles+=("$work/lands$seed.png")
    row=()
  done
  finish mountains "${tiles[@]}" -append
}

# aged NAME: draws a scenario after half a minute, two minutes and ten minutes, from top to bottom.
aged() {
  local start step done=0 pictures=()
  start=$(land_of "$1")
  for step in "${later[@]}"; do
    "$cli" run "$start" --steps $((step - done)) --quiet --save "$work/$1-$step.barchan"
    start=$work/$1-$step.barchan
    done=$step
    draw "$work/$1-$step.png" "$start" --steps 0 --size "$large"
    pictures+=("$work/$1-$step.png")
  done
  finish "$1_later" "${pictures[@]}" -resize "$width" -append
}

# profile NAME: draws rock and sand along the middle of a land after its steps, into $work/profile.png.
profile() {
  local field
  "$cli" run "$(land_of "$1")" --steps "${steps[$1]}" --quiet --export "elevation=$work/elevation.asc" \
    --export "bedrock=$work/bedrock.asc"
  for field in elevation bedrock; do
    awk -v about="$profile_rows" -v scale="$profile_scale" '
      /^[a-zA-Z]/ { head[tolower($1)] = $2; next }
      { row++; if (2 * row < head["nrows"] - about || 2 * row > head["nrows"] + about) next
        rows++; for (i = 1; i <= NF; i++) sum[i] += $i }
      END { px = head["cellsize"] * scale
        printf "0,100 "
        for (i = 1; i <= head["ncols"]; i++) printf "%.1f,%.1f ", (i - 0.5) * px, 90 - scale * sum[i] / rows
        printf "%.1f,100", head["ncols"] * px }' "$work/$field.asc" >"$work/$field.txt"
  done
  convert -size 768x100 xc:'#f4efe6' -fill '#d8a45c' -draw "polygon $(cat -- "$work/elevation.txt")" \
    -fill '#6d6058' -draw "polygon $(cat -- "$work/bedrock.txt")" "$work/profile.png"
}

# sectioned NAME: draws a scenario after its steps and, below it, its profile along the wind.
sectioned() {
  draw "$work/$1.png" "$(land_of "$1")" --steps "${steps[$1]}" --size "$large"
  profile "$1"
  convert "$work/$1.png" -resize "$width" "$work/above.png"
  convert "$work/profile.png" -resize "$width" "$work/below.png"
  finish "$1" "$work/above.png" "$work/below.png" -append
}

# removed: draws a wall that is removed and put back, as two rows of two pictures.
removed() {
  local step done=0 tiles=()
  {
    for step in "${removal[@]}"; do
      printf '%s\n' "steps $((step - done))" 'hold 120' "picture $work/removed$step.png"
      done=$step
    done
  } >"$work/removal.txt"
  "$barchan" --offscreen "$(land_of obstacle_removed)" --no-panels --script "$work/removal.txt" --size "$large"
  for step in "${removal[@]}"; do
    convert "$work/removed$step.png" -resize $((width / 2)) "$work/tile$step.png"
    titled "step $step" "$work/tile$step.png" $((width / 2))
    tiles+=("$work/tile$step.png")
  done
  montage -label '' "${tiles[@]}" -tile 2x -geometry +0+0 "$work/removal.png"
  finish obstacle_removed "$work/removal.png"
}

# law ANGLE: prints the direction of the crest of the fastest growing bedform. The winds are ANGLE degrees apart, and
# the first blows twice as long as the second.
law() {
  awk -v angle="$1" -v turn="$figure5_turn" 'BEGIN {
    degree = atan2(0, -1) / 180; sign = angle < 90 ? 1 : -1
    crest = turn + 90 + atan2(sign * sin(angle * degree), 2 + sign * cos(angle * degree)) / degree
    printf "%.0f", crest % 180 }'
}

# off CREST LAW: prints the signed angle between two lines in degrees.
off() { awk -v a="$1" -v b="$2" 'BEGIN { d = (a - b + 270) % 180 - 90; printf "%+.0f", d }'; }

# figure FILE KEY [INSIDE]: prints a value from a report of barchan-cli measure.
figure() { sed -n "/\"${3:-$2}\":/,\$s/.*\"$2\": \"\?\([^\",]*\).*/\\1/p" "$1" | head -n 1; }

# two_winds: draws the lands of all supplies and angles as one sheet, and writes their values as a table for the page.
two_winds() {
  local supply angle land set crest wanted kind cover tiles=()
  {
    printf '| supply | angle | cover | kind | crest | law | difference | anisotropy |\n|---|---|---|---|---|---|---|---|\n'
    for supply in "${figure5_supplies[@]}"; do
      for angle in "${figure5_angles[@]}"; do
        land=$(land_of figure5)
        set=(--set "wind.divergence=$angle" --set "sand_supply.target_cover=0.$supply")
        if [ "$supply" = 100 ]; then
          land=$(land_of figure5_full)
          set=(--set "wind.divergence=$angle")
        fi
        "$cli" run "$land" --steps "$figure5_steps" "${set[@]}" --quiet --save "$work/land.barchan" \
          --picture "$work/land.png"
        "$cli" measure --directions mathematical "$work/land.barchan" --json "$work/land.json"
        crest=$(printf '%.0f' "$(figure "$work/land.json" direction crest)")
        wanted=$(law "$angle")
        kind=$(figure "$work/land.json" class)
        cover=$(awk -v c="$(figure "$work/land.json" cover)" 'BEGIN { printf "%.0f", 100 * c }')
        printf '| %s %% | %s° | %s %% | %s | %s° | %s° | %s° | %.2f |\n' "$supply" "$angle" "$cover" "$kind" "$crest" \
          "$wanted" "$(off "$crest" "$wanted")" "$(figure "$work/land.json" anisotropy crest)"
        convert "$work/land.png" -resize "$figure5_side" -splice 4x4 "$work/tile.png"
        titled "$supply %%, $angle°: crest $crest°, law $wanted°" "$work/tile.png" "$figure5_side"
        cp -- "$work/tile.png" "$work/two-winds$supply-$angle.png"
        tiles+=("$work/two-winds$supply-$angle.png")
      done
    done
  } >"$work/figure5.md"
  montage -label '' "${tiles[@]}" -tile "${#figure5_angles[@]}x" -geometry +0+0 "$work/figure5.png"
  finish figure5 "$work/figure5.png"
  cat -- "$work/figure5.md" >"$gallery/figure5.txt"
}

make_picture() {
  case "$1" in
    page) ;;
    figure5) two_winds ;;
    dunes_later | erg_later) aged "${1%_later}" ;;
    erg | barchans | transverse | linear | star | bidirectional | barchan_stream | gentle_barchans | desert_1km) alone "$1" ;;
    echo_wall | echo_round) sectioned "$1" ;;
    obstacle_removed) removed ;;
    linear_from_source | cliff_series | climbing_ramp | oasis_town | nabkha | parabolic | yardangs) alone "$1" ;;
    butte | badlands_rain | canyon_strata | scree | rock_gravel_pebbles_sand | grey_hills | red_desert | sand_hills | snow_over_rock | dust_storm) alone "$1" ;;
    crescents | single_dune | dunes | sand_sea | pyramid | storm | rain_shadow | rising_range | lakes | springs | shaped_valley | oasis | wet_interdune | aquifer | landslide | everything | \
      dam_break | meanders | braided | gravel_river | delta) alone "$1" ;;
    steep | rock_garden) grown "$1" ;;
    settling | roughness | suspension | wind) compare "$1" ;;
    mountains) weather ;;
  esac
}

# paragraph TEXT: prints the text in lines of at most 118 columns.
paragraph() { printf '%s\n' "$1" | fmt -w 118; }

# command_line LINE: prints a command in lines of at most 118 columns, broken before an option.
command_line() {
  printf '```sh\n'
  printf '%s\n' "${1// --/$'\n'--}" | awk '
    NR > 1 && length(line) + length($0) > 115 { print line " \\"; line = "  " $0; next }
    { line = NR > 1 ? line " " $0 : $0 }
    END { print line }'
  printf '```\n'
}

seed_of() { sed -n 's/^seed = //p' "$(land_of "$1")"; }

# argument_of NAME: prints the land as an argument of a command line.
argument_of() {
  local land
  land=$(land_of "$1")
  case "$land" in
    */assets/scenarios/*) printf '%s' "$1" ;;
    *) printf '%s' "${land#"$barchan_root/"}" ;;
  esac
}

# entry NAME TITLE TEXT: prints the section of a scenario, with its picture and caption.
entry() {
  cat <<EOF

## $2

![$2](gallery/$1.jpg)

$(paragraph "$3")

\`$1\`, seed $(seed_of "$1"), ${steps[$1]} steps:

$(command_line "barchan --offscreen $(argument_of "$1") --steps ${steps[$1]} --no-panels --picture $1.png --size $large")
EOF
}

# row NAME TITLE TEXT: prints the section of a parameter, with its sheet.
row() {
  cat <<EOF

### $2

![$2: low, default, high](gallery/$1.jpg)

$(paragraph "$3")

The first row uses \`--set ${parameter[$1]}=${values[$1]%% *}\`, the second row uses the default, and the third
row uses \`--set ${parameter[$1]}=${values[$1]##* }\`. The number of steps is ${steps[$1]}.
EOF
}

# two_winds_text: prints the section about the table of two winds.
two_winds_text() {
  cat <<EOF

## Two winds and the sand supply

![Two winds: angle from left to right, sand supply from top to bottom](gallery/figure5.jpg)

This picture repeats figure 5 of Taylor and Keyser (2023). The lands are drawn as relief maps, seen from above. The
lands in a row have the same sand supply. The lands in a column have the same angle from the first wind to the second.
The first wind blows towards $figure5_turn°, measured anticlockwise from east, and lasts twice as long as the second.
Here the supply is a target: the fraction of the ground that the sand should cover. For supplies of 22 and 64 %, discs
of sand are added to bare ground until the sand covers this fraction. For a supply of 100 %, the sand is three to five
metres thick everywhere at the beginning.

The table compares the measured direction of the crests with the law of gross bedform-normal transport (Rubin and
Hunter 1987). In this law, each wind is a vector, multiplied by the duration of the wind. If the winds are less
than 90 degrees apart, the law predicts crests perpendicular to the sum of the two vectors, which is the resultant wind.
If the winds are more than 90 degrees apart, it predicts crests perpendicular to the first vector *minus* the second.

The law describes long crests on sand. At a supply of 22 %, the dunes are separate barchans, which have short crests and
two horns. These crests have no common direction (anisotropy below 0.3), so the law cannot be tested with them. The
wider the angle between the winds, the longer one of the two horns grows.

The column *crest* gives the measured direction of the crests. The column *law* gives the direction that the law
predicts. Both directions are angles anticlockwise from east. The column *difference* gives *crest* minus *law*, as an
angle from -90 to 90 degrees. Each land was measured after the last step. [Measures of dunes](measure.md) explains the
cover, the kind and the anisotropy.

EOF
  cat -- "$gallery/figure5.txt"
  cat <<EOF

The seed is $(seed_of figure5), and the number of steps is $figure5_steps. \`scripts/gallery.sh figure5\` makes the picture and the table. This
command draws one of the lands:

$(command_line "barchan --offscreen docs/gallery/figure5.toml --steps $figure5_steps --set wind.divergence=150 --set sand_supply.target_cover=0.64 --no-panels --picture land.png")
EOF
}

# later_text NAME TITLE TEXT: prints the section of a scenario at several times.
later_text() {
  cat <<EOF

## $2

![$2](gallery/$1_later.jpg)

$(paragraph "$3 From top to bottom, the pictures show the land after ${later[0]}, ${later[1]} and ${later[2]} steps. The times in the heading are for one step per frame at 60 frames per second. If a fast machine does several steps per frame, the times are shorter.")

\`$1\`, seed $(seed_of "$1"), ${later[0]} steps:

$(command_line "barchan --offscreen $1 --steps ${later[0]} --no-panels --picture $1.png --size $large")
EOF
}

write_page() {
  cat <<EOF
# Gallery

<!-- Written by scripts/gallery.sh; do not edit. -->

Unless the text says otherwise, a picture on this page shows the view in the window of the program. The script
\`scripts/gallery.sh\` drew the pictures off-screen. The scenario, the seed and the number of steps determine the land
of a picture. The command below a picture draws this picture or, if it has several parts, one of the parts. Unless the
text says otherwise, a single wind blows, approximately towards the east.
EOF
  entry erg 'An erg' \
    'In this scenario of slab dunes, the sand moves in long hops, and the direction of the wind varies a little. The dunes have sinuous crests and gentle stoss sides. The ground between the dunes is bare.'
  later_text dunes 'Wind particles after half a minute, two minutes and ten minutes' \
    "The window program opens the scenario \`dunes\` by default."
  later_text erg 'Slab dunes after half a minute, two minutes and ten minutes' \
    "The scenario \`erg\` is in the menu of the window program."
  entry barchans 'Barchans' \
    "A little sand lies on bare ground. The process \`slab_dunes\` gathers this sand into separate crescents, whose horns point downwind."
  entry transverse 'Transverse dunes' \
    'If sand covers the whole land, a wind from one direction forms ridges perpendicular to the wind.'
  entry linear 'Linear dunes' \
    'Two winds alternate, and their directions differ by 140 degrees. Ridges form along the resultant wind and extend to the horizon.'
  entry star 'Star dunes' \
    'Three winds alternate and blow from three sides. The winds pile up the sand into tall dunes with arms.'
  entry bidirectional 'Two winds' \
    'Two winds alternate, and their directions differ by 75 degrees. The first wind lasts twice as long as the second. Sand covers half of the land.'
  entry barchan_stream 'A stream of barchans' \
    'A source of sand lies on bare ground. Two winds alternate, and their directions differ by 45 degrees. Barchans leave the source one after the other.'
  entry gentle_barchans 'Gentle barchans' \
    'The relief raises the shear stress of the wind over crests (`wind.stress`). Heaps of sand have become barchans that are wide and low, with gentle windward slopes. A land without this effect is shown under *Barchans*.'
  entry linear_from_source 'A linear dune from a source' \
    'A small source of sand lies on bare ground. Two winds alternate, and their directions differ by 110 degrees. One dune grows from the source along the resultant wind.'
  entry desert_1km 'A square kilometre' \
    'This land has 1024 x 1024 cells of 1 m.'
  entry nabkha 'Nabkhas' \
    'Bushes stand on a plain where little sand drifts. Each bush gathers a mound of sand, and the mound has a tail in its lee.'
  entry parabolic 'A parabolic dune' \
    'Plants have overgrown the low flanks of a heap of sand and hold the flanks in place. The nose of the heap is bare. The nose advances and buries the plants in front of it.'
  two_winds_text
  entry echo_wall 'Upwind of a wall' \
    'The wall is the flat obstacle of figure 7 of Taylor and Keyser (2023). That figure repeats wind-tunnel experiments of Tsoar (1983). The lower picture is a profile of rock and sand through the middle of the land, along the wind and without vertical exaggeration. The gentle side of the echo dune faces the wind, and the foot of the wall stays bare.'
  entry echo_round 'Around a tower' \
    'The tower is the rounded obstacle of figure 8 of Taylor and Keyser (2023). The echo dune is tallest upwind of the tower and becomes lower along the flanks of the tower. Downwind of the tower, a sand shadow with two arms has formed. The lower picture is a profile of this land, drawn in the same way as the profile of the wall in the previous section.'
  cat <<EOF

## A wall removed and put back

![A steady echo dune, the wall removed, the wall put back, a steady echo dune again](gallery/obstacle_removed.jpg)

These pictures repeat figure 9 of Taylor and Keyser (2023). In the first picture, an echo dune that has stopped
growing lies upwind of the wall. In the second picture, the wall has been removed and the dune migrates away. In the
third picture, the wall has been put back and a new echo dune begins to grow. In the fourth picture, the new dune has
stopped growing.

\`obstacle_removed\`, seed $(seed_of obstacle_removed), steps ${removal[0]}, ${removal[1]}, ${removal[2]} and ${removal[3]}. This command draws the last picture:

$(command_line "barchan --offscreen obstacle_removed --steps ${removal[3]} --no-panels --picture obstacle_removed.png --size $large")
EOF
  entry cliff_series 'Cliffs of 30 to 90 degrees' \
    'At the foot of a slope steeper than 55 degrees, the wind turns back, and an echo dune grows upwind of the slope. Sand climbs the gentler slopes.'
  entry climbing_ramp 'A climbing dune' \
    'Sand climbs a slope of 30 degrees, crosses the plateau and falls down the lee side of the plateau.'
  entry oasis_town 'An oasis town' \
    'Sand drifts among houses, a tower and palms.'
  entry crescents 'Crescent dunes' \
    'This land has little sand, and the wind gathers the sand into barchans. The horns of the barchans point downwind. Small dunes catch up with large ones and run into them.'
  entry single_dune 'One large sharp dune' \
    'A smooth hill of sand on bare rock has become a barchan with a gentle stoss side, a sharp brink, and a slip face between two horns.'
  entry dunes 'A corridor of dunes' \
    'Sand drifts in on one side of the land. Dunes grow, migrate, merge and leave the land on the other side. They have gentle stoss sides, sharp brinks and smooth slip faces.'
  entry sand_sea 'A sea of sand' \
    'Much sand lies on this land, and no sand leaves the land. The dunes merge into fewer and larger ridges perpendicular to the wind.'
  entry steep 'Steep land' \
    'The upper picture shows slopes of sand that are much steeper than the angle of repose. The lower picture shows the same land after '"${steps[steep]}"' steps. The sand has slumped, and the wind has shaped crests and smooth lee slopes.'
  entry pyramid 'The buried pyramid' \
    'Sand collects in the shelter of the pyramid and climbs its lee face, while the windward face stays bare. The tip and the edges of the pyramid wear first.'
  entry rock_garden 'Abrasion' \
    'The upper picture shows hills of rock under 3 cm of sand. In the lower picture, flying sand has worn the hills, and the worn rock has become new sand.'
  entry yardangs 'Yardangs' \
    'A wind from one direction carries a little sand, which wears soft rock. The upwind faces of the rock retreat, and troughs in the rock grow longer. The ridges between the troughs are blunt upwind and taper downwind.'
  cat <<EOF

## What the parameters do

Each picture of this section shows the effect of one parameter. The parameter has a low value in the first row of the
picture, its default ([all defaults](parameters.md)) in the second row and a high value in the third. All other values
are the same in the three rows. The land has steep sandy hills. It is 128 m on a side, has the seed $(seed_of sheet) and is drawn as a
block. Each row shows the land from the south-west, the north-west, the north-east and the south-east. This command
draws the land from one side, with \`N\` steps and one value of a parameter:

$(command_line 'barchan --offscreen docs/gallery/sheet.toml --steps N --set PARAMETER=VALUE --no-panels --picture sheet.png')
EOF
  row settling 'Settling' \
    'The parameter is the rate at which oversteepened sand moves downhill. At the low value, the initial steep slopes remain. At the high value, every slope has slumped.'
  row roughness 'Roughness' \
    'The parameter is the tangent of the angle of repose of sand. At the low value, the hills become low swells. At the high value, the hills remain tall and their slopes steep.'
  row suspension 'Suspension' \
    'The parameter is the rate at which the wind entrains sand. At the low value, the land changes mainly because sand slumps. The high value gives sharp brinks and slip faces.'
  row wind 'Wind speed' \
    'The parameter is the speed of the prevailing wind. At the low value, the initial hills hardly change. The high value gives a few large dunes.'
  cat <<EOF

## Ten lands in the rain

![Ten lands before and after rain](gallery/mountains.jpg)

The pictures show mountains of bare rock before and after the fall of 200,000 droplets. The water gathers into streams,
cuts valleys and deposits fans of sand at the foot of the mountains.

\`mountains\`, seeds ${lands[0]} to ${lands[-1]}, $rain_steps steps:

$(command_line "barchan --offscreen mountains --seed ${lands[0]} --steps $rain_steps --no-panels --picture land.png")
EOF
  entry rising_range 'A range that rises' \
    'The ground rises as fast as rain erodes it. Valleys branch, and some valleys capture the streams of others. Each river becomes less steep downstream.'
  entry rain_shadow 'Rain shadow' \
    'The rain map imitates a wind that comes from the sea and drops its rain on one side of a mountain range. That side is green, and the rain carves valleys into it. The other side is a desert.'
  entry lakes 'Lakes' \
    'Rain and a river fill a chain of basins, each lower than the previous one. The lake in each basin spills over its sill into the next basin.'
  entry springs 'Springs' \
    'Groundwater comes out where the sand over the rock is thin. The streams that this water feeds carry the sand away, and the heads of the valleys retreat into the land.'
  entry shaped_valley 'A valley made by strokes' \
    'Strokes of a brush cut the valley and build the dam. The lake and the streams are there from the first step, because it has already rained. Masks limit the rain to the hills and make the rock softer in patches.'
  entry oasis 'Oasis' \
    'Between the dunes, the ground lies below the water table and is covered by a pond. The ground around the pond is damp and green, and the plants there keep the sand away.'
  entry wet_interdune 'Wet interdunes' \
    'The wind has removed the dry sand down to the capillary fringe, which is the damp ground above the water table. The remaining sand migrates over the damp ground as dunes. A wet season has raised the water table, so lagoons fill the lowest flats.'
  entry aquifer 'Aquifer' \
    'Sand, clay and gravel under the hills are saturated up to a water table. Valleys that cut below the water table have ponds, springs and plants.'
  entry landslide 'Landslides' \
    'A cloudburst has saturated the soil of a steep hillside. The soil has slid off the rock, and the debris lies farther down.'
  entry everything 'Everything' \
    'Wind, rain, lakes, groundwater, landslides, frost and plants act on one land of six soils.'
  entry dam_break 'Dam break' \
    'A heap of debris dams a valley, and a lake has filled behind this dam. The overflow of the lake has cut a channel into the dam.'
  entry meanders 'Meanders' \
    'A river of 16 m3/s crosses a plain of sand. In each bend, the fastest water flows near the outer bank and erodes this bank. Bars of sand grow at the inner bank.'
  entry braided 'Braided river' \
    'The river enters the land with more sand than it can carry across the land. The river deposits bars in its course and divides into arms that join again.'
  entry gravel_river 'Gravel river' \
    'Two rivers run over gravel of 20 mm and bring sand. The law of Meyer-Peter and Müller determines how much of each soil the water carries. Bars of gravel divide the water, and patches of sand lie between the arms.'
  entry delta 'Delta' \
    'A river that carries sand reaches the sea, splits into arms and extends the land into the water.'
  entry storm 'Wind and rain together' \
    'Wind and rain act on one land. Rain washes sand down from the hills, and the wind shapes this sand into dunes.'
  cat <<EOF

## Layers and soils

Most of the following lands have several soils. Each soil has its own colour, hardness, angle of repose and conversions
into other soils.
EOF
  entry butte 'A butte' \
    'A layer of hard cap rock lies on softer rock. Weathering hollows out the cliff below the cap, debris collects at the foot of the cliff, and the cap protects the rock under it.'
  entry badlands_rain 'Badlands' \
    'Rain cuts into thin bands of clay, ash, silt and sandstone. The water deposits the eroded material between the hills.'
  entry canyon_strata 'A canyon through layers' \
    'Nine layers of rock lie under a hard rim. Debris from above hides the feet of the walls.'
  entry scree 'Scree' \
    'Frost loosens rock from a cliff. The debris lies below the cliff at its own angle of repose. The debris forms cones, which grow together and climb the cliff.'
  entry rock_gravel_pebbles_sand 'Rock, gravel, pebbles and sand' \
    'Wind and rain sort four soils. The wind carries the sand, hardly moves the pebbles and cannot lift gravel or rock.'
  entry grey_hills 'Grey hills' \
    'This land has only one soil, which is stiff and which no wind can lift. Rain cuts valleys into the soil. Slopes that are too steep slide, and hollows fill with soil.'
  entry red_desert 'Red desert' \
    'Sand lies in the basins of a grey highland. The wind drives the sand up the slopes, and showers wash the sand down again.'
  entry sand_hills 'Sand hills' \
    'This land has only sand, with a steady wind and a little rain. Dunes migrate over the hills.'
  entry snow_over_rock 'Snow over rock' \
    'The wind blows light snow off the crests of ridges, and the snow collects in drifts downwind of the ridges.'
  entry dust_storm 'A dust storm' \
    'The picture shows the land shortly before the end of the first gust. One seventieth of all dust is in the air, and this dust hides the land behind it. In the calm after the gust, most of the airborne dust settles within eight seconds.'
}

case "${1:-}" in
  -h | --help)
    sed -n '2,5s/^# //p' "${BASH_SOURCE[0]}"
    say "Names: ${names[*]}"
    exit 0
    ;;
esac
for name in "$@"; do
  case " ${names[*]} " in
    *" $name "*) ;;
    *)
      printf "gallery.sh: expected the name of a picture, found '%s'; the names are %s\n" "$name" "${names[*]}" >&2
      exit 2
      ;;
  esac
done
if ! command -v convert >/dev/null; then
  printf 'gallery.sh: ImageMagick is missing; install it (Debian, Ubuntu: sudo apt-get install imagemagick)\n' >&2
  exit 2
fi
barchan=${BARCHAN:-}
if [ -z "$barchan" ]; then
  "$barchan_root/scripts/setup.sh" --run
  if [ ! -f "$barchan_release/build.ninja" ]; then
    configure release -DBARCHAN_TESTS=OFF -DBARCHAN_BENCH=OFF
  fi
  build release barchan_window barchan_cli >&2
  barchan="$barchan_release/barchan"
fi

cli="$(dirname -- "$barchan")/barchan-cli"

work=$(mktemp -d "${TMPDIR:-/tmp}/barchan-gallery.XXXXXX")
trap 'rm -rf -- "$work"' EXIT
if [ "$#" -eq 0 ]; then set -- "${names[@]}"; fi
for name in "$@"; do make_picture "$name"; done
write_page >"$work/gallery.md"
cat -- "$work/gallery.md" >"$page"
say 'docs/gallery.md'
