#!/usr/bin/env bash
# Runs the program for hours with random acts and shows that memory and open files stay flat.
# Usage: scripts/soak.sh [HOURS] [SEED]     default: 8 hours, seed 1; HOURS may be a fraction
# The first half runs off-screen with a script, the second in a real window on a virtual display (needs Xvfb and xdotool;
# without them the whole time runs off-screen). Writes build/soak/offscreen.csv, window.csv and summary.txt.
# Exits with 1 if the program ends early, if matter is lost, if memory grows by more than 1 %, or if open files grow. The
# time of a frame is only reported, and only off-screen.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

readonly hours=${1:-8} seed=${2:-1}
case "$hours" in *[!0-9.]* | '' | .) say 'usage: scripts/soak.sh [HOURS] [SEED]' >&2; exit 2 ;; esac
case "$seed" in *[!0-9]* | '') say 'usage: scripts/soak.sh [HOURS] [SEED]' >&2; exit 2 ;; esac
readonly memory_limit=1 # percent by which memory may grow
readonly barchan=${BARCHAN:-$barchan_release/barchan}
[ -x "$barchan" ] || fail "there is no program at $barchan; build it with scripts/run.sh first"

readonly folder="$barchan_root/build/soak"
rm -rf -- "$folder"
mkdir -p -- "$folder/home"
export HOME="$folder/home" XDG_CONFIG_HOME="$folder/home" XDG_DATA_HOME="$folder/home" XDG_PICTURES_DIR="$folder/home"

# rounds COUNT: prints a script of random acts. Each round ends in the same state, in which the program is measured: the
# scenario "dunes" at its beginning, paused, between the pictures begin.png and end.png.
rounds() {
  awk -v count="$1" -v seed="$seed" -v folder="$folder" '
    function pick(list, parts, n) { n = split(list, parts, " "); return parts[int(rand() * n) + 1] }
    function within(low, high) { return low + rand() * (high - low) }
    function act(kind) {
      kind = int(rand() * 12)
      # Esc closes a menu, a dialog or a question.
      if (kind < 2) print "key escape\nkey escape\nkey escape\nframes 2"
      if (kind == 0) print "set gravity.repose_slope 0." int(within(30, 80))
      else if (kind == 1) print "click preset/" pick("barchan transverse linear star")
      else if (kind == 2) print "key " pick("o m v g w t home f comma period r shift+r k")
      else if (kind == 3) print "mouse_drag " int(within(200, 310)) " 60 " int(within(200, 310)) " 150"
      else if (kind == 4) print "wheel " int(within(-3, 4))
      else if (kind == 5) print "place cone x=" within(.2, .8) " y=" within(.2, .8) " height=6 radius=5"
      else if (kind == 6) print "remove all"
      else if (kind == 7) print "tool " pick("look inspect section place remove source gauge")
      else if (kind == 8) print "mouse_move " int(within(100, 310)) " " int(within(40, 200)) "\nmouse_down\nmouse_up"
      else if (kind == 9) print "steps " int(within(1, 40))
      else if (kind == 10) print "frames " int(within(1, 12))
      else print "open " pick("dunes barchans everything lakes oasis butte canyon_strata article sand_sea braided storm")
      print "frames 2"
      if (kind == 11) print "key escape\nframes 6"
    }
    BEGIN {
      srand(seed)
      for (round = 1; round <= count; ++round) {
        for (i = 0; i < 12; ++i) act()
        print "expect budget_error == 0"
        # Saved work asks no question when another scenario is opened.
        print "key escape\nkey escape\nkey escape\ntool look\nframes 2\nkey ctrl+shift+s\nframes 3\nclick file/name"
        print "key ctrl+a\ntype soak" round "\nkey enter\nframes 8\nexpect unsaved == false"
        print "open " folder "/base.toml\nframes 20\nexpect step < 60"
        print "picture " folder "/begin.png\nhold 60\npicture " folder "/end.png\nhold 60"
      }
    }'
}

# now: seconds with fractions.
now() { date +%s.%N; }

# reading PID: resident memory in KiB and the number of open files.
reading() {
  local memory files
  memory=$(awk '/^VmRSS:/ { print $2 }' "/proc/$1/status" 2>/dev/null) || return 1
  files=$(find "/proc/$1/fd" -mindepth 1 2>/dev/null | wc -l)
  [ -n "$memory" ] && say "$memory,$files"
}

# judge NAME: compares the last quarter of NAME.csv with the second one. The first quarter warms caches up.
judge() {
  awk -F , -v name="$1" -v limit="$memory_limit" '
    function median(from, to, column, values, n, i, j, t) {
      n = 0
      for (i = from; i <= to; ++i) values[++n] = cell[i, column]
      for (i = 2; i <= n; ++i) for (j = i; j > 1 && values[j - 1] > values[j]; --j) { t = values[j]; values[j] = values[j - 1]; values[j - 1] = t }
      return values[int((n + 1) / 2)]
    }
    NR > 1 { ++rows; for (i = 1; i <= NF; ++i) cell[rows, i] = $i + 0 }
    END {
      if (rows < 8) { print name ": only " rows + 0 " readings, at least 8 are needed"; exit 1 }
      q = int(rows / 4)
      memory = median(q + 1, 2 * q, 2); late = median(rows - q + 1, rows, 2)
      files = median(q + 1, 2 * q, 3); late_files = median(rows - q + 1, rows, 3)
      frame = median(q + 1, 2 * q, 4); late_frame = median(rows - q + 1, rows, 4)
      growth = 100 * (late - memory) / memory
      printf "%s: %d readings; memory %.1f MiB -> %.1f MiB (%+.2f %%); open files %d -> %d",
             name, rows, memory / 1024, late / 1024, growth, files, late_files
      if (frame > 0) printf "; frame %.1f ms -> %.1f ms", frame, late_frame
      print ""
      exit growth > limit || late_files > files
    }' "$folder/$1.csv"
}

