#!/usr/bin/env bash
# Makes a film of a land: pictures one after the other, and a video of them where ffmpeg is there.
# Usage: scripts/film.sh SCENARIO [FRAMES] [EVERY] [ORBIT]     default 200 frames, 20 steps apart, half a turn (180)
# Leaves build/film/SCENARIO-0001.png and on, and build/film/SCENARIO.mp4; BARCHAN_FILMS names another folder.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

if [ $# -lt 1 ] || [ $# -gt 4 ]; then
  say 'usage: scripts/film.sh SCENARIO [FRAMES] [EVERY] [ORBIT]' >&2
  exit 2
fi
readonly scenario=$1 frames=${2:-200} every=${3:-20} orbit=${4:-180}
readonly rate=25 # frames a second
readonly barchan=${BARCHAN:-$barchan_root/build/release/barchan}
if [ ! -x "$barchan" ]; then
  say "$barchan: not built yet; run scripts/run.sh first" >&2
  exit 2
fi

name=$(basename -- "$scenario")
name=${name%.*}
readonly folder="${BARCHAN_FILMS:-$barchan_root/build/film}"
mkdir -p -- "$folder"
rm -f -- "$folder/$name"-[0-9]*.png
"$barchan" --offscreen "$scenario" --no-panels --size "${BARCHAN_SIZE:-1280x720}" --picture "$folder/$name.png" \
  --frames "$frames" --every "$every" --orbit "$orbit"
say "$folder/$name-0001.png and on"
if command -v ffmpeg >/dev/null; then
  # The pixels of such a video come in pairs.
  ffmpeg -loglevel error -y -framerate "$rate" -i "$folder/$name-%04d.png" -vf 'crop=trunc(iw/2)*2:trunc(ih/2)*2' \
    -pix_fmt yuv420p "$folder/$name.mp4"
  say "$folder/$name.mp4"
else
  say 'no video: ffmpeg was not found'
fi
