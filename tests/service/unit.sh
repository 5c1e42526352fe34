#!/usr/bin/env bash
# usage: unit.sh UNIT PROGRAM MOST [TIMER]
# Checks that systemd accepts the unit, and the timer that starts it, and that the unit's exposure is
# at most MOST tenths on systemd's own scale, which ends at 10.
set -u
unit=$1
program=$2
most=$3
timer=${4-}
name=$(basename "$unit")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

if ! command -v systemd-analyze >/dev/null; then
	echo "**** THERE IS NO systemd-analyze: THE UNIT HAS NOT BEEN CHECKED ****" >&2
	[ "${CI-}" = true ] && exit 1
	exit 77
fi

# Returns whether the exposure of the unit is at most the limit.
is_confined() {
	systemd-analyze security --offline=true --no-pager --threshold="$most" "$1" >"$work/said" 2>&1
}

# The program may not be installed yet, so the tested unit runs PROGRAM, which was just built.
sed -E "s,^(ExecStart=|ExecReload=\\+).*/engarde-bot,\\1$program," "$unit" >"$work/$name"
[ -z "$timer" ] || cp "$timer" "$work"
if ! systemd-analyze verify --man=no "$work/$name" ${timer:+"$work/$(basename "$timer")"} >"$work/said" 2>&1 ||
	[ -s "$work/said" ]; then
	echo "not verified:"
	cat "$work/said"
	failed=1
fi
if ! is_confined "$work/$name"; then
	echo "exposed:"
	grep -v '✓' "$work/said"
	failed=1
fi
tail -n 1 "$work/said"

# Checks that the limit notices a weaker unit: without one of these lines the exposure must be above
# the limit.
for line in ProtectSystem=strict CapabilityBoundingSet= 'SystemCallFilter=~'; do
	grep -v "^$line" "$work/$name" >"$work/opened.service"
	if cmp -s "$work/opened.service" "$work/$name" || is_confined "$work/opened.service"; then
		echo "without $line the exposure stays below the limit"
		failed=1
	fi
done
exit $failed
