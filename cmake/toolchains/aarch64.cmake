# Cross-compiles for AArch64 under Debian or Ubuntu; qemu-user runs the programs. Used by scripts/golden.sh --builds.
# Packages: after "dpkg --add-architecture arm64 && apt-get update", g++-aarch64-linux-gnu qemu-user-static, and for
# arm64 libtbb-dev libzstd-dev libfmt-dev libpng-dev libtiff-dev libtomlplusplus-dev (as in libtbb-dev:arm64).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static)
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig)
