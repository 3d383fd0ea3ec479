#!/usr/bin/env bash
# Uses apt to install missing packages that are needed to build and test Barchan (Debian 12, Ubuntu 24.04 or newer).
# Usage: scripts/setup.sh [--run | --clang]
#   --run    only the packages that are needed to build and run the programs
#   --clang  also clang, which scripts/fuzz.sh and scripts/golden.sh need
# It prints what it installs. If it is not allowed to install packages, it prints the command and exits with 1.
# If BARCHAN_SKIP_SETUP=1 is set, it does nothing; use this if you install the packages by other means.
set -euo pipefail

# All packages. No other file lists them.
run_packages=(
  build-essential cmake ninja-build pkg-config ccache
  libglm-dev librandom123-dev libxxhash-dev libtbb-dev libzstd-dev                      # simulation
  libfmt-dev libpng-dev libopenexr-dev libgdal-dev libtomlplusplus-dev libcli11-dev nlohmann-json3-dev # files, command line
  libmeshoptimizer-dev                                                                  # meshes
  libglfw3-dev python3-glad libimgui-dev libstb-dev libegl-dev libgl1-mesa-dri fonts-dejavu-core # window
)
test_packages=(libgtest-dev librapidcheck-dev libbenchmark-dev xvfb xauth xdotool python3-gdal)
clang_packages=(clang)

wanted=("${run_packages[@]}" "${test_packages[@]}")
case "${1:-}" in
  '') ;;
  --run) wanted=("${run_packages[@]}") ;;
  --clang) wanted+=("${clang_packages[@]}") ;;
  -h | --help) sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
  *) printf 'setup.sh: expected --run or --clang, found "%s"\n' "$1" >&2; exit 2 ;;
esac

[ -z "${BARCHAN_SKIP_SETUP:-}" ] || exit 0

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  {
    echo 'setup.sh: this system has no apt. Install the equivalents of these packages yourself and set BARCHAN_SKIP_SETUP=1:'
    printf '  %s\n' "${wanted[*]}"
  } >&2
  exit 1
fi

installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null || true)
missing=()
for package in "${wanted[@]}"; do
  grep -qx -- "$package installed" <<<"$installed" || missing+=("$package")
done
[ "${#missing[@]}" -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root=(sudo -n)
  else
    {
      echo 'setup.sh: packages are missing, and only an administrator can install them. Run this command and try again:'
      printf '  sudo apt-get update && sudo apt-get install -y --no-install-recommends %s\n' "${missing[*]}"
    } >&2
    exit 1
  fi
fi

log=$(mktemp "${TMPDIR:-/tmp}/barchan-setup.XXXXXX")
trap 'rm -f -- "$log"' EXIT

# apt ARGUMENT...: runs apt-get once no other apt or dpkg is running (such as the automatic updates of a new machine).
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@" >"$log" 2>&1
}

update_lists() {
  echo 'Updating the package lists ...'
  apt update || { cat -- "$log" >&2; echo 'setup.sh: "apt-get update" failed; is the network reachable?' >&2; exit 1; }
}

# unknown: prints the missing packages that are not in apt's lists.
unknown() {
  local package policy
  for package in "${missing[@]}"; do
    policy=$(LC_ALL=C apt-cache policy "$package" 2>/dev/null || true)
    grep -q 'Candidate: [^(]' <<<"$policy" || printf '%s ' "$package"
  done
}

updated=
if [ -n "$(unknown)" ]; then
  update_lists
  updated=yes
  still_unknown=$(unknown)
  if [ -n "$still_unknown" ]; then
    echo "setup.sh: apt does not find these packages: ${still_unknown% }; use Debian 12 or later, or Ubuntu 24.04 or later with the component universe" >&2
    exit 1
  fi
fi

printf 'Installing %d packages: %s\n' "${#missing[@]}" "${missing[*]}"
if ! apt install -y --no-install-recommends "${missing[@]}"; then
  # Outdated lists may name files that the mirror no longer has.
  if [ -z "$updated" ]; then
    update_lists
    if apt install -y --no-install-recommends "${missing[@]}"; then exit 0; fi
  fi
  cat -- "$log" >&2
  echo 'setup.sh: the installation failed (see above)' >&2
  exit 1
fi
