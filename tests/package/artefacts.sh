#!/usr/bin/env bash
# usage: artefacts.sh SOURCE FOLDER
# Makes a release of SOURCE, with its changes that are not committed, in two clones in FOLDER: both must
# have the same bytes. Then checks what the release contains. ENGARDE_SYSROOT names the libraries of arm64.
set -euo pipefail
source=$1 folder=$2
one=$folder/one another=$folder/another-with-a-longer-name/two
made=$one/build/artefacts

fail() {
	printf 'FAILED: %s\n' "$*" >&2
	exit 1
}

# clone FROM TO: clones the repository. The Python packages of the first run serve the second run, too.
clone() {
	git clone -q "$1" "$2"
	mkdir -p "$source/.quickstart/sbom" "$2/.quickstart"
	ln -s "$(realpath "$source/.quickstart/sbom")" "$2/.quickstart/sbom"
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
clone "$source" "$one"
commit_changes
clone "$one" "$another"
TZ=Pacific/Auckland "$one/deploy/release.sh"
TZ=America/Caracas "$another/deploy/release.sh"
diff -r "$made" "$another/build/artefacts" || fail "two releases of one commit differ"

(cd "$made" && sha256sum --check SHA256SUMS)
for package in "$made"/*.deb; do
	dpkg-deb --fsys-tarfile "$package" | grep -aqF "$folder" && fail "$package has a path of this machine"
	dpkg-deb --fsys-tarfile "$package" | tar -xO ./usr/bin/engarde-bot | grep -aq 'encryption_ready' ||
		fail "the bot of $package has no encryption"
	[[ $package == *"_$(dpkg-deb -f "$package" Architecture).deb" ]] || fail "the architecture of $package"
	dpkg --info "$package"
	lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs "$package"
done
# The bot for arm64 runs.
dpkg-deb -x "$made"/*_arm64.deb "$folder/arm64"
bot=(qemu-aarch64 -L "$ENGARDE_SYSROOT" "$folder/arm64/usr/bin/engarde-bot")
"${bot[@]}" --version
printf 'alice: !eg challenge @bob\nbob: !eg accept\n' | "${bot[@]}" --console | grep -q 'alice is to act\|bob is to act' ||
	fail "the bot for arm64 begins no match"
"$source/.quickstart/sbom/bin/python" -B "$source/tests/package/check_sbom.py" "$one" "$made"
rm -rf "$folder"
