#!/usr/bin/env bash
# Makes the pictures of docs/gallery with the window program, off-screen, and writes docs/gallery.md.
# Usage: scripts/gallery.sh [NAME]...     all pictures, or only these (page: only the page)
# BARCHAN=PROGRAM takes a window program built already, with barchan-cli beside it.
# Needs ImageMagick's convert.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

readonly names=(erg dunes_later erg_later barchans transverse linear star bidirectional barchan_stream linear_from_source
  desert_1km nabkha parabolic figure5 echo_wall echo_round obstacle_removed cliff_series climbing_ramp oasis_town crescents single_dune dunes sand_sea steep pyramid rock_garden yardangs settling roughness suspension wind
  mountains rising_range rain_shadow lakes springs oasis wet_interdune aquifer landslide everything dam_break meanders braided delta storm butte badlands_rain canyon_strata scree rock_gravel_pebbles_sand grey_hills red_desert sand_hills snow_over_rock dust_storm page)
readonly gallery="$barchan_root/docs/gallery"
readonly page="$barchan_root/docs/gallery.md"

readonly width=720               # px of every finished picture
readonly large=1440x900          # pictures are drawn at twice their size and made smaller
readonly quality=85              # of the JPEG files
readonly sheet_size=640x400      # a picture of a sheet, cut to its middle and made smaller
readonly sheet_cut=420x236+110+112
readonly land_cut=540x338+60+62  # the same for lands in the rain
readonly quarter_turn=257        # px of dragging that turn the camera by 90 degrees at the height of sheet_size
readonly rain_steps=8400  # in which some 200,000 drops fall
readonly later=(1800 7200 36000)  # steps after half a minute, two and ten minutes at one a frame
readonly figure5_steps=700
readonly figure5_turn=20         # degrees: way of the first wind, so that nothing lies along the grid
readonly figure5_side=260        # px of one land of the table
readonly figure5_angles=(45 75 120 150)
readonly figure5_supplies=(22 64 100)
readonly removal=(390 480 720 1050)  # steps: steady, the wall gone, just back, steady again
readonly profile_rows=9           # rows of cells about the middle of the land over which a profile is averaged
readonly profile_scale=4          # px a metre, up as along
readonly lands=(1 2 3 4 5 6 7 8 9 10)

# What the page says of each: steps, and the values of the sheets (low, default, high).
declare -Ar steps=([erg]=3000 [barchans]=4000 [transverse]=2000 [linear]=3000 [star]=1500 [bidirectional]=1000 [barchan_stream]=4000
  [linear_from_source]=4000
  [desert_1km]=200 [nabkha]=1200 [parabolic]=4000 [figure5]=$figure5_steps
  [echo_wall]=700 [echo_round]=700 [cliff_series]=500 [climbing_ramp]=700 [oasis_town]=900 [obstacle_removed]=1050
  [crescents]=2500 [dunes]=4000 [sand_sea]=2000 [single_dune]=1200 [steep]=400 [pyramid]=1500
  [rock_garden]=2000 [yardangs]=2500 [storm]=1000 [rain_shadow]=4000 [rising_range]=6000 [lakes]=1500 [springs]=6000 [oasis]=1500 [wet_interdune]=3000 [aquifer]=600 [landslide]=1800 [everything]=1500
  [dam_break]=1000 [braided]=6000 [meanders]=36000 [delta]=4000
  [butte]=700 [badlands_rain]=1000 [canyon_strata]=600 [scree]=900 [rock_gravel_pebbles_sand]=800 [snow_over_rock]=600
  [grey_hills]=500 [red_desert]=400 [sand_hills]=600
  [dust_storm]=145 [settling]=30 [roughness]=600 [suspension]=600 [wind]=600)
declare -Ar parameter=([settling]=cascade.settling [roughness]=cascade.roughness
  [suspension]=wind_particles.suspension [wind]=wind.speed)
declare -Ar values=([settling]='0.01 default 10' [roughness]='0.2 default 1.2' [suspension]='0.005 default 1'
  [wind]='4 default 18')

# draw FILE SCENARIO [ARGUMENT]...: one picture of the window program, panels hidden.
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

# land_of NAME: a shipped scenario, or one of the gallery's own.
land_of() {
  local path
  for path in assets/scenarios docs/gallery; do
    if [ -f "$barchan_root/$path/$1.toml" ]; then printf '%s' "$barchan_root/$path/$1.toml"; fi
  done
}

