#!/usr/bin/env bash
# usage: lang_faults.sh SOURCE_DIR BUILD_DIR CC
# Tests that a language file does not compile if one of its messages is missing, doubled or unknown, and
# that the compiler names the language and the message.
set -u
source=$1 build=$2 cc=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/bot/text/lang"
failed=0

compiles() {
	"$cc" -std=c17 -Wall -Wextra -Werror -D_POSIX_C_SOURCE=200809L -I "$work" -I "$source" -I "$build" \
		-fsyntax-only "$source/bot/text/lang.c" 2>"$work/errors"
}

# refused CODE MESSAGE WHAT: tests that the compiler refuses the changed file of the language CODE, because
# of this message. WHAT names the change.
refused() {
	if cmp -s "$work/bot/text/lang/$1.def" "$source/bot/text/lang/$1.def"; then
		echo "$1: $3: nothing was changed"
		failed=1
	elif compiles; then
		echo "$1: $3: compiles"
		failed=1
	elif ! grep "error:.*_$2\b" "$work/errors" | grep -q "\b$1[._]"; then
		echo "$1: $3: refused for another reason"
		cat "$work/errors"
		failed=1
	fi
	rm "$work/bot/text/lang/$1.def"
}

if ! compiles; then
	cat "$work/errors"
	exit 1
fi
for file in "$source"/bot/text/lang/*.def; do
	code=$(basename "$file" .def)
	[ "$code" = en ] && continue # the messages of en.def are right by definition
	sed '/^M(UNKNOWN,/d' "$file" >"$work/bot/text/lang/$code.def"
	refused "$code" UNKNOWN "a message missing"
	sed 's/^M(UNKNOWN,.*/&\n&/' "$file" >"$work/bot/text/lang/$code.def"
	refused "$code" UNKNOWN "a message doubled"
	sed 's/^M(UNKNOWN,/M(UNKOWN,/' "$file" >"$work/bot/text/lang/$code.def"
	refused "$code" UNKOWN "a message unknown"
	sed '/^M(SOMEBODY,/d; s/^M(UNKNOWN,.*/&\n&/' "$file" >"$work/bot/text/lang/$code.def"
	refused "$code" SOMEBODY "one message doubled, another one missing"
done
exit $failed
