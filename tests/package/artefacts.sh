#!/usr/bin/env bash
# usage: artefacts.sh SOURCE FOLDER
# Makes a release of SOURCE, with its changes that are not committed, in two clones in FOLDER: both must
# have the same bytes. The first one takes the crate of the encryption from CARGO_TARGET_DIR if cargo has
# built it there before; the second one always compiles it, in its own folder. Then checks what the release
# contains. ENGARDE_SYSROOT names the libraries of arm64.
# Leaves the release in FOLDER/artefacts.
set -euo pipefail
source=$1 folder=$2
one=$folder/one another=$folder/another-with-a-longer-name/two
made=$one/build/artefacts

fail() {
	printf 'FAILED: %s\n' "$*" >&2
	exit 1
}

# Copies the changes of SOURCE into the first clone, and commits them with the time of the last commit.
commit_changes() {
	local time file
	time=$(git -C "$source" log -1 --format=%cI)
	git -C "$source" ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
		if [ -f "$source/$file" ]; then
			(cd "$source" && cp -a --parents "$file" "$one")
		elif [ ! -L "$source/$file" ]; then
			rm -f "${one:?}/$file"
		fi
	done
	git -C "$one" add --all
	git -C "$one" diff --cached --quiet ||
		GIT_AUTHOR_DATE=$time GIT_COMMITTER_DATE=$time git -C "$one" -c user.name=tests \
			-c user.email=tests@localhost -c commit.gpgsign=false commit -q -m "the changes"
}

rm -rf "$folder"
mkdir -p "$folder"
git clone -q "$source" "$one"
commit_changes
git clone -q "$one" "$another"
TZ=Pacific/Auckland "$one/deploy/release.sh"
# The second release uses the Python packages of the first one.
mkdir "$another/.quickstart"
ln -s "$(realpath "$one/.quickstart/sbom")" "$another/.quickstart/sbom"
env -u CARGO_TARGET_DIR TZ=America/Caracas "$another/deploy/release.sh"
diff -r "$made" "$another/build/artefacts" || fail "two releases of one commit differ"

(cd "$made" && sha256sum --check SHA256SUMS)
for package in "$made"/*.deb; do
	architecture=$(dpkg-deb -f "$package" Architecture)
	[[ $package == *"_$architecture.deb" ]] || fail "the architecture of $package"
	dpkg-deb -x "$package" "$folder/$architecture"
	! grep -arqF "$folder" "$folder/$architecture" || fail "$package has a path of this machine"
	grep -aq encryption_ready "$folder/$architecture/usr/bin/engarde-bot" ||
		fail "the bot of $package has no encryption"
	dpkg --info "$package"
	lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs "$package"
done
# The bot for arm64 runs.
bot=(qemu-aarch64 -L "$ENGARDE_SYSROOT" "$folder/arm64/usr/bin/engarde-bot")
"${bot[@]}" --version
said=$(printf 'alice: !eg challenge @bob\nbob: !eg accept\n' | "${bot[@]}" --console)
grep -q 'alice is to act\|bob is to act' <<<"$said" ||
	fail "the bot for arm64 begins no match"
"$one/.quickstart/sbom/bin/python" -B "$source/tests/package/check_sbom.py" "$one" "$made"
for package in "$made"/*.deb; do
	cmp "$package" "$made"/apt/pool/*/"$(basename "$package")" || fail "the repository has not $package"
done
mv "$made" "$folder/artefacts"
rm -rf "$one" "${another%/*}" "$folder"/a*64
