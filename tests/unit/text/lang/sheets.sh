#!/usr/bin/env bash
# usage: sheets.sh PROGRAM [--update]
# For each language this folder has a sheet with all messages. The script compares the sheets with
# the present messages. PROGRAM is build/dev/bin/lang_sheet. With --update the script writes the
# sheets again; then read what has changed in them.
set -u
program=$(realpath -e "$1") || exit 1
update=${2-}
cd "$(dirname "$0")" || exit 1
failed=0
for def in ../../../../bot/text/lang/*.def; do
	code=$(basename "$def" .def)
	if [ "$update" = --update ]; then
		"$program" "$code" >"$code.txt" || failed=1
	elif ! diff -u "$code.txt" <("$program" "$code"); then
		echo "$code: the sheet differs; tests/unit/text/lang/sheets.sh build/dev/bin/lang_sheet --update"
		failed=1
	fi
done
for sheet in *.txt; do
	if [ ! -f "../../../../bot/text/lang/${sheet%.txt}.def" ]; then
		echo "$sheet: there is no such language"
		failed=1
	fi
done
exit $failed
