#!/usr/bin/env bash
# Installs Barchan into an empty folder, runs the programs from there, and builds and runs a program that uses the
# installed library. Usage: tests/install/install_test.sh BUILD_FOLDER
set -euo pipefail

build=$1
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/barchan-install.XXXXXX")
trap 'rm -rf -- "$scratch"' EXIT

cmake --install "$build" --prefix "$scratch/installed" >/dev/null
cd -- "$scratch"
installed/bin/barchan-cli run flat_bed --steps 5 --quiet --report report.json
grep -q '"error": 0' report.json
installed/bin/barchan-cli run flat_bed --steps 0 --quiet --export elevation=map.tif
installed/bin/barchan-cli check map.tif
if [ -x installed/bin/barchan ]; then
  installed/bin/barchan --offscreen flat_bed --steps 5 --size 160x120 --picture window.png >/dev/null
  [ -s window.png ]
fi

cmake -S "$here" -B example -DCMAKE_PREFIX_PATH="$scratch/installed" -DCMAKE_BUILD_TYPE=Debug >configure.log 2>&1 ||
  { cat configure.log; exit 1; }
cmake --build example >build.log 2>&1 || { cat build.log; exit 1; }
cd example
./example
./open_map ../map.tif
echo 'The installed programs and library work.'
