#!/usr/bin/env bash
# usage: build.sh SOURCE FOLDER
# Builds the Debian package twice, from copies of the source in two places, one of them without its
# history, in two time zones: the same bytes. The package is then in FOLDER.
set -euo pipefail
source=$1 folder=$2

# build WHERE: from the files as they are now, committed or not.
build() {
	mkdir -p "$1"
	git -C "$source" ls-files -z --cached --others --exclude-standard |
		(cd "$source" && while IFS= read -r -d '' file; do
			[ ! -e "$file" ] || printf '%s\0' "$file"
		done | xargs -0 cp -a --parents -t "$1")
	(cd "$1" && cmake --workflow --preset package)
}

SOURCE_DATE_EPOCH=$(git -C "$source" log -1 --format=%ct)
export SOURCE_DATE_EPOCH
rm -rf "$folder"
TZ=Pacific/Auckland build "$folder/one"
TZ=America/Caracas build "$folder/another-with-a-longer-name/two"
cp "$folder"/one/build/package/*.deb "$folder"
cmp "$folder"/*.deb "$folder"/another-*/two/build/package/*.deb
sha256sum "$folder"/*.deb
# No path of the builder's is in it.
dpkg-deb --fsys-tarfile "$folder"/*.deb | grep -aF "$folder" && exit 1
rm -rf "$folder/one" "$folder"/another-*
