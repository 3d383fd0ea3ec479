#!/usr/bin/env bash
# Runs the acceptance tests (gates) at full size and writes docs/validation.md and its pictures. Then runs the long
# tests at full length, with all seeds and numbers of threads (docs/tests.md).
# Usage: scripts/validate.sh                    everything, without earlier results; the page needs ImageMagick's convert
#        scripts/validate.sh --continue         only gates without a stored result, the page, and the long tests
#        scripts/validate.sh --page             only the page, from the stored results
#        scripts/validate.sh ID... [--quick]    only these gates, without the page, e.g. A1; --list lists the gates
#        scripts/validate.sh long               only the long tests
# Each result is stored in build/validation as soon as its gate ends. Use --continue only if the program is unchanged.
# Exits with 1 if a gate or a test fails. BARCHAN_VALIDATE=PROGRAM uses this program of gates instead of building one.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

readonly page="$barchan_root/docs/validation.md"
readonly pictures="$barchan_root/docs/pictures/validation"
readonly stored="$barchan_root/build/validation"
readonly quality=82  # of the JPEG files

case "${1:-}" in
  -h | --help)
    sed -n '2,10s/^# //p' "${BASH_SOURCE[0]}"
    exit 0
    ;;
esac

long_tests() {
  build release barchan_tests barchan_cli >&2
  BARCHAN_LONG=1 ctest --test-dir "$barchan_release" --label-regex '^long$' --output-on-failure --no-tests=error \
    --parallel "$(jobs_here)"
}

if [ "$*" = long ]; then
  "$barchan_root/scripts/setup.sh"
  configure release -DBARCHAN_TESTS=ON
  long_tests
  exit
fi

validate=${BARCHAN_VALIDATE:-}
if [ -z "$validate" ]; then
  "$barchan_root/scripts/setup.sh"
  configure release -DBARCHAN_TESTS=ON
  build release barchan_validate >&2
  validate="$barchan_release/tests/barchan_validate"
fi
case "$*" in
  '' | --continue | --page) ;;
  *) exec "$validate" "$@" ;;
esac

if ! command -v convert >/dev/null; then
  fail 'ImageMagick is missing; install it (Debian, Ubuntu: sudo apt-get install imagemagick)'
fi
if [ "$#" -eq 0 ]; then rm -rf -- "$stored"; fi
status=0
"$validate" --out "$stored" "$@" || status=$?
if [ "$status" -gt 1 ]; then exit "$status"; fi
mkdir -p -- "$pictures"
for picture in "$stored"/pictures/validation/*.png; do
  convert "$picture" -strip -interlace none -sampling-factor 4:2:0 -quality "$quality" \
    "$pictures/$(basename -- "$picture" .png).jpg"
done
sed 's/\.png)/.jpg)/g' "$stored/validation.md" >"$page"
say 'docs/validation.md'
if [ "$*" != --page ]; then long_tests || status=1; fi
exit "$status"
