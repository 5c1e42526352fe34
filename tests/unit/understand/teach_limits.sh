#!/bin/sh
# Tests that `teach` leaves out no sentence in silence: it learns short sheets, and refuses a sentence
# with too many words. Usage: teach_limits.sh TEACH
set -eu

folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
for language in de en es fr it ja nl; do
	printf 'about\t-\twho\n' >"$folder/$language.tsv"
done
"$1" "$folder" >"$folder/weights.def"
printf 'about\t-\t%s\n' "$(seq -s ' ' 40)" >>"$folder/en.tsv"
if "$1" "$folder" >"$folder/weights.def" 2>"$folder/said"; then
	echo "teach has left out a sentence" >&2
	exit 1
fi
grep -q "too many words: 1 2 3" "$folder/said"
