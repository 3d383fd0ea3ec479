#!/usr/bin/env bash
# Makes docs/pictures/history.webp: a session of 15 s in which a wall is placed, time is turned back, the wind is turned,
# and both branches are compared.
# Usage: scripts/history_film.sh [FRAMES PER SECOND]     default: 12. Needs ffmpeg with libwebp.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

readonly rate=${1:-12} folder="$barchan_root/build/history_film"
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
# play SECONDS STEPS: so many seconds, with so many steps in each of them.
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

{
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
} >"$folder/script.txt"

"$barchan" --offscreen dunes --size 960x540 --script "$folder/script.txt"
ffmpeg -hide_banner -loglevel error -y -framerate "$rate" -i "$folder/%04d.png" -c:v libwebp_anim -quality 62 -loop 0 \
  "$barchan_root/docs/pictures/history.webp"
say "docs/pictures/history.webp: $number pictures"
