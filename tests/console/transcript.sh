#!/usr/bin/env bash
# usage: transcript.sh PROGRAM [--update] TRANSCRIPT.out…
# Checks that the console answers what people type in each transcript as the transcript says, byte for byte,
# with a store in memory and with a store in a file. A transcript is its own script: the bot's lines begin
# with "[", and people have typed all others. With --update this script writes the bot's lines anew instead
# of checking them, so a new transcript begins as a file with the typed lines alone. Read the new transcripts
# afterwards. They have the word VERSION in place of the bot's version. If there is a file TRANSCRIPT.yaml,
# it is the configuration.
set -u
program=$1
shift
update=false
if [ "$1" = --update ]; then
	update=true
	shift
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
version=$("$program" --version | sed 's/^engarde-bot \([^,]*\),.*/\1/')

# run TRANSCRIPT OPTION…: prints what the console makes of the typed lines. The status is the console's. The
# console must not read what comes after /quit.
run() {
	grep -v '^\[' "$1" | sed '$s,^/quit$,&\nalice: !engarde help,' | "$program" "${@:2}" |
		sed "s/engarde-bot ${version//./\\.}/engarde-bot VERSION/"
	return "${PIPESTATUS[2]}"
}

for transcript in "$@"; do
	# The console ends with status 1 if it did not understand a line.
	expected=0
	[ "$(basename "$transcript")" = orders.out ] && expected=1
	options=(--console --seed 1)
	[ -f "${transcript%.out}.yaml" ] && options+=(--config "${transcript%.out}.yaml")
	run "$transcript" "${options[@]}" >"$work/out"
	status=$?
	if [ $status -ne $expected ]; then
		echo "$transcript: status $status, not $expected"
		failed=1
	fi
	if $update; then
		cp "$work/out" "$transcript"
		continue
	fi
	if ! diff -u "$transcript" "$work/out"; then
		echo "$transcript: the console answers something else; after a change on purpose, run from the top folder:"
		echo "    tests/console/transcript.sh build/dev/bin/engarde-bot --update tests/console/*.out"
		failed=1
	fi
	rm -f "$work"/store*
	run "$transcript" "${options[@]}" --store "$work/store" >"$work/kept"
	if ! cmp "$work/out" "$work/kept"; then
		echo "$transcript: with a store in a file the transcript differs"
		failed=1
	fi
done
exit $failed
