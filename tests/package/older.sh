#!/usr/bin/env bash
# usage: older.sh SOURCE FOLDER
# Builds the Debian package of version 0.1.0 from its commit into FOLDER, unless FOLDER has it already.
set -euo pipefail
source=$1 folder=$2
commit=7e7bb7ba21700f2d35bf0c41034fbc8b67d9f8c2

! ls "$folder"/engarde-bot_0.1.0-1_*.deb >/dev/null 2>&1 || exit 0
if ! SOURCE_DATE_EPOCH=$(git -C "$source" log -1 --format=%ct $commit); then
	echo "FAILED: this clone does not have the commit of version 0.1.0. Try: git fetch --unshallow" >&2
	exit 1
fi
export SOURCE_DATE_EPOCH
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
git -C "$source" archive $commit | tar -x -C "$build"
(cd "$build" && cmake --workflow --preset package)
mkdir -p "$folder"
mv "$build"/build/package/engarde-bot_0.1.0-1_*.deb "$folder"
