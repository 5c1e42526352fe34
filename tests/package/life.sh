#!/usr/bin/env bash
# usage: life.sh ROOT PACKAGE CACHE [OLDER]
# Tests the package in a new root directory. With OLDER, a package of version 0.1.0, installs OLDER, begins
# a match in its store, and upgrades it after changes by the administrator. Goes back to the older version
# and upgrades again, removes the package, installs it again, and purges it. Also runs the package's
# scripts twice. Nobody answers a question. Without OLDER, only installs, purges and installs. At the end
# the package is installed. CACHE keeps the downloads of apt. Run this as root.
set -euo pipefail
root=$1 package=$2 cache=$3 older=${4-}
version=$(dpkg-deb -f "$package" Version)
store=/var/lib/engarde/engarde.db
copy=$store.version-21 # version 0.1.0 writes stores with this schema

fail() {
	printf 'FAILED: %s\n' "$*" >&2
	exit 1
}

# inside COMMAND…: runs the command with ROOT as its root directory. When the command ends, its
# processes and mounts end, too.
inside() {
	unshare --mount --pid --fork --kill-child --root "$root" --mount-proc \
		env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root \
		DEBIAN_FRONTEND=noninteractive "$@" </dev/null
}

apt_inside() {
	inside apt-get -q -y -o Acquire::Retries=6 -o Dpkg::Options::=--force-unsafe-io "$@"
}

# expect_mode PATH "MODE OWNER GROUP": checks that the file has this mode, owner and group.
expect_mode() {
	local path=$1 wanted=$2 found
	found=$(inside stat -c '%a %U %G' "$path") || fail "there is no $path"
	[ "$found" = "$wanted" ] || fail "$path is $found, not $wanted"
}

expect_gone() {
	local path
	for path; do
		if [ -e "$root$path" ] || [ -L "$root$path" ]; then
			fail "$path is still there"
		fi
	done
}

# ask_console LINE…: sends the lines to engarde-bot --console and prints the answer. The console uses
# the service's store.
ask_console() {
	printf '%s\n' "$@" >"$root/tmp/lines"
	inside setpriv --reuid engarde --regid engarde --clear-groups \
		sh -c "engarde-bot --console --seed 1 --store $store </tmp/lines"
}

# expect_answer PATTERN LINE…: sends the lines to the console. The answer must contain PATTERN.
expect_answer() {
	local wanted=$1 answer
	shift
	answer=$(ask_console "$@")
	grep -q -- "$wanted" <<<"$answer" || fail "the console answers this to $*: $answer"
}

# Checks that root does not follow a link in the folder of the service's user.
expect_link_not_followed() {
	local config=/etc/engarde/nowhere.yaml
	printf 'matrix: {homeserver: "http://127.0.0.1:9", user: "@engarde:nowhere", %s}\n' \
		'password_file: /etc/engarde/password' >"$root$config"
	install -m 600 /dev/stdin "$root/root/precious" <<<"precious"
	inside setpriv --reuid engarde --regid engarde --clear-groups ln -s /root/precious "$store-shm"
	inside engarde-bot --config $config login && fail "login succeeded without a homeserver"
	expect_mode /root/precious "600 root root"
	inside sh -c "rm $config $store-shm; find /var/lib/engarde ! -user engarde" | grep . &&
		fail "root has left files in the service's folder"
	return 0
}

