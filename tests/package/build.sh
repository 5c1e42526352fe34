#!/usr/bin/env bash
# usage: build.sh SOURCE FOLDER PROFILE [--compile-crate]
# Builds the Debian package twice and checks that both packages have the same bytes. The two builds use
# copies of the source in different folders, and different time zones. They take the crate of the
# encryption from CARGO_TARGET_DIR if cargo has built it there before. With --compile-crate the second
# build compiles the crate in its own folder. PROFILE is release or quick (see ENGARDE_CARGO_PROFILE).
# The package goes to FOLDER.
set -euo pipefail
source=$1 folder=$2 profile=$3 option=${4-}

# build WHERE: copies the source files, including changes that are not committed, to WHERE, and
# builds the package there.
build() {
	mkdir -p "$1"
	git -C "$source" ls-files -z --cached --others --exclude-standard |
		(cd "$source" && while IFS= read -r -d '' file; do
			[ ! -e "$file" ] || printf '%s\0' "$file"
		done | xargs -0 cp -a --parents -t "$1")
	(cd "$1" && cmake --preset package -D ENGARDE_CARGO_PROFILE="$profile" &&
		cmake --build --preset package && cpack --preset package)
}

SOURCE_DATE_EPOCH=$(git -C "$source" log -1 --format=%ct)
export SOURCE_DATE_EPOCH
rm -rf "$folder"
TZ=Pacific/Auckland build "$folder/one"
(
	[ "$option" != --compile-crate ] || unset CARGO_TARGET_DIR
	TZ=America/Caracas build "$folder/another-with-a-longer-name/two"
)
cp "$folder"/one/build/package/*.deb "$folder"
cmp "$folder"/*.deb "$folder"/another-*/two/build/package/*.deb
sha256sum "$folder"/*.deb
# The package must not contain a path of the builder's machine.
dpkg-deb -x "$folder"/*.deb "$folder/files"
for path in "$folder" "${CARGO_TARGET_DIR:-$folder}" "${CARGO_HOME:-$HOME/.cargo}"; do
	! grep -arF "$path" "$folder/files" || exit 1
done
rm -rf "$folder/one" "$folder"/another-* "$folder/files"
