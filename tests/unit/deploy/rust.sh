#!/usr/bin/env bash
# usage: rust.sh SOURCE CMAKE
# Checks what a build with encryption says if there is no Rust that it can use, or if cargo fails.
set -u
crate=$1/adapters/matrix/e2ee/crypto cmake=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

cat >"$work/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(rust LANGUAGES NONE)
set(ENGARDE_RUST 1.96)
add_subdirectory($crate crate)
END

# program NAME OUTPUT STATUS: writes a program that prints OUTPUT.
program() {
	mkdir -p "$work/bin"
	printf '#!/bin/sh\necho "%s"\nexit %s\n' "$2" "$3" >"$work/bin/$1"
	chmod 755 "$work/bin/$1"
}

# expect yes|no TEXT: configures with the programs that `program` has written. Checks whether CMake says
# TEXT. Then removes these programs.
expect() {
	local said found=no
	said=$(PATH=$work/bin "$cmake" -G "Unix Makefiles" -S "$work" -B "$work/build" -D CMAKE_MAKE_PROGRAM=make \
		-D CMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF 2>&1)
	grep -qxF -- "$2" <<<"$said" && found=yes
	[ "$found" = "$1" ] || { echo "FAILED: is this there? $1: $2" && echo "$said" && failed=1; }
	rm -rf "${work:?}"/{build,bin}
}

needs="   Encrypted rooms need Rust (cargo and rustc 1.96 or newer"
remedy=". Install it (Debian: apt install cargo-web, from the security updates), or build without encryption: -DENGARDE_E2EE=OFF"
expect yes "$needs)$remedy"
program cargo "cargo 1.85.0 (d73d2caf9 2024-12-31)" 0
program rustc "rustc 1.85.0 (4d91de4e4 2025-02-17)" 0
expect yes "$needs; the cargo in $work/bin is 1.85.0)$remedy"
program cargo "cargo 1.96.0 (30a34c682 2026-05-25)" 0
expect yes "$needs; the rustc in $work/bin is missing)$remedy"
program cargo "cargo 1.96.0 (30a34c682 2026-05-25)" 0
program rustc "rustup has no toolchain" 1
expect yes "$needs; the rustc in $work/bin is missing)$remedy"
program cargo "cargo 1.100.0" 0
program rustc "rustc 1.100.0" 0
expect no "$needs)$remedy"

program cargo "error: failed to download" 101
said=$("$cmake" -D cargo="$work/bin/cargo" -D target="$work/target" -D archive="$work/archive" \
	-D profile=quick -P "$crate/build.cmake" 2>&1) && { echo "FAILED: a build without a crate" && failed=1; }
for text in "failed to download" "https://static.crates.io" "-DENGARDE_E2EE=OFF"; do
	grep -qF -- "$text" <<<"$said" || { echo "FAILED: not said: $text" && echo "$said" && failed=1; }
done
exit $failed
