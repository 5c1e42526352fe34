# Builds for Debian's arm64 on another machine. ENGARDE_SYSROOT in the environment names a folder with
# the libraries of arm64, which deploy/arm64/sysroot.sh makes. qemu runs the programs.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_SYSROOT $ENV{ENGARDE_SYSROOT})
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${CMAKE_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CMAKE_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR}
  ${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${CMAKE_SYSROOT}/usr/share/pkgconfig)

# The encryption is built by a cargo of this folder, and not in a folder of a build for this machine.
set(CARGO ${CMAKE_CURRENT_LIST_DIR}/cargo CACHE FILEPATH "cargo for arm64")
if(DEFINED ENV{CARGO_TARGET_DIR} AND NOT "$ENV{CARGO_TARGET_DIR}" MATCHES "/arm64$")
  set(ENV{CARGO_TARGET_DIR} $ENV{CARGO_TARGET_DIR}/arm64)
elseif(NOT DEFINED ENV{CARGO_TARGET_DIR})
  set(ENV{CARGO_TARGET_DIR} ${CMAKE_BINARY_DIR}/arm64)
endif()

# The Debian package. dpkg-shlibdeps looks for the libraries in these folders.
set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS
  ${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu ${CMAKE_SYSROOT}/lib/aarch64-linux-gnu)
