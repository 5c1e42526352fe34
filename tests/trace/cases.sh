#!/bin/sh
# usage: cases.sh ENGARDE
# Runs the scripts of valid/ and invalid/ through `engarde trace`, and compares output and status.
# Each file of invalid/ is named after its fault.
set -u
engarde=$1
cd "$(dirname "$0")" || exit 1
actual=$(mktemp) || exit 1
trap 'rm -f "$actual"' EXIT
failed=0
count=0

check() { # script, expected status
	"$engarde" trace <"$1" >"$actual"
	status=$?
	count=$((count + 1))
	if [ "$status" -ne "$2" ] || ! diff "${1%.jsonl}.expected" "$actual"; then
		echo "FAILED $1 (status $status, expected $2)"
		failed=$((failed + 1))
	fi
}

for script in valid/*.jsonl; do
	check "$script" 0
done
for script in invalid/*.jsonl; do
	check "$script" 1
done

# A byte order mark before the first line, and CRLF, change nothing.
{ printf '\357\273\277'; sed 's/$/\r/' valid/no_actions.jsonl; } | "$engarde" trace >"$actual"
status=$?
count=$((count + 1))
if [ "$status" -ne 0 ] || ! diff valid/no_actions.expected "$actual"; then
	echo "FAILED a byte order mark (status $status)"
	failed=$((failed + 1))
fi

# A line of 2 MiB is too long. `engarde trace` must still answer the next line.
{ head -c 2097152 /dev/zero | tr '\0' ' '; echo; cat valid/no_actions.jsonl; } |
	"$engarde" trace >"$actual"
status=$?
count=$((count + 1))
if [ "$status" -ne 1 ] || ! { echo '{"error":"a line is at most 1048576 bytes"}'
	cat valid/no_actions.expected; } | diff - "$actual"; then
	echo "FAILED a line of 2 MiB (status $status)"
	failed=$((failed + 1))
fi

echo "$count cases, $failed failed"
[ "$failed" -eq 0 ]