# watch_rounds PID END: one reading per round, until END or the end of the program.
watch_rounds() {
  local pid=$1 end=$2 begun=$3 last='' stamp measured
  while kill -0 "$pid" 2>/dev/null && [ "$(date +%s)" -lt "$end" ]; do
    stamp=$(stat -c %.Y "$folder/end.png" 2>/dev/null || true)
    if [ -n "$stamp" ] && [ "$stamp" != "$last" ]; then
      last=$stamp
      find "$folder" -name 'soak*.barchan' -delete
      measured=$(reading "$pid") || break
      say "$(awk -v a="$begun" -v b="$stamp" -v begin="$(stat -c %.Y "$folder/begin.png")" -v m="$measured" \
        'BEGIN { printf "%.0f,%s,%.2f", b - a, m, (b - begin) * 1000 / 60 }')" >>"$folder/offscreen.csv"
    fi
    sleep 0.2
  done
}

# offscreen SECONDS
offscreen() {
  local end status=0 pid
  end=$(($(date +%s) + $1))
  cp -- "$barchan_root/assets/scenarios/dunes.toml" "$folder/base.toml"
  rounds 100000 >"$folder/acts.txt"
  say 'seconds,memory_kib,open_files,frame_ms' >"$folder/offscreen.csv"
  # Worlds are saved in the current folder.
  cd -- "$folder/home"
  "$barchan" --offscreen "$folder/base.toml" --size 320x240 --script "$folder/acts.txt" >"$folder/offscreen.log" 2>&1 &
  pid=$!
  watch_rounds "$pid" "$end" "$(now)"
  if ! kill -TERM "$pid" 2>/dev/null; then
    wait "$pid" || status=$?
    say "off-screen: the program ended early with exit code $status: $(tail -n 1 -- "$folder/offscreen.log")"
    return 1
  fi
  wait "$pid" 2>/dev/null || true
  judge offscreen
}

# window SECONDS
window() {
  local end pid id begun measured
  end=$(($(date +%s) + $1))
  begun=$(now)
  say 'seconds,memory_kib,open_files,frame_ms' >"$folder/window.csv"
  "$barchan" "$folder/base.toml" --size 640x480 >"$folder/window.log" 2>&1 &
  pid=$!
  id=$(xdotool search --sync --onlyvisible --pid "$pid" 2>/dev/null | tail -n 1)
  local keys=(space n r o m v g t Home f comma period k i Escape Tab F1 Escape q c Escape)
  RANDOM=$seed
  local act=0
  while kill -0 "$pid" 2>/dev/null && [ "$(date +%s)" -lt "$end" ]; do
    xdotool key --window "$id" "${keys[RANDOM % ${#keys[@]}]}" 2>/dev/null || true
    xdotool mousemove --window "$id" $((220 + RANDOM % 400)) $((40 + RANDOM % 400)) 2>/dev/null || true
    if [ $((RANDOM % 3)) -eq 0 ]; then
      xdotool mousedown 1 mousemove_relative -- $((RANDOM % 120 - 60)) $((RANDOM % 80 - 40)) mouseup 1 2>/dev/null || true
    fi
    xdotool click $((4 + RANDOM % 2)) 2>/dev/null || true
    sleep 0.3
    act=$((act + 1))
    if [ $((act % 20)) -eq 0 ]; then
      measured=$(reading "$pid") || break
      say "$(awk -v a="$begun" -v b="$(now)" -v m="$measured" 'BEGIN { printf "%.0f,%s,0", b - a, m }')" \
        >>"$folder/window.csv"
    fi
  done
  if ! kill -TERM "$pid" 2>/dev/null; then
    say "window: the program ended early: $(tail -n 1 -- "$folder/window.log")"
    return 1
  fi
  wait "$pid" 2>/dev/null || true
  judge window
}

seconds=$(awk -v hours="$hours" 'BEGIN { printf "%d", hours * 3600 }')
failed=0
{
  say "scripts/soak.sh $hours $seed, $(date -u '+%Y-%m-%d %H:%M') UTC"
  if command -v Xvfb >/dev/null && command -v xdotool >/dev/null; then
    offscreen $((seconds / 2)) || failed=1
    display=":$((90 + RANDOM % 100))"
    Xvfb "$display" -screen 0 1024x768x24 >/dev/null 2>&1 &
    server=$!
    sleep 2
    DISPLAY=$display window $((seconds / 2)) || failed=1
    kill "$server" 2>/dev/null || true
  else
    offscreen "$seconds" || failed=1
  fi
  [ "$failed" -eq 0 ] && say 'flat' || say 'NOT flat'
} >"$folder/summary.txt"
cat -- "$folder/summary.txt"
exit "$failed"
