#!/usr/bin/env bash
# Makes docs/pictures/NAME.webp, a film of a session in the window.
# Usage: scripts/session_film.sh history|village [FRAMES PER SECOND]     default: 12. Needs ffmpeg with libwebp.
# history: a wall is placed, time is turned back, the wind is turned, and both branches are compared.
# village: the script tests/ui/village.txt, in which a dune buries half of a village.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

readonly name=${1:-history} rate=${2:-12}
readonly folder="$barchan_root/build/${name}_film" acts="$barchan_root/tests/ui/village.txt"
readonly barchan=${BARCHAN:-$barchan_release/barchan}
command -v ffmpeg >/dev/null || fail "ffmpeg is not installed"
rm -rf -- "$folder"
mkdir -p -- "$folder"
number=0

# frame: a picture of the window.
frame() {
  number=$((number + 1))
  printf 'picture %s/%04d.png\n' "$folder" "$number"
}
# still COUNT: the same picture several times.
still() {
  local i first
  frame
  first=$number
  for ((i = 1; i < $1; ++i)); do
    number=$((number + 1))
    printf 'copy %s/%04d.png %s/%04d.png\n' "$folder" "$first" "$folder" "$number"
  done
}
# play TENTHS STEPS: so many tenths of a second, with so many steps in each second.
play() {
  local frames=$(($1 * rate / 10)) i
  for ((i = 0; i < frames; ++i)); do
    say "steps $(($2 / rate))"
    frame
  done
}
# drag FROM TO TENTHS: the time bar from one step to another.
drag() {
  local frames=$(($3 * rate / 10)) i
  for ((i = 1; i <= frames; ++i)); do
    say "set timebar $(($1 + ($2 - $1) * i / frames))"
    frame
  done
}

history_session() {
  say 'key space'
  say 'steps 1200'
  say 'camera 52 17 0.52 0.5 0.47'
  say 'frames 700' # until the hint has gone
  play 15 240
  say 'place wall x=0.5 y=0.5 length=44 width=4 height=9'
  play 45 240
  last=$((1200 + 15 * rate / 10 * (240 / rate) + 45 * rate / 10 * (240 / rate)))
  drag "$last" 1700 25
  say 'set wind.direction 50'
  say 'mouse_move 700 200'
  play 35 240
  say 'key y'
  say 'hold 2'
  say 'click "history/branch first/compare"'
  say 'mouse_move 700 300'
  say 'hold 6'
  play 15 0
  say 'key y'
  play 15 0
}

# One picture per act; steps as a time lapse. The settings are folded, the pointer stays off them, and messages with the
# names of files are not in the film.
village_session() {
  local line step=0 target
  say 'key f9'
  while read -r line; do
    case "$line" in
      '#'*) ;;
      steps*)
        target=$((step + ${line#steps }))
        while [ "$step" -lt "$target" ]; do
          say "steps $((target - step < 25 ? target - step : 25))"
          step=$((step + 25))
          frame
        done
        step=$target
        ;;
      rewind*)
        still "$rate"
        drag "$step" "${line#rewind }" 25
        say "$line"
        still "$rate"
        ;;
      'set slab_dunes'* | 'set wind'*) # in the settings, which are unfolded for it
        say 'key f9'
        say "$line"
        say 'mouse_move 700 60'
        still 3
        say 'key f9'
        ;;
      type* | *shift+s) say "$line" ;;
      'key enter')
        say "$line"
        say 'frames 600'
        ;;
      'click new_land/make')
        still "$((rate / 2))"
        say "$line"
        say 'hold 2'
        say 'camera 20 24 0.55 0.52 0.66'
        still "$((rate / 2))"
        ;;
      *)
        say "$line"
        say 'mouse_move 700 60'
        still 2
        ;;
    esac
  done <"$acts"
  still "$rate"
}

case "$name" in
  history) start=dunes ;;
  village) start=flat_bed ;;
  *) fail "expected history or village, found $name" ;;
esac
"${name}_session" >"$folder/script.txt"
(cd -- "$folder" && "$barchan" --offscreen "$start" --size 960x540 --data "$folder" --script "$folder/script.txt")
ffmpeg -hide_banner -loglevel error -y -framerate "$rate" -i "$folder/%04d.png" -c:v libwebp_anim -quality 62 -loop 0 \
  "$barchan_root/docs/pictures/$name.webp"
say "docs/pictures/$name.webp: $number pictures"
