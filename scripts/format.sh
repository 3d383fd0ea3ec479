#!/usr/bin/env bash
# Formats the C++ sources with the rules of .clang-format.
# Usage: scripts/format.sh [--check] [FILE]...     without FILE: all sources
# --check changes nothing and exits with 1 if a file is not formatted.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

program=$(command -v clang-format-14 || command -v clang-format) || fail 'clang-format is not installed'
mode=(-i)
if [ "${1:-}" = --check ]; then
  mode=(--dry-run --Werror)
  shift
fi
cd -- "$barchan_root"
files=("$@")
if [ ${#files[@]} -eq 0 ]; then
  while IFS= read -r file; do files+=("$file"); done \
    < <(find include src tests bench \( -name '*.hpp' -o -name '*.cpp' \) -print | sort)
fi
"$program" "${mode[@]}" "${files[@]}"