# alone NAME: a scenario after its steps.
alone() {
  draw "$work/$1.png" "$(land_of "$1")" --steps "${steps[$1]}" --size "$large"
  finish "$1" "$work/$1.png" -resize "$width"
}

# grown NAME: a scenario at its start and after its steps, one above the other.
grown() {
  draw "$work/before.png" "$(land_of "$1")" --steps 0 --size "$large"
  draw "$work/after.png" "$(land_of "$1")" --steps "${steps[$1]}" --size "$large"
  finish "$1" "$work/before.png" "$work/after.png" -resize "$width" -append
}

# high_sun: lines of a script that raise the sun and then hide the panels, at the first step of the land.
high_sun() {
  printf '%s\n' 'key tab' 'key space' 'set picture.elevation 34' 'set picture.azimuth 200' 'key space' 'key tab'
}

# titled TEXT FILE [WIDTH]: puts a line of text above a picture.
titled() {
  convert "$2" -size "$((${3:-$width} - 8))x20" -background '#262626' -fill '#eeeeee' -gravity west -pointsize 13 \
    \( "label:$1" -splice 8x0 \) +swap -append "$2"
}

# compare NAME: a parameter low, at its default and high; the same land from four sides.
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

# weather: ten lands before and after rain, two lands a row.
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

# aged NAME: a scenario after half a minute, two and ten minutes, one above the other.
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

# profile NAME: rock and sand along the middle of a land after its steps, as a drawing in $work/profile.png.
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

# sectioned NAME: a scenario after its steps, and its profile along the wind below.
sectioned() {
  draw "$work/$1.png" "$(land_of "$1")" --steps "${steps[$1]}" --size "$large"
  profile "$1"
  convert "$work/$1.png" -resize "$width" "$work/above.png"
  convert "$work/profile.png" -resize "$width" "$work/below.png"
  finish "$1" "$work/above.png" "$work/below.png" -append
}

# removed: a wall that is taken away and put back, four pictures side by side two and two.
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

# law ANGLE: crest of the fastest growing bedform under winds at 0 (twice as long) and ANGLE degrees, 0 to 180.
law() {
  awk -v angle="$1" -v turn="$figure5_turn" 'BEGIN {
    degree = atan2(0, -1) / 180; sign = angle < 90 ? 1 : -1
    crest = turn + 90 + atan2(sign * sin(angle * degree), 2 + sign * cos(angle * degree)) / degree
    printf "%.0f", crest % 180 }'
}

# off CREST LAW: signed angle between two lines, degrees.
off() { awk -v a="$1" -v b="$2" 'BEGIN { d = (a - b + 270) % 180 - 90; printf "%+.0f", d }'; }

# figure FILE KEY [INSIDE]: a figure of a report of barchan-cli measure.
figure() { sed -n "/\"${3:-$2}\":/,\$s/.*\"$2\": \"\?\([^\",]*\).*/\\1/p" "$1" | head -n 1; }

# two_winds: the table of supplies and angles as one sheet, and its figures as the rows of a table of the page.
two_winds() {
  local supply angle land set crest wanted kind cover tiles=()
  {
    printf '| supply | angle | cover | kind | crest | law | off | anisotropy |\n|---|---|---|---|---|---|---|---|\n'
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
        "$cli" measure "$work/land.barchan" --json "$work/land.json"
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
    erg | barchans | transverse | linear | star | bidirectional | barchan_stream | desert_1km) alone "$1" ;;
    echo_wall | echo_round) sectioned "$1" ;;
    obstacle_removed) removed ;;
    linear_from_source | cliff_series | climbing_ramp | oasis_town | nabkha | parabolic | yardangs) alone "$1" ;;
    butte | badlands_rain | canyon_strata | scree | rock_gravel_pebbles_sand | grey_hills | red_desert | sand_hills | snow_over_rock | dust_storm) alone "$1" ;;
    crescents | single_dune | dunes | sand_sea | pyramid | storm | rain_shadow | rising_range | lakes | springs | oasis | wet_interdune | aquifer | landslide | everything | \
      dam_break | meanders | braided | delta) alone "$1" ;;
    steep | rock_garden) grown "$1" ;;
    settling | roughness | suspension | wind) compare "$1" ;;
    mountains) weather ;;
  esac
}

# paragraph TEXT: lines of at most 118 columns.
paragraph() { printf '%s\n' "$1" | fmt -w 118; }

