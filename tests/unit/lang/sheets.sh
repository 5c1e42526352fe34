#!/usr/bin/env bash
# usage: sheets.sh PROGRAM [--update]
# Compares the messages of each language with the sheet of the language in this folder. PROGRAM is
# build/dev/bin/lang_sheet. With --update the script writes the sheets again; read their changes.
set -u
program=$(realpath -e "$1") || exit 1
update=${2-}
cd "$(dirname "$0")" || exit 1
failed=0
for def in ../../../bot/text/lang/*.def; do
	code=$(basename "$def" .def)
	if [ "$update" = --update ]; then
		"$program" "$code" >"$code.txt" || failed=1
	elif ! diff -u "$code.txt" <("$program" "$code"); then
		echo "$code: the sheet differs; tests/unit/lang/sheets.sh build/dev/bin/lang_sheet --update"
		failed=1
	fi
done
for sheet in *.txt; do
	if [ ! -f "../../../bot/text/lang/${sheet%.txt}.def" ]; then
		echo "$sheet: there is no such language"
		failed=1
	fi
done
exit $failed
