#!/usr/bin/env bash
# Installs missing packages, builds everything and runs all tests: about 9 minutes on two cores after the build.
# Usage: scripts/test.sh [--werror] [--quick] [CTEST ARGUMENT]...     e.g. scripts/test.sh -R Contract
# --werror turns warnings into errors, as continuous integration does.
# --quick runs only the tests with the label quick, which take about a minute, and omits the second build.
# The second build is also omitted on a machine that needs more than 12 minutes for the first, so that everything ends
# within about half an hour. The tests named CheckBuild are then skipped; scripts/golden.sh makes the same comparison.
# docs/tests.md lists the labels.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

werror=OFF
quick=
while true; do
  case "${1:-}" in
    --werror) werror=ON ;;
    --quick) quick=1 ;;
    *) break ;;
  esac
  shift
done

"$barchan_root/scripts/setup.sh"
configure release -DBARCHAN_TESTS=ON -DBARCHAN_BENCH=ON -DBARCHAN_WERROR="$werror"
began=$SECONDS
build release
built=$((SECONDS - began))

if [ -n "$quick" ]; then
  set -- --label-regex '^quick$' "$@"
elif [ "$built" -gt 720 ]; then
  echo "test.sh: the build took $((built / 60)) minutes, so the second build is omitted" >&2
else
  # Builds barchan-cli at another optimisation level, with assertions and with one version of each kernel. A test
  # compares the hashes of the two builds.
  configure check
  build check barchan_cli
  export BARCHAN_CHECK_CLI="$barchan_root/build/check/barchan-cli"
fi

# The validator of the Khronos Group for glTF files, where npm is installed. Without it, one test is skipped.
validator=$barchan_root/build/node
if command -v npm >/dev/null && [ ! -d "$validator/node_modules/gltf-validator" ]; then
  npm install --silent --no-audit --no-fund --prefix "$validator" gltf-validator@2.0.0-dev.3.10 >/dev/null 2>&1 ||
    echo 'test.sh: npm cannot install gltf-validator; the test of glTF files is skipped' >&2
fi
export NODE_PATH=$validator/node_modules

exec ctest --test-dir "$barchan_release" --output-on-failure --no-tests=error --parallel "$(jobs_here)" "$@"
