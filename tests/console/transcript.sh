#!/usr/bin/env bash
# usage: transcript.sh PROGRAM [--update] SCRIPT.in…
# Checks that each script gives the transcript SCRIPT.out, byte for byte, with a store in memory and
# with a store in a file. With --update this script writes the transcripts instead of checking them.
# Read the new transcripts afterwards. They have the word VERSION in place of the bot's version. If there is a file SCRIPT.yaml, it is the configuration.
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

# run SCRIPT OPTION…: prints the transcript of a script. The status is the console's.
run() {
	"$program" "${@:2}" <"$1" | sed "s/engarde-bot ${version//./\\.}/engarde-bot VERSION/"
	return "${PIPESTATUS[0]}"
}

for script in "$@"; do
	wanted=${script%.in}.out
	# The console ends with status 1 if it did not understand a line.
	expected=0
	[ "$(basename "$script")" = orders.in ] && expected=1
	options=(--console --seed 1)
	[ -f "${script%.in}.yaml" ] && options+=(--config "${script%.in}.yaml")
	run "$script" "${options[@]}" >"$work/out"
	status=$?
	if [ $status -ne $expected ]; then
		echo "$script: status $status, not $expected"
		failed=1
	fi
	if $update; then
		cp "$work/out" "$wanted"
		continue
	fi
	if ! diff -u "$wanted" "$work/out"; then
		echo "$script: the transcript differs; after a change on purpose, run from the top folder:"
		echo "    tests/console/transcript.sh build/dev/bin/engarde-bot --update tests/console/*.in"
		failed=1
	fi
	rm -f "$work"/store*
	run "$script" "${options[@]}" --store "$work/store" >"$work/kept"
	if ! cmp "$work/out" "$work/kept"; then
		echo "$script: with a store in a file the transcript differs"
		failed=1
	fi
done
exit $failed
