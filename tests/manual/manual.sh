#!/usr/bin/env bash
# usage: manual.sh SOURCE PAGES ENGARDE-BOT ENGARDE
# Checks the man pages: mandoc and man accept them without a warning. Each option and command that
# --help names is in the page of its program, and so is each rule set. The page of all commands,
# bot/commands/README.md, mentions each command that people give to the bot, and each rule set. Each key of
# the example configuration is in engarde.yaml(5).
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
	mandoc -Tlint -Wwarning "$work/$page" || fail "mandoc warns about $page"
	man --warnings -E UTF-8 -l -Tutf8 -Z "$work/$page" 2>"$work/said" >"$work/set"
	if [ ! -s "$work/set" ] || [ -s "$work/said" ]; then
		fail "man: $page: $(cat "$work/said")"
	fi
	mandoc -Tascii "$work/$page" | col -bx >"$work/$page.txt"
done

# names PAGE WORD…: checks that the page has each word.
names() {
	local page=$1 word
	shift
	[ $# -gt 3 ] || fail "$page: too few options in the program's help: $*"
	for word; do
		grep -qE -- "(^|[^a-z-])$word([^a-z-]|\$)" "$work/$page.txt" || fail "$page does not mention $word"
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

# shellcheck disable=SC2207 # words
sets=($("$engarde" --help | sed -nE 's/ \(the default\)//; s/^Rule sets: (.*)\.$/\1/p' | tr -d ,))
names engarde.1 "${sets[@]}"
for set in "${sets[@]}"; do
	grep -qE "^\| .challenge .*[[|\\]${set}[]|\\]" "$source/bot/commands/README.md" || fail "bot/commands/README.md does not mention $set"
done

# The page of the commands mentions each command of the bot. The lines of "help all" begin with them.
# shellcheck disable=SC2016 # the backticks are in the text
commands=$(printf 'ann> language en\nann> help all\n' | "$bot" --console --seed 1 |
	sed -nE 's/^\[to ann\] `([a-z]+)` – .*/\1/p')
[ "$(wc -w <<<"$commands")" -gt 30 ] || fail "too few commands in the bot's help: $commands"
for command in $commands; do
	grep -qE "^\|.*\`${command}[ \`]" "$source/bot/commands/README.md" || fail "bot/commands/README.md does not mention $command"
done

keys() {
	grep -cE '^ *#?[a-z_]+:' "$1"
}
wanted=$(keys "$source/config/engarde.example.yaml")
found=$(grep -c '^\.It Ic' "$work/engarde.yaml.5")
[ "$wanted" -eq "$found" ] || fail "engarde.yaml.5 has $found keys, the example $wanted"
exit $failed
