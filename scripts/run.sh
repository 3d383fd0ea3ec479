#!/usr/bin/env bash
# Builds Barchan and opens its window on the default scenario.
# Usage: scripts/run.sh [SCENARIO or height map] [OPTION]...     passes all arguments on; see scripts/run.sh --help
# Without a display it runs the scenario off-screen and writes a picture.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

# Steps after which the default scenario shows fully grown dunes.
readonly offscreen_steps=4000

# has_display: true if an X server may be running. The packaged GLFW uses X11, also under Wayland.
has_display() {
  [ -n "${DISPLAY:-}" ] || return 1
  case "$DISPLAY" in
    :*)
      local number=${DISPLAY#:}
      number=${number%%.*}
      [ -S "/tmp/.X11-unix/X$number" ] || grep -qs "@/tmp/.X11-unix/X$number\$" /proc/net/unix
      ;;
    *) return 0 ;;
  esac
}

# wants OPTION ARGUMENT...: true if the option is among the arguments, as --option or --option=value.
wants() {
  local option=$1 argument
  shift
  for argument in "$@"; do
    case "$argument" in "$option" | "$option"=*) return 0 ;; esac
  done
  return 1
}

"$barchan_root/scripts/setup.sh" --run
if [ ! -f "$barchan_release/build.ninja" ]; then
  configure release -DBARCHAN_TESTS=OFF -DBARCHAN_BENCH=OFF
fi
build release barchan_window >&2

barchan="$barchan_release/barchan"
[ -x "$barchan" ] || fail "the build did not create $barchan"

if wants --offscreen "$@" || wants --help "$@" || wants -h "$@" || wants --version "$@" || has_display; then
  exec "$barchan" "$@"
fi

extra=(--offscreen)
wants --steps "$@" || extra+=(--steps "$offscreen_steps")
picture=
if ! wants --picture "$@"; then
  mkdir -p -- "$barchan_root/build/pictures"
  picture="$barchan_root/build/pictures/barchan.png"
  extra+=(--picture "$picture")
fi
say 'No display: running off-screen.'
"$barchan" "$@" "${extra[@]}"
[ -z "$picture" ] || say "Picture: $picture"
