#!/usr/bin/env bash
# usage: release.sh [--check | --key KEY]
# Makes everything that a release of the last commit consists of, in build/artefacts: the source archive, the
# Debian packages for amd64 and arm64, the container's image for both, the list of contents (SBOM), a package
# repository for apt, and the checksums. The same commit, with the same versions of Debian's packages, always
# gives the same bytes. With --key, it also signs the repository and the checksums with this key of gpg. With
# --check, it only checks whether this commit can be a release.
# deploy/releasing.md lists the steps of a release; deploy/release/ has a file for each step here.
set -euo pipefail
# shellcheck source=deploy/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"

version=$(sed -n 's/^project(engarde-bot VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
name=engarde-bot-$version
artefacts=$root/build/artefacts
build=$root/build/release-of-archive
key=

# Makes the source archive. git gives all files the time of the commit.
archive() {
    git -c tar.umask=0022 archive --format=tar --prefix="$name/" HEAD | gzip -9n >"$artefacts/$name.tar.gz"
}

# package PRESET: builds a Debian package from the source archive.
package() {
    (cd "$build/$name" && cmake --workflow --preset "$1")
    cp "$build/$name/build/$1"/*.deb "$artefacts"
}

package_for_arm64() {
    deploy/arm64/sysroot.sh "$ENGARDE_SYSROOT" && package package-arm64
}

# The files of apt/ are not among them: apt checks them, and signing changes one of them.
checksums() {
    (cd "$artefacts" && find . -path ./apt -prune -o -type f -printf '%P\0' | LC_ALL=C sort -z |
        xargs -0 sha256sum >../SHA256SUMS && mv ../SHA256SUMS .)
}

case ${1-} in
"" | --check) ;;
--key) key=${2:?the name of a key} ;;
*) die "release.sh does not know $1" "deploy/release.sh [--check | --key KEY]" ;;
esac
deploy/release/check.sh "$version"
[ "${1-}" != --check ] || exit 0
[ -z "$key" ] || gpg --list-secret-keys "$key" >/dev/null ||
    die "gpg has no secret key \"$key\"" "gpg --list-secret-keys, which shows those that it has"
[ "$(dpkg --print-architecture)" = amd64 ] ||
    die "this machine is not amd64" "make the release on a machine with amd64"
install_packages build arm64 release
export ENGARDE_SYSROOT=${ENGARDE_SYSROOT:-$root/.cache/arm64}
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
rm -rf "$artefacts" "$build"
mkdir -p "$artefacts" "$build"
step "the source archive" "read the output above" archive
tar -xzf "$artefacts/$name.tar.gz" -C "$build"
step "the package for amd64 (minutes)" "read the output above" package package
step "the package for arm64 (minutes)" "read the output above" package_for_arm64
step "the container's image" "check that Debian's packages can be reached" \
    deploy/release/image.sh "$version" "$artefacts" "$build/image"
step "the list of contents" "check that https://pypi.org and https://crates.io can be reached" \
    deploy/release/contents.sh "$version" "$build/$name" "$artefacts" "$build/image"
step "the package repository" "read the output above" \
    deploy/release/repository.sh "$artefacts/apt" "$artefacts"/*.deb
checksums
[ -z "$key" ] || deploy/release/sign.sh "$key" "$artefacts"
rm -rf "$build"
[ -n "$key" ] || say "nothing is signed yet: deploy/release/sign.sh KEY build/artefacts"
say "the release is in build/artefacts:"
(cd "$artefacts" && ls -sh1 -- *)
