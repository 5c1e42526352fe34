#!/usr/bin/env bash
# usage: repository.sh SOURCE
# Checks the package repository of a release with apt itself, which runs here as a client with folders of
# its own: what it finds, and what it refuses. The packages are empty, and the keys are made for the test.
set -euo pipefail
source=$1
work=$(mktemp -d)
client=$work/client
export GNUPGHOME=$work/keys
trap 'gpgconf --kill all; rm -rf "$work"' EXIT
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
index=$work/release/apt/dists/$suite

fail() {
	printf 'FAILED: %s\n' "$*" >&2
	exit 1
}

make_key() {
	gpg --batch --quiet --passphrase '' --quick-generate-key "$1" ed25519 sign never 2>/dev/null
}

# make_package VERSION ARCHITECTURE
make_package() {
	local files=$work/files
	mkdir -p "$files/DEBIAN" "$work/packages"
	printf '%s\n' "Package: engarde-bot" "Version: $1" "Architecture: $2" \
		"Maintainer: tests <tests@localhost>" "Description: an empty package" >"$files/DEBIAN/control"
	dpkg-deb --root-owner-group -b "$files" "$work/packages/engarde-bot_$1_$2.deb" >/dev/null
}

publish() {
	"$source/deploy/release/repository.sh" "$work/release/apt" "$@"
}

sign() {
	"$source/deploy/release/sign.sh" "$1" "$work/release" 2>"$work/said" || fail "sign.sh: $(cat "$work/said")"
}

# apt COMMAND…: runs a program of apt as a client of the repository. This machine itself may check no dates.
apt() {
	local program=$1
	shift
	"$program" -q -o Dir="$client" -o Dir::State::status="$client/status" -o APT::Sandbox::User="" \
		-o Acquire::Check-Date=true -o Acquire::Check-Valid-Until=true \
		-o APT::Architecture=amd64 -o APT::Architectures=amd64,arm64 "$@" 2>&1
}

# Makes a client that knows nothing yet. Its source is the one of the guide.
new_client() {
	rm -rf "$client"
	mkdir -p "$client"/etc/apt/{sources.list.d,apt.conf.d,preferences.d,keyrings} \
		"$client"/var/lib/apt/lists/partial "$client"/var/cache/apt/archives/partial
	touch "$client/status"
	gpg --armor --export releaser@localhost >"$client/etc/apt/keyrings/engarde-bot.asc"
	sed -n '/^ *Types: deb$/,/^ *Signed-By:/s/^ *//p' "$source/deploy/installing.md" |
		sed "s|^URIs: .*|URIs: file:$work/release/apt|; s|^Suites: .*|Suites: $suite|; s|/etc/apt|$client&|" \
			>"$client/etc/apt/sources.list.d/engarde-bot.sources"
}

# expect_newest VERSION: both architectures have this version, and it can be downloaded.
expect_newest() {
	local architecture said
	said=$(apt apt-get -o APT::Update::Error-Mode=any update) || fail "apt-get update: $said"
	for architecture in amd64 arm64; do
		said=$(apt apt-cache policy "engarde-bot:$architecture")
		grep -q "Candidate: $1$" <<<"$said" || fail "$architecture has not version $1: $said"
		said=$(cd "$client" && apt apt-get download "engarde-bot:$architecture") || fail "download: $said"
	done
}

# expect_refused PATTERN: neither a new client nor one that knows the repository takes it as it is now.
expect_refused() {
	local said
	said=$(apt apt-get -o APT::Update::Error-Mode=any update) && fail "a client accepts what should be refused"
	grep -q -- "$1" <<<"$said" || fail "a client says: $said"
	new_client
	said=$(apt apt-get update) && fail "a new client accepts what should be refused"
	grep -q -- "$1" <<<"$said" || fail "a new client says: $said"
	said=$(apt apt-cache policy engarde-bot)
	! grep -q 'Candidate: [0-9]' <<<"$said" || fail "a new client would install it: $said"
}

finds_newest() {
	publish "$work"/packages/engarde-bot_0.9.0-1_*.deb
	sign releaser@localhost
	new_client
	expect_newest 0.9.0-1
	publish "$work"/packages/engarde-bot_0.10.0-1_*.deb
	sign releaser@localhost
	expect_newest 0.10.0-1
}

# expect_line LINE: the file that is signed has it.
expect_line() {
	grep -qx -- "$1" "$index/Release" || fail "no \"$1\" in: $(cat "$index/Release")"
}

