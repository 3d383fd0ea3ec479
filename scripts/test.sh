#!/usr/bin/env bash
# Installs missing packages, builds everything and runs all tests.
# Usage: scripts/test.sh [--werror] [CTEST ARGUMENT]...     e.g. scripts/test.sh -R Contract
# --werror turns warnings into errors, as continuous integration does.
# shellcheck source=scripts/common.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

werror=OFF
if [ "${1:-}" = --werror ]; then
  werror=ON
  shift
fi

"$barchan_root/scripts/setup.sh"
configure release -DBARCHAN_TESTS=ON -DBARCHAN_BENCH=ON -DBARCHAN_WERROR="$werror"
build release

# The same command line at another optimisation level and with assertions: a test compares the hashes of both.
configure dev
build dev barchan_cli
export BARCHAN_DEV_CLI="$barchan_root/build/dev/barchan-cli"

exec ctest --test-dir "$barchan_release" --output-on-failure --no-tests=error --parallel "$(jobs_here)" "$@"
