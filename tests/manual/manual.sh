#!/usr/bin/env bash
# usage: manual.sh SOURCE PAGES ENGARDE-BOT ENGARDE
# The manual's pages: well written for both formatters, and complete: every option and command that
# a program's --help names is in its page, every key of the example in the configuration's.
set -u
source=$1 pages=$2 bot=$3 engarde=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
	echo "FAILED: $*"
	failed=1
}

for page in engarde-bot.1 engarde.1 engarde.yaml.5; do
	gzip -dc "$pages/$page.gz" >"$work/$page" || fail "there is no $page"
	mandoc -Tlint -Wwarning "$work/$page" || fail "mandoc complains of $page"
	man --warnings -E UTF-8 -l -Tutf8 -Z "$work/$page" 2>"$work/said" >"$work/set"
	if [ ! -s "$work/set" ] || [ -s "$work/said" ]; then
		fail "man: $page: $(cat "$work/said")"
	fi
	mandoc -Tascii "$work/$page" | col -bx >"$work/$page.txt"
done

# names PAGE WORD…: each stands in the page.
names() {
	local page=$1 word
	shift
	[ $# -gt 3 ] || fail "$page: the program's help has only: $*"
	for word; do
		grep -qE -- "(^|[^a-z-])$word([^a-z-]|\$)" "$work/$page.txt" || fail "$page: no $word"
	done
}
options() {
	"$1" --help | grep -oE -- '--[a-z-]+' | sort -u
}
# shellcheck disable=SC2046 # words
names engarde-bot.1 $(options "$bot") \
	$("$bot" --help | sed -nE 's/^  engarde-bot (\[[^]]*\] )*([a-z]+)( .*|$)/\2/p')
# shellcheck disable=SC2046
names engarde.1 $(options "$engarde") $("$engarde" --help | sed -nE 's/^  engarde ([a-z]+).*/\1/p')

keys() {
	grep -cE '^ *#?[a-z_]+:' "$1"
}
wanted=$(keys "$source/config/engarde.example.yaml")
found=$(grep -c '^\.It Ic' "$work/engarde.yaml.5")
[ "$wanted" -eq "$found" ] || fail "engarde.yaml.5 has $found keys, the example $wanted"
exit $failed
