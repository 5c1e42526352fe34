#!/usr/bin/env bash
# usage: check.sh VERSION
# Checks that the working tree, the version, the changelogs and the tag belong together, so that the last
# commit can be the release VERSION.
set -euo pipefail
# shellcheck source=deploy/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../common.sh"
cd "$root"
version=$1

changed=$(git status --porcelain)
[ -z "$changed" ] || die "these files differ from the last commit:"$'\n'"$changed" \
    "commit or stash the changes; a release contains only what is committed"
heading=$(sed -n '/^## /{p;q}' CHANGELOG.md)
[[ $heading =~ ^"## $version ("(unreleased|[0-9]{4}-[0-9]{2}-[0-9]{2})")"$ ]] ||
    die "CMakeLists.txt has version $version, but CHANGELOG.md begins with \"$heading\"" \
        "write the heading \"## $version (YYYY-MM-DD)\", or change the version in CMakeLists.txt"
previous=$(sed -n 's/^## \([0-9.]*\).*/\1/p' CHANGELOG.md | sed -n 2p)
grep -q "^engarde-bot ($previous-1) " deploy/debian/changelog.in ||
    die "CHANGELOG.md has version $previous before $version, but deploy/debian/changelog.in has not" \
        "add version $previous to deploy/debian/changelog.in, with the date of its tag"
others=$(git tag --points-at HEAD | grep -vx "v$version" || true)
[ -z "$others" ] || die "this commit has the tag $others, but CMakeLists.txt has version $version" \
    "change the version in CMakeLists.txt and commit, or delete the tag: git tag -d $others"
if ! tagged=$(git rev-parse -q --verify "v$version^{commit}"); then
    say "version $version, not tagged yet"
    exit
fi
[ "$tagged" = "$(git rev-parse HEAD)" ] ||
    die "version $version is released already: the tag v$version is at another commit" \
        "git checkout v$version, or begin the next version in CMakeLists.txt and CHANGELOG.md"
[[ $heading != *"(unreleased)" ]] ||
    die "this commit has the tag v$version, but CHANGELOG.md says that the version is unreleased" \
        "git tag -d v$version, write the date into CHANGELOG.md, commit, and tag again"
say "version $version, tag v$version"
