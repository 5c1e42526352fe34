#!/usr/bin/env bash
# usage: faults.sh SOURCE_DIR CC
# A language that lacks a message, has one twice, or has one that is unknown does not compile.
set -u
source=$1 cc=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/bot/lang"
failed=0

compiles() {
	"$cc" -std=c17 -Wall -Wextra -Werror -D_POSIX_C_SOURCE=200809L -I "$work" -I "$source" \
		-fsyntax-only "$source/bot/lang.c" 2>"$work/errors"
}

# refused CODE WHAT: the changed file is refused, for its own fault.
refused() {
	if cmp -s "$work/bot/lang/$1.def" "$source/bot/lang/$1.def"; then
		echo "$1: $2: nothing was changed"
		failed=1
	elif compiles; then
		echo "$1: $2: compiles"
		failed=1
	elif ! grep -q "bot/lang/$1.def\|bot/lang/table.inc" "$work/errors"; then
		echo "$1: $2: refused for another reason"
		cat "$work/errors"
		failed=1
	fi
	rm "$work/bot/lang/$1.def"
}

if ! compiles; then
	cat "$work/errors"
	exit 1
fi
for file in "$source"/bot/lang/*.def; do
	code=$(basename "$file" .def)
	[ "$code" = en ] && continue # says which there are
	sed '/^M(UNKNOWN,/d' "$file" >"$work/bot/lang/$code.def"
	refused "$code" "a message missing"
	sed 's/^M(UNKNOWN,.*/&\n&/' "$file" >"$work/bot/lang/$code.def"
	refused "$code" "a message doubled"
	sed 's/^M(UNKNOWN,/M(UNKOWN,/' "$file" >"$work/bot/lang/$code.def"
	refused "$code" "a message unknown"
	sed '/^M(SOMEBODY,/d; s/^M(UNKNOWN,.*/&\n&/' "$file" >"$work/bot/lang/$code.def"
	refused "$code" "a message doubled for one that is missing"
done
exit $failed
