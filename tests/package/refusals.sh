#!/usr/bin/env bash
# usage: refusals.sh SOURCE
# Checks what deploy/release.sh --check says to commits that can't be a release. It works on a copy with a
# repository of its own.
set -euo pipefail
source=$1
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT

git_here() {
	git -C "$copy" -c user.name=tests -c user.email=tests@localhost -c commit.gpgsign=false "$@"
}

commit() {
	git_here add --all
	git_here commit -q -m "$1"
}

# expect STATUS PATTERN [OPTION…]: the script must end with this status, and say this. Without options, it
# only checks.
expect() {
	local wanted=$1 pattern=$2 status=0 said
	shift 2
	[ $# -gt 0 ] || set -- --check
	said=$("$copy/deploy/release.sh" "$@" 2>&1) || status=$?
	if [ "$status" -ne "$wanted" ] || ! grep -q -- "$pattern" <<<"$said"; then
		printf 'FAILED: status %s, not %s with "%s":\n%s\n' "$status" "$wanted" "$pattern" "$said"
		exit 1
	fi
}

mkdir "$copy/deploy"
cp -r "$source"/deploy/{release.sh,release,debian,common.sh} "$copy/deploy"
cp "$source"/{CMakeLists.txt,CHANGELOG.md} "$copy"
export GNUPGHOME=$copy/none # gpg without keys
version=$(sed -n 's/^project(engarde-bot VERSION \([0-9.]*\).*/\1/p' "$copy/CMakeLists.txt")
sed -i "s/^## $version (.*/## $version (2026-01-31)/" "$copy/CHANGELOG.md"
git_here init -q
commit first

expect 0 "version $version, not tagged yet"
expect 1 'has no secret key "nobody@localhost"' --key nobody@localhost
expect 1 'does not know --chek' --chek
touch "$copy/forgotten"
expect 1 '?? forgotten'
rm "$copy/forgotten"
git_here tag v9.9.9
expect 1 "has the tag v9.9.9, but CMakeLists.txt has version $version"
git_here tag -d v9.9.9 >/dev/null
git_here tag "v$version"
expect 0 "version $version, tag v$version"

sed -i "s/^## $version (.*/## $version (unreleased)/" "$copy/CHANGELOG.md"
commit second
expect 1 "the tag v$version is at another commit"
git_here tag -f "v$version" >/dev/null
expect 1 'says that the version is unreleased'

sed -i "s/VERSION $version/VERSION 9.9.9/" "$copy/CMakeLists.txt"
commit third
expect 1 'has version 9.9.9, but CHANGELOG.md begins with'

sed -i '0,/^## .*/s//## 9.9.9 (unreleased)\n\n&/' "$copy/CHANGELOG.md"
commit fourth
expect 1 "version $version before 9.9.9, but deploy/debian/changelog.in has not"
