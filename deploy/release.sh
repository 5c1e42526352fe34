#!/usr/bin/env bash
# usage: release.sh [--check]
# Makes everything that a release of the last commit consists of, in build/artefacts: the source archive,
# the Debian packages for amd64 and arm64, the list of contents (SBOM), and the checksums. The same
# commit always gives the same bytes. With --check, only checks whether this commit can be a release.
# deploy/releasing.md lists the steps of a release.
set -euo pipefail
# shellcheck source=deploy/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"

version=$(sed -n 's/^project(engarde-bot VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
name=engarde-bot-$version
artefacts=$root/build/artefacts
build=$root/build/release-of-archive

# Checks that the working tree, the version, the changelog and the tag belong together.
check_release() {
    local changed heading tagged others
    changed=$(git status --porcelain)
    [ -z "$changed" ] || die "these files differ from the last commit:"$'\n'"$changed" \
        "commit or stash the changes; a release contains only what is committed"
    heading=$(sed -n '/^## /{p;q}' CHANGELOG.md)
    [[ $heading =~ ^"## $version ("(unreleased|[0-9]{4}-[0-9]{2}-[0-9]{2})")"$ ]] ||
        die "CMakeLists.txt has version $version, but CHANGELOG.md begins with \"$heading\"" \
            "write the heading \"## $version (YYYY-MM-DD)\", or change the version in CMakeLists.txt"
    others=$(git tag --points-at HEAD | grep -vx "v$version" || true)
    [ -z "$others" ] || die "this commit has the tag $others, but CMakeLists.txt has version $version" \
        "change the version in CMakeLists.txt and commit, or delete the tag: git tag -d $others"
    if ! tagged=$(git rev-parse -q --verify "v$version^{commit}"); then
        say "version $version, not tagged yet"
        return
    fi
    [ "$tagged" = "$(git rev-parse HEAD)" ] ||
        die "version $version is released already: the tag v$version is at another commit" \
            "git checkout v$version, or begin the next version in CMakeLists.txt and CHANGELOG.md"
    [[ $heading != *"(unreleased)" ]] ||
        die "this commit has the tag v$version, but CHANGELOG.md says that the version is unreleased" \
            "git tag -d v$version, write the date into CHANGELOG.md, commit, and tag again"
    say "version $version, tag v$version"
}

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

# Installs the library that writes the list of contents. pip checks the checksums of all its parts.
make_sbom_venv() {
    rm -rf "$work/sbom"
    /usr/bin/python3 -m venv "$work/sbom" &&
        "$work/sbom/bin/pip" install --disable-pip-version-check --only-binary :all: --require-hashes \
            -r deploy/release/requirements.txt &&
        cp deploy/release/requirements.txt "$work/sbom/installed.txt"
}

list_contents() {
    cmp -s deploy/release/requirements.txt "$work/sbom/installed.txt" || make_sbom_venv
    "$work/sbom/bin/python" -B deploy/release/sbom.py --version "$version" \
        --commit "$(git rev-parse HEAD)" --time "$(git log -1 --format=%ct)" \
        --source "$build/$name" --artefacts "$artefacts" \
        --packages amd64=/var/lib/dpkg --packages arm64="$ENGARDE_SYSROOT/var/lib/dpkg" \
        --out "$artefacts/$name.cdx.json"
}

checksums() {
    (cd "$artefacts" && sha256sum -- * >../SHA256SUMS && mv ../SHA256SUMS .)
}

check_release
[ "${1-}" != --check ] || exit 0
[ "$(dpkg --print-architecture)" = amd64 ] ||
    die "this machine is not amd64" "make the release on a machine with amd64"
install_packages build arm64
export ENGARDE_SYSROOT=${ENGARDE_SYSROOT:-$root/.cache/arm64}
rm -rf "$artefacts" "$build"
mkdir -p "$artefacts" "$build"
step "the source archive" "read the output above" archive
tar -xzf "$artefacts/$name.tar.gz" -C "$build"
step "the package for amd64 (minutes)" "read the output above" package package
step "the package for arm64 (minutes)" "read the output above" package_for_arm64
step "the list of contents" "check that https://pypi.org and https://crates.io can be reached" list_contents
checksums
rm -rf "$build"
say "the release is in build/artefacts:"
(cd "$artefacts" && ls -sh1 -- *)
