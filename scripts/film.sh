#!/usr/bin/env bash
# Makes a film of a land: a series of pictures and, if ffmpeg is installed, a video of them.
# Usage: scripts/film.sh SCENARIO [FRAMES] [EVERY] [ORBIT]     default: 200 frames, 20 steps apart, 180 degrees
# Writes build/film/SCENARIO-0001.png and so on, and build/film/SCENARIO.mp4. BARCHAN_FILMS selects another folder.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

if [ $# -lt 1 ] || [ $# -gt 4 ]; then
  say 'usage: scripts/film.sh SCENARIO [FRAMES] [EVERY] [ORBIT]' >&2
  exit 2
fi
readonly scenario=$1 frames=${2:-200} every=${3:-20} orbit=${4:-180}
readonly rate=25 # frames per second
readonly barchan=${BARCHAN:-$barchan_root/build/release/barchan}
if [ ! -x "$barchan" ]; then
  say "film.sh: there is no program at $barchan; build it with scripts/run.sh first" >&2
  exit 2
fi

name=$(basename -- "$scenario")
name=${name%.*}
readonly folder="${BARCHAN_FILMS:-$barchan_root/build/film}"
mkdir -p -- "$folder"
rm -f -- "$folder/$name"-[0-9]*.png
"$barchan" --offscreen "$scenario" --no-panels --size "${BARCHAN_SIZE:-1280x720}" --picture "$folder/$name.png" \
  --frames "$frames" --every "$every" --orbit "$orbit"
say "$folder/$name-0001.png and so on"
if command -v ffmpeg >/dev/null; then
  # The width and height of such a video must be even.
  ffmpeg -loglevel error -y -framerate "$rate" -i "$folder/$name-%04d.png" -vf 'crop=trunc(iw/2)*2:trunc(ih/2)*2' \
    -pix_fmt yuv420p "$folder/$name.mp4"
  say "$folder/$name.mp4"
else
  say 'no video: ffmpeg is not installed'
fi