# command_line LINE: a command in lines of at most 118 columns, broken before an option.
command_line() {
  printf '```sh\n'
  printf '%s\n' "${1// --/$'\n'--}" | awk '
    NR > 1 && length(line) + length($0) > 115 { print line " \\"; line = "  " $0; next }
    { line = NR > 1 ? line " " $0 : $0 }
    END { print line }'
  printf '```\n'
}

seed_of() { sed -n 's/^seed = //p' "$(land_of "$1")"; }

# argument_of NAME: how the land is named on a command line.
argument_of() {
  local land
  land=$(land_of "$1")
  case "$land" in
    */assets/scenarios/*) printf '%s' "$1" ;;
    *) printf '%s' "${land#"$barchan_root/"}" ;;
  esac
}

# entry NAME TITLE TEXT: a scenario with its picture and caption.
entry() {
  cat <<EOF

## $2

![$2](gallery/$1.jpg)

$(paragraph "$3")

\`$1\`, seed $(seed_of "$1"), ${steps[$1]} steps:

$(command_line "barchan --offscreen $(argument_of "$1") --steps ${steps[$1]} --no-panels --picture $1.png --size $large")
EOF
}

# row NAME TITLE TEXT: a sheet of one parameter.
row() {
  cat <<EOF

### $2

![$2: low, default, high](gallery/$1.jpg)

$(paragraph "$3")

\`${parameter[$1]}\` at ${values[$1]// /, }; ${steps[$1]} steps; \`--set ${parameter[$1]}=VALUE\`.
EOF
}

# two_winds_text: the part of the page about the table of two winds.
two_winds_text() {
  cat <<EOF

## Two winds and the sand: the table of figure 5

![Two winds: sand from left to right by angle, from top to bottom by supply](gallery/figure5.jpg)

The table of Taylor and Keyser (2023, figure 5): angle between two winds, the first of which blows twice as long, by
supply of sand. Seen from above; the first wind blows towards $figure5_turn°, the other as many degrees further as the column
says. 22 and 64 % are reached by injection of discs on bare ground, 100 % are three to five metres everywhere.

Beside each land stands how its crests lie and how the law of the gross bedform-normal transport (Rubin and Hunter 1987)
wants them: across the sum of the winds below 90 degrees, across their *difference* beyond, and so never across the
resultant there.

The law is one of crests on sand: separate barchans (22 %, anisotropy below 0.3) have horns instead, of which one grows
longer the wider the angle.

EOF
  cat -- "$gallery/figure5.txt"
  cat <<EOF

Seed $(seed_of figure5), $figure5_steps steps, made by \`scripts/gallery.sh figure5\`; one of them:

$(command_line "barchan --offscreen docs/gallery/figure5.toml --steps $figure5_steps --set wind.divergence=150 --set sand_supply.target_cover=0.64 --no-panels --picture land.png")
EOF
}

# later_text NAME TITLE TEXT: a scenario as it ages.
later_text() {
  cat <<EOF

## $2

![$2](gallery/$1_later.jpg)

$(paragraph "$3 From top to bottom: ${later[0]}, ${later[1]} and ${later[2]} steps, one a frame at 60 frames a second; a fast machine does several a frame.")

\`$1\`, seed $(seed_of "$1"), ${later[0]} steps:

$(command_line "barchan --offscreen $1 --steps ${later[0]} --no-panels --picture $1.png --size $large")
EOF
}

write_page() {
  cat <<EOF
# Gallery

<!-- Written by scripts/gallery.sh; do not edit. -->

Every picture is what the window of this very program shows, drawn off-screen by \`scripts/gallery.sh\`. The land of a
picture is fixed by its scenario, its seed and its number of steps; the commands below make it again. The wind blows
towards the east wherever nothing else is said.
EOF
  entry erg 'An erg' \
    'Slab dunes with long hops under a wind that swings a little: winding crests, gentle backs, bare ground between.'
  later_text dunes 'Wind particles after half a minute, two and ten minutes' \
    'The scenario that opens with the program.'
  later_text erg 'Slab dunes after half a minute, two and ten minutes' \
    'A scenario of the menu.'
  entry barchans 'Barchans' \
    'Little sand on bare ground: crescents of slab dunes, each on its own, horns downwind.'
  entry transverse 'Transverse dunes' \
    'The same wind where sand lies everywhere: ridges across it.'
  entry linear 'Linear dunes' \
    'Two winds 140 degrees apart in turn: ridges along the mean of both, to the horizon.'
  entry star 'Star dunes' \
    'Three winds from all sides in turn: sand piles up to tall dunes with arms.'
  entry bidirectional 'Two winds' \
    'Two winds 75 degrees apart, one twice as long as the other, and sand on half of the land.'
  entry barchan_stream 'A stream of barchans' \
    'One source of sand on bare ground: barchans leave it one after the other.'
  entry linear_from_source 'A linear dune from a source' \
    'The same with a small source and two winds 110 degrees apart: one dune that grows out of it along their resultant.'
  entry desert_1km 'A square kilometre' \
    'A land of 1024 x 1024 cells of a metre.'
  entry nabkha 'Nabkhas' \
    'Bushes on a plain over which little sand drifts: each holds a mound, with a tail in its lee.'
  entry parabolic 'A parabolic dune' \
    'Plants have grown over the low flanks of a heap and hold them back; the bare nose goes on and buries what stands before it.'
  two_winds_text
  entry echo_wall 'Before a wall' \
    'The flat obstacle of Taylor and Keyser (2023), figure 7, after the wind tunnel of Tsoar (1983). Below: rock and sand along the middle of the land, up as along: the gentle side of the echo dune faces the wind, and the foot of the wall stays bare.'
  entry echo_round 'Around a tower' \
    'The rounded obstacle of figure 8: the echo dune is tallest where the tower faces the wind and fades to the flanks. Behind it lie the arms of its sand shadow.'
  cat <<EOF

## A wall taken away and put back

![Steady, the wall gone, just back, steady again](gallery/obstacle_removed.jpg)

Figure 9: the echo dune of the wall; without the wall it wanders off as a dune of its own; the wall is back and a new
one begins; steady again.

\`obstacle_removed\`, seed $(seed_of obstacle_removed), steps ${removal[0]}, ${removal[1]}, ${removal[2]} and ${removal[3]}; the last of them:

$(command_line "barchan --offscreen obstacle_removed --steps ${removal[3]} --no-panels --picture obstacle_removed.png --size $large")
EOF
  entry cliff_series 'Cliffs of 30 to 90 degrees' \
    'Steeper than 55 degrees a slope turns the wind back, and an echo dune grows before it; over the others the sand climbs.'
  entry climbing_ramp 'A climbing dune' \
    'Sand climbs a slope of 30 degrees, crosses the plateau and falls behind it.'
  entry oasis_town 'An oasis town' \
    'Houses, a tower and palms in the wind.'
  entry crescents 'Crescent dunes' \
    'Where sand is scarce the wind gathers it into barchans. Horns point downwind; small ones run into large ones.'
  entry single_dune 'One large sharp dune' \
    'A smooth hill of sand on bare rock has become a barchan: gentle back, sharp brink, slip face between two horns.'
  entry dunes 'A corridor of dunes' \
    'Sand drifts in on one side; dunes rise, wander, meet, join and leave on the other: gentle backs, sharp brinks, smooth slip faces.'
  entry sand_sea 'A sea of sand' \
    'Where sand is plenty and none leaves, dunes join to fewer and larger crests across the wind.'
  entry steep 'Steep land' \
    'Above: sand heaped far steeper than it can lie. Below: slumped, with crests drawn by wind and smooth lee slopes.'
  entry pyramid 'The buried pyramid' \
    'Sand gathers in its shelter and climbs the lee face; the windward face stays bare. Tip and edges wear first.'
  entry rock_garden 'Abrasion' \
    'Above: hills of rock under 3 cm of sand. Below: flying sand has worn them, and what it wore off is new sand.'
  entry yardangs 'Yardangs' \
    'Soft rock under one wind that brings a little sand: fronts draw back, troughs grow longer, and ridges stay, blunt to the wind and tapering behind.'
  cat <<EOF

## What the parameters do

One land of steep sandy hills, 128 m on a side and cut out like a block, seed $(seed_of sheet). A sheet has one
parameter low, at its default ([all defaults](parameters.md)) and high; everything else is the same. Each row shows the
land from four sides: from the south-west, the north-west, the north-east and the south-east.

$(command_line 'barchan --offscreen docs/gallery/sheet.toml --steps N --set PARAMETER=VALUE --no-panels --picture sheet.png')
EOF
  row settling 'Settling' \
    'How fast sand that stands too steep runs down. Low: the steep start still stands; high: every slope has slumped.'
  row roughness 'Roughness' \
    'The slope at which sand comes to rest. Low: flat swells; high: tall hills and steep faces.'
  row suspension 'Suspension' \
    'How quickly wind takes up sand. Low: little more than slumping; high: sharp brinks and slip faces.'
  row wind 'Wind speed' \
    'Low: the old hills are hardly touched; high: few large dunes.'
  cat <<EOF

## Ten lands in the rain

![Ten lands before and after rain](gallery/mountains.jpg)

Mountains of bare rock, before and after 200,000 drops. Drops gather into streams, cut valleys and lay
down fans of sand at their feet.

\`mountains\`, seeds ${lands[0]} to ${lands[-1]}, $rain_steps steps:

$(command_line "barchan --offscreen mountains --seed ${lands[0]} --steps $rain_steps --no-panels --picture land.png")
EOF
  entry rising_range 'A range that rises' \
    'Ground rises as fast as rain wears it: valleys branch and take each other'"'"'s water, and the slopes of rivers fall downstream.'
  entry rain_shadow 'Rain shadow' \
    'Rain by a map: the wind from the sea rains out on the green side of a range and carves it; beyond the crest lies a desert.'
  entry lakes 'Lakes' \
    'Rain and a river fill basins that lie one above the other; each spills over its sill into the next.'
  entry springs 'Springs' \
    'Ground water comes out where the sand over the rock is thin. Its streams carry the sand away, and the heads of their valleys eat back into the land.'
  entry oasis 'Oasis' \
    'A pond between dunes is the water table seen. The ground around it is damp and green, and the plants hold the sand off.'
  entry wet_interdune 'Wet interdunes' \
    'The wind has blown the dry sand off down to the damp fringe above the water table; what is left of it wanders over that as dunes.'
  entry aquifer 'Aquifer' \
    'Under the hills lie sand, clay and gravel, full of water to a table. Where valleys cut below it there are ponds, springs and green.'
  entry landslide 'Landslides' \
    'A cloudburst has filled the soil of a steep hillside: it has slid off down to the rock, and its debris lies below.'
  entry everything 'Everything' \
    'Wind, rain, lakes, ground water, slides, frost and plants on one land of six soils.'
  entry dam_break 'Dam break' \
    'A dam of debris, the lake behind it, and the notch that what runs over has cut.'
  entry meanders 'Meanders' \
    'A river of 16 m3/s on a plain of sand. Its fast thread is carried outwards in bends and wears the banks there; bars grow on the other side.'
  entry braided 'Braided river' \
    'More sand than the river can carry: it drops bars in its own way, splits and joins again.'
  entry delta 'Delta' \
    'A river full of sand comes to the sea, splits into arms and builds the land out into the water.'
  entry storm 'Wind and rain together' \
    'Both at work on one land: rain washes sand down from the hills, and the wind builds dunes of it.'
  cat <<EOF

## Layers and soils

Lands of many soils: each has its colour, its hardness, its angle of repose and what becomes of it.
EOF
  entry butte 'A butte' \
    'A sheet of hard cap rock over soft ground. Weathering hollows the cliff out, debris lies at its foot, and the cap keeps its top.'
  entry badlands_rain 'Badlands' \
    'Thin bands of clay, ash, silt and sandstone, cut by rain and laid down as wash between the hills.'
  entry canyon_strata 'A canyon through layers' \
    'Nine layers of rock under a hard rim; debris from above hides the feet of the walls.'
  entry scree 'Scree' \
    'Frost loosens a cliff, and what falls lies below it at its own angle: the cones grow together and climb the wall.'
  entry rock_gravel_pebbles_sand 'Rock, gravel, pebbles and sand' \
    'Wind and rain sort four soils: sand flies, pebbles hardly, gravel not at all.'
  entry grey_hills 'Grey hills' \
    'One stiff soil that no wind can lift: rain cuts it, what is too steep slides, hollows fill.'
  entry red_desert 'Red desert' \
    'Sand in the basins of a grey highland: wind drives it up the slopes, showers wash it down.'
  entry sand_hills 'Sand hills' \
    'Nothing but sand, in a steady wind with a little rain: dunes wander over the hills.'
  entry snow_over_rock 'Snow over rock' \
    'Light snow is blown off the backs of ridges and lies in drifts behind them.'
  entry dust_storm 'A dust storm' \
    'Towards the end of the first gust: a seventieth of all dust hangs in the air and closes the view. Eight seconds of calm later most of that has settled.'
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
      printf "gallery.sh: no picture '%s'; there are: %s\n" "$name" "${names[*]}" >&2
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
