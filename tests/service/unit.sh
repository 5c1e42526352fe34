#!/usr/bin/env bash
# usage: unit.sh UNIT PROGRAM
# The systemd unit: understood without a complaint, and exposed no more than 1.1 of 10 by
# systemd's own scale.
set -u
unit=$1
program=$2
most=11 # tenths
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

if ! command -v systemd-analyze >/dev/null; then
	echo "**** THERE IS NO systemd-analyze: THE UNIT HAS NOT BEEN CHECKED ****" >&2
	[ "${CI-}" = true ] && exit 1
	exit 77
fi

exposed() {
	systemd-analyze security --offline=true --no-pager --threshold=$most "$1" >"$work/said" 2>&1
}

# Where the unit looks for the program there may be none yet. The rest is as it is installed.
sed "s,^ExecStart=.*/engarde-bot,ExecStart=$program," "$unit" >"$work/engarde-bot.service"
if ! systemd-analyze verify --man=no "$work/engarde-bot.service" >"$work/said" 2>&1 ||
	[ -s "$work/said" ]; then
	echo "not verified:"
	cat "$work/said"
	failed=1
fi
if ! exposed "$work/engarde-bot.service"; then
	echo "exposed:"
	grep -v '✓' "$work/said"
	failed=1
fi
tail -n 1 "$work/said"

# The measure notices what is left open.
for line in ProtectSystem=strict CapabilityBoundingSet= 'SystemCallFilter=~'; do
	grep -v "^$line" "$work/engarde-bot.service" >"$work/opened.service"
	if cmp -s "$work/opened.service" "$work/engarde-bot.service" || exposed "$work/opened.service"; then
		echo "without $line it is exposed no more"
		failed=1
	fi
done
exit $failed
