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

# refused MESSAGE WHAT SCRIPT: changes all languages by this script of sed, and tests that the compiler refuses
# each of them because of this message. WHAT names the change.
refused() {
	for code in $codes; do
		sed "$3" "$source/bot/text/lang/$code.def" >"$work/bot/text/lang/$code.def"
	done
	compiles
	for code in $codes; do
		if cmp -s "$work/bot/text/lang/$code.def" "$source/bot/text/lang/$code.def"; then
			echo "$code: $2: nothing was changed"
			failed=1
		elif ! grep "error:.*_$1\b" "$work/errors" | grep -q "\b${code}[._]"; then
			echo "$code: $2: compiles, or is refused for another reason"
			failed=1
		fi
	done
	[ "$failed" = 0 ] || cat "$work/errors"
}

if ! compiles; then
	cat "$work/errors"
	exit 1
fi
codes=
for file in "$source"/bot/text/lang/*.def; do
	code=$(basename "$file" .def)
	[ "$code" = en ] || codes+=" $code" # the messages of en.def are right by definition
done
refused UNKNOWN "a message missing" '/^M(UNKNOWN,/d'
refused UNKNOWN "a message doubled" 's/^M(UNKNOWN,.*/&\n&/'
refused UNKOWN "a message unknown" 's/^M(UNKNOWN,/M(UNKOWN,/'
refused SOMEBODY "one message doubled, another one missing" '/^M(SOMEBODY,/d; s/^M(UNKNOWN,.*/&\n&/'
exit $failed
