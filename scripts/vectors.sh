#!/usr/bin/env bash
# Lists the loops marked for vectorisation (#pragma GCC ivdep) that the compiler leaves scalar.
# Usage: scripts/vectors.sh [FILE]...     checks all kernels, or only these files
# Compiles for AVX-512 or for BARCHAN_LEVEL, such as x86-64-v3 (AVX2). Exits with 1 if a loop is left scalar.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

case "${1:-}" in
  -h | --help)
    sed -n '2,4s/^# //p' "${BASH_SOURCE[0]}"
    exit 0
    ;;
esac
command -v g++ >/dev/null || fail 'g++ is not installed; install it, because this script reads the reports of this compiler'
cd -- "$barchan_root"
if [ "$#" -eq 0 ]; then
  mapfile -t files < <(find src -name '*_kernel.cpp' | sort)
  set -- "${files[@]}"
fi

# The flags for kernels in cmake/BarchanOptions.cmake and BarchanModules.cmake, for one level and without clones.
readonly flags=(-std=c++20 -O3 -march="${BARCHAN_LEVEL:-x86-64-v4}" -ffp-contract=off -fno-math-errno -fno-trapping-math
  -ffinite-math-only -fno-signed-zeros -DR123_USE_SSE=0 -DR123_USE_X86INTRIN_H=0 -Iinclude -Isrc
  '-D__SANITIZE_ADDRESS__')

# wanted FILE: prints the line numbers of the loops that are marked for vectorisation.
wanted() { awk '/#pragma GCC ivdep/ { armed = 1; next } armed && /for \(/ { print FNR; armed = 0 }' "$1"; }

# ccache keeps the reports of kernels that have not changed since they were compiled last.
compiler=(g++)
if command -v ccache >/dev/null; then compiler=(ccache g++); fi
object=$(mktemp --suffix=.o "${TMPDIR:-/tmp}/barchan-vectors.XXXXXX")
trap 'rm -f -- "$object"' EXIT

status=0 loops=0
for file in "$@"; do
  report=$("${compiler[@]}" "${flags[@]}" -fopt-info-vec -fopt-info-vec-missed -c "$file" -o "$object" 2>&1) ||
    fail "$file does not compile: $report"
  for line in $(wanted "$file"); do
    loops=$((loops + 1))
    # A loop of a template has several versions.
    if ! grep -q "^$file:$line:.*optimized: loop vectorized" <<<"$report"; then
      say "$file:$line: left scalar"
      status=1
    elif grep -q "^$file:$line:.*couldn't vectorize loop" <<<"$report"; then
      say "$file:$line: left scalar in one of its versions"
      status=1
    fi
  done
done
say "$loops loops in $# files"
exit "$status"
