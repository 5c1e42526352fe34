#!/usr/bin/env bash
# usage: older.sh SOURCE COMMIT FOLDER
# Builds the Debian package of version 0.1.0 from its commit into FOLDER, unless FOLDER has it already.
set -euo pipefail
source=$1 commit=$2 folder=$3

! ls "$folder"/engarde-bot_0.1.0-1_*.deb >/dev/null 2>&1 || exit 0
SOURCE_DATE_EPOCH=$(git -C "$source" log -1 --format=%ct "$commit")
export SOURCE_DATE_EPOCH
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
git -C "$source" archive "$commit" | tar -x -C "$build"
(cd "$build" && cmake --workflow --preset package)
mkdir -p "$folder"
mv "$build"/build/package/engarde-bot_0.1.0-1_*.deb "$folder"