is_described() {
	local line architecture file
	for line in "Origin: engarde-bot" "Suite: $suite" "Codename: $suite" "Architectures: amd64 arm64" \
		"Components: main" "Date: Thu, 01 Jan 2026 00:00:00 UTC"; do
		expect_line "$line"
	done
	for architecture in amd64 arm64; do
		for file in main/binary-$architecture/Packages{,.gz,.xz}; do
			expect_line " $(sha256sum "$index/$file" | cut -d' ' -f1) *$(stat -c %s "$index/$file") $file"
		done
	done
	gpg --quiet --verify "$index/Release.gpg" "$index/Release" 2>/dev/null || fail "the signature of Release"
}

# sign_as_of DAYS_AGO: signs as sign.sh did so many days ago.
sign_as_of() {
	local bin=$work/bin
	mkdir -p "$bin"
	# shellcheck disable=SC2016 # the arguments of this `date`
	printf '#!/bin/sh\nexec %s "$1" "$2" "$3 -%s days" "$4"\n' "$(command -v date)" "$1" >"$bin/date"
	chmod +x "$bin/date"
	PATH=$bin:$PATH sign releaser@localhost
}

# apt takes what was signed 89 days ago, and not what was signed 91 days ago. To sign again renews it.
expires() {
	sign_as_of 91
	new_client
	expect_refused "is expired"
	sign_as_of 89
	new_client
	expect_newest 0.10.0-1
	sign releaser@localhost
	expect_newest 0.10.0-1
	[ "$(grep -c '^Valid-Until: ' "$index/Release")" = 1 ] || fail "two limits in: $(cat "$index/Release")"
}

# Without signatures, the same packages give the same bytes, in whichever order they came.
is_reproducible() {
	cp -r "$work/release" "$work/first"
	rm -r "$work/release/apt"
	publish "$work"/packages/*_0.10.0-1_a*64.deb
	publish "$work"/packages/*_0.9.0-1_arm64.deb "$work"/packages/*_0.9.0-1_amd64.deb
	diff -r -I "^Valid-Until: " -x InRelease -x Release.gpg -x engarde-bot.asc "$work/first" "$work/release" ||
		fail "two repositories with the same packages differ"
}

refuses_bad_signatures() {
	local said
	new_client
	expect_refused "is not signed"
	sign stranger@localhost
	expect_refused "NO_PUBKEY"
	sign releaser@localhost
	new_client
	expect_newest 0.10.0-1
	sed -i 's/^Codename: .*/&x/' "$index/InRelease"
	expect_refused "invalid"
	sign releaser@localhost
	new_client
	expect_newest 0.10.0-1
	cp "$work/packages/engarde-bot_0.9.0-1_amd64.deb" "$work/release/apt/pool/$suite/engarde-bot_0.10.0-1_amd64.deb"
	said=$(cd "$work" && apt apt-get download engarde-bot:amd64) && fail "a client accepts another package"
	grep -q "unexpected size\|Hash Sum mismatch" <<<"$said" || fail "a client says: $said"
	new_client
	sed -i 's/^Version: 0.10/Version: 0.11/' "$index"/main/binary-amd64/Packages
	rm "$index"/main/binary-amd64/Packages.*
	expect_refused "unexpected size\|Hash Sum mismatch"
}

refuses_other_contents() {
	local said
	mkdir "$work/other"
	echo other >"$work/other/engarde-bot_0.10.0-1_amd64.deb"
	said=$(publish "$work/other/engarde-bot_0.10.0-1_amd64.deb" 2>&1) && fail "a published package was replaced"
	[[ $said == *"has other contents than"* ]] || fail "repository.sh says: $said"
	said=$("$source/deploy/release/sign.sh" nobody@localhost "$work/release" 2>&1) && fail "signed without a key"
	[[ $said == *'no secret key "nobody@localhost"'* ]] || fail "sign.sh says: $said"
	said=$("$source/deploy/release/sign.sh" localhost "$work/release" 2>&1) && fail "signed with one of two keys"
	[[ $said == *'several secret keys for "localhost"'* ]] || fail "sign.sh says: $said"
}

export SOURCE_DATE_EPOCH=1767225600
mkdir -m 700 "$GNUPGHOME"
make_key releaser@localhost
make_key stranger@localhost
for version in 0.9.0-1 0.10.0-1; do
	make_package $version amd64
	make_package $version arm64
done
for check in finds_newest is_described expires is_reproducible refuses_bad_signatures refuses_other_contents; do
	printf -- '--- %s\n' $check
	$check
done
