#!/usr/bin/env bash
# usage: sheets.sh PROGRAM [--update]
# Every message of every language is what its sheet here says. With --update the sheets are written
# anew, to be read: build/dev/bin/lang_sheet is the PROGRAM.
set -u
program=$(realpath -e "$1") || exit 1
update=${2-}
cd "$(dirname "$0")" || exit 1
failed=0
for def in ../../../bot/lang/*.def; do
	code=$(basename "$def" .def)
	if [ "$update" = --update ]; then
		"$program" "$code" >"$code.txt" || failed=1
	elif ! diff -u "$code.txt" <("$program" "$code"); then
		echo "$code: the sheet differs; tests/unit/lang/sheets.sh build/dev/bin/lang_sheet --update"
		failed=1
	fi
done
for sheet in *.txt; do
	if [ ! -f "../../../bot/lang/${sheet%.txt}.def" ]; then
		echo "$sheet: there is no such language"
		failed=1
	fi
done
exit $failed
