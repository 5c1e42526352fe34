#!/bin/sh
# usage: headers.sh SOURCE COMPILER [FLAGS...]
# Checks that every header compiles alone.
set -u
cd "$1" || exit 1
compiler=$2
shift 2
failed=0
count=0
list=$(mktemp) || exit 1
trap 'rm -f "$list"' EXIT
find engine bot config adapters tests -name '*.h' >"$list"
while read -r header; do
	count=$((count + 1))
	printf '#include "%s"\ntypedef int something;\n' "$header" |
		"$compiler" -std=c17 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -Werror \
			-fsyntax-only -I. "$@" -x c - || {
		echo "FAILED $header"
		failed=$((failed + 1))
	}
done <"$list"
echo "$count headers, $failed failed"
[ "$failed" -eq 0 ] && [ "$count" -gt 0 ]
