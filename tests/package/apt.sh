#!/usr/bin/env bash
# usage: apt.sh SOURCE ROOT CACHE PACKAGE…
# Installs the bot in the fresh Debian in ROOT from a package repository with the packages, as the guide says,
# begins a match, upgrades the bot from a lower version, and goes on with the match. A repository with a wrong
# signature changes nothing. The lower version has the same files. CACHE keeps the downloads of apt. Prints how
# long each command takes. Run this as root.
set -euo pipefail
source=$1 root=$2 cache=$3
shift 3
packages=("$@")
release=$root/srv # has the folder apt, which the client reads
work=$(mktemp -d)
export GNUPGHOME=$work/keys
trap 'gpgconf --kill all; rm -rf "$work"' EXIT
version=$(dpkg-deb -f "$1" Version)
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")

fail() {
	printf 'FAILED: %s\n' "$*" >&2
	exit 1
}

# inside COMMAND…: runs the command with ROOT as its root directory, and prints how long it took.
inside() {
	local began=$EPOCHREALTIME status=0
	unshare --mount --pid --fork --kill-child --root "$root" --mount-proc \
		env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root \
		DEBIAN_FRONTEND=noninteractive "$@" </dev/null || status=$?
	awk -v from="$began" -v to="$EPOCHREALTIME" -v what="$*" \
		'BEGIN { printf "    %.1f s: %s\n", to - from, what }' >&2
	return $status
}

make_key() {
	gpg --batch --quiet --passphrase '' --quick-generate-key "$1" ed25519 sign never
}

# Packs the files of a package again as version 0.0.1.
lower() {
	dpkg-deb -R "$1" "$work/lower"
	sed -i 's/^Version: .*/Version: 0.0.1-1/' "$work/lower/DEBIAN/control"
	dpkg-deb --root-owner-group -Zgzip -b "$work/lower" "$work/engarde-bot_0.0.1-1_$(dpkg-deb -f "$1" Architecture).deb"
	rm -r "$work/lower"
}

# publish KEY PACKAGE…
publish() {
	local key=$1
	shift
	"$source/deploy/release/repository.sh" "$release/apt" "$@"
	"$source/deploy/release/sign.sh" "$key" "$release"
}

# Adds the repository as the guide says.
add_source() {
	cp "$release/apt/engarde-bot.asc" "$root/etc/apt/keyrings/"
	sed -n '/^Types: deb$/,/^Signed-By:/p' "$source/deploy/installing.md" |
		sed "s|^URIs: .*|URIs: file:/srv/apt|; s|^Suites: .*|Suites: $suite|" \
			>"$root/etc/apt/sources.list.d/engarde-bot.sources"
}

# expect_version VERSION
expect_version() {
	# shellcheck disable=SC2016 # dpkg-query's own format
	[ "$(inside dpkg-query -W -f '${Version} ${Status}' engarde-bot)" = "$1 install ok installed" ] ||
		fail "version $1 is not installed: $(inside dpkg-query -W engarde-bot)"
}

# expect_answer PATTERN LINE…: sends the lines to the console. The answer must contain PATTERN.
expect_answer() {
	local wanted=$1 answer
	shift
	printf '%s\n' "$@" >"$root/tmp/lines"
	answer=$(inside sh -c 'engarde-bot --console --seed 1 --store /root/match.db </tmp/lines')
	grep -q -- "$wanted" <<<"$answer" || fail "the console answers this to $*: $answer"
}

installs() {
	publish releaser@localhost "$work"/engarde-bot_0.0.1-1_*.deb
	add_source
	inside apt-get -q update
	inside apt-get -q -y -o Dpkg::Options::=--force-unsafe-io install --no-install-recommends engarde-bot
	cp -u "$root"/var/cache/apt/archives/*.deb "$cache/archives/" 2>/dev/null || true
	expect_version 0.0.1-1
	expect_answer 'is to act' 'alice: !eg challenge @bob basic to 1' 'bob: !eg accept'
}

upgrades() {
	publish releaser@localhost "${packages[@]}"
	inside apt-get -q update
	inside apt-get -q -y -o Dpkg::Options::=--force-unsafe-io upgrade
	expect_version "$version"
	expect_answer 'is to act' 'alice: !eg board'
}

# The repository is another one now, which says that it has a higher version.
refuses_strangers() {
	dpkg-deb -R "${packages[0]}" "$work/higher"
	sed -i 's/^Version: .*/Version: 99.0-1/' "$work/higher/DEBIAN/control"
	dpkg-deb --root-owner-group -Zgzip -b "$work/higher" "$work/engarde-bot_99.0-1_amd64.deb"
	publish stranger@localhost "$work/engarde-bot_99.0-1_amd64.deb"
	inside apt-get -q -o APT::Update::Error-Mode=any update && fail "apt accepts a stranger's signature"
	inside apt-get -q -y upgrade
	expect_version "$version"
	rm -r "$root"/var/lib/apt/lists/*srv_apt*
	inside apt-get -q update && fail "apt accepts a stranger's signature at first sight"
	inside apt-get -q -y upgrade
	expect_version "$version"
}

mkdir -m 700 "$GNUPGHOME"
make_key releaser@localhost
make_key stranger@localhost
for package in "${packages[@]}"; do
	lower "$package"
done
for check in installs upgrades refuses_strangers; do
	printf -- '--- %s\n' $check
	$check
done