# first_install PACKAGE: installs the package and what it depends on.
first_install() {
	apt_inside install --no-install-recommends "$1" ||
		{ apt_inside update && apt_inside install --no-install-recommends "$1"; }
	cp -u "$root"/var/cache/apt/archives/*.deb "$cache/archives/"
}

installed() {
	first_install /tmp/newer.deb
	expect_sound
}

installed_old() {
	local explained
	cp "$older" "$root/tmp/older.deb"
	first_install /tmp/older.deb
	expect_mode /etc/engarde "755 root root"
	expect_mode /var/lib/engarde "700 engarde engarde"
	inside getent passwd engarde | grep -q ':/var/lib/engarde:/usr/sbin/nologin$' || fail "the user engarde is missing or wrong"
	expect_gone /etc/systemd/system/multi-user.target.wants/engarde-bot.service
	inside engarde-bot --version
	inside engarde --version
	explained=$(inside engarde-bot --check-config 2>&1) && fail "the example configuration works without an account"
	[[ $explained == "/etc/engarde/password: can't be opened"* ]] || fail "--check-config says: $explained"
}

administer() {
	sed -i 's/^#language: en/language: nl/' "$root/etc/engarde/engarde.yaml"
	install -m 600 /dev/stdin "$root/etc/engarde/password" <<<"sesame"
	cp -p "$root/etc/engarde/password" "$root/etc/engarde/password.old" # setup leaves such a file
	inside engarde-bot --check-config | grep -q 'is fine' || fail "the configuration is not fine"
	inside ln -s /lib/systemd/system/engarde-bot.service \
		/etc/systemd/system/multi-user.target.wants/engarde-bot.service
	expect_link_not_followed
	# A match begins. The players choose by number, as version 0.1.0 lists the choices. With this seed
	# Alice is the first to act.
	expect_answer 'distance 19' 'alice: !engarde challenge @bob' 'bob: !engarde accept' 'alice> 1' 'bob> 1'
}

# Checks that the changes of the administrator and the store of the service are still there.
expect_kept() {
	grep -q '^language: nl' "$root/etc/engarde/engarde.yaml" || fail "the configuration is lost"
	[ "$(cat "$root/etc/engarde/password")" = sesame ] || fail "the password is lost"
	expect_mode /etc/engarde/password "600 root root"
	expect_mode $store "600 engarde engarde"
	[ -L "$root/etc/systemd/system/multi-user.target.wants/engarde-bot.service" ] ||
		fail "the unit is not enabled any more"
}

expect_sound() {
	# shellcheck disable=SC2016 # dpkg-query's own format
	[ "$(inside dpkg-query -W -f '${Version} ${Status}' engarde-bot)" = \
		"$version install ok installed" ] || fail "the package is not installed"
	[ -z "$(inside dpkg --audit)" ] || fail "dpkg --audit: $(inside dpkg --audit)"
	# All files are as packaged. dpkg still knows the changed configuration of the older version.
	inside dpkg --verify engarde-bot | grep -v ' c /etc/engarde/engarde.yaml$' && fail "dpkg --verify"
	return 0
}

# upgrade: installs the newer version over the older one. The match goes on, and there is a copy of the
# older store.
upgrade() {
	apt_inside install --no-install-recommends /tmp/newer.deb
	expect_sound
	inside engarde-bot --version | grep -q ", with encryption," || fail "the package is without encryption"
	expect_kept
	expect_gone /etc/engarde/engarde.yaml.dpkg-{dist,old,new}
	# Advance 3, by the number in the list of version 0.1.0.
	expect_answer 'W 6 — 16 — 22 B' 'alice> 1'
	expect_mode $copy "600 engarde engarde"
}

upgraded() {
	upgrade
	# dpkg may run the package's scripts again. The second time they must change nothing.
	for _ in 1 2; do
		inside /var/lib/dpkg/info/engarde-bot.postinst configure "$version"
		inside /var/lib/dpkg/info/engarde-bot.prerm upgrade "$version"
	done
	expect_sound
	expect_kept
}

# The guide's way back to the version before.
went_back() {
	local explained
	apt_inside install --no-install-recommends --allow-downgrades /tmp/older.deb
	expect_kept
	explained=$(ask_console 2>&1) && fail "version 0.1.0 opens the store of a newer version"
	[[ $explained == *"written by a newer version"* ]] || fail "version 0.1.0 says: $explained"
	inside engarde-bot restore $copy
	expect_kept
	expect_answer 'distance 19' 'alice> hand' # as it was before the upgrade
	rm "$root$copy"
	upgrade
}

removed() {
	apt_inside remove engarde-bot
	expect_gone /usr/bin/engarde-bot /usr/bin/engarde /usr/lib/systemd/system/engarde-bot.service
	expect_kept
	apt_inside install --no-install-recommends /tmp/newer.deb
	expect_sound
	expect_kept
}

purged() {
	local left explained
	cp "$root/var/lib/dpkg/info/engarde-bot.postrm" "$root/tmp/postrm"
	apt_inside purge engarde-bot
	for _ in 1 2; do
		inside /tmp/postrm purge
	done
	rm -f "$root"/var/cache/apt/archives/engarde*
	left=$(inside find / -xdev -path '*engarde*' -not -path '/proc/*')
	[ -z "$left" ] || fail "left behind: $left"
	apt_inside install --no-install-recommends /tmp/newer.deb
	expect_sound
	expect_gone /etc/engarde/engarde.yaml
	explained=$(inside engarde-bot --check-config 2>&1) && fail "the bot needs no configuration"
	[[ $explained == *"engarde-bot setup writes it"* ]] || fail "--check-config says: $explained"
}

cp "$package" "$root/tmp/newer.deb"
stages=(installed purged)
[ -z "$older" ] || stages=(installed_old administer upgraded went_back removed purged)
for stage in "${stages[@]}"; do
	printf -- '--- %s\n' "$stage"
	$stage
done
