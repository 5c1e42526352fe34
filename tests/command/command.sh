#!/bin/sh
# usage: command.sh ENGARDE
# Tests the command line of `engarde`: its output, its status, and matches at the keyboard.
set -u
engarde=$1
program=$1
name=engarde
advice='engarde'
# shellcheck source=tests/command/checks.sh
. "$(dirname "$0")/checks.sh"

misused
misused fence
misused --nonsense
misused trace file
misused play --rules chess
misused play --touches 16
misused play --touches 0
misused play --touches 5x
misused play --against me
misused play --against maitre:0
misused play now
misused bench --seconds 0
misused arena
misused arena maitre
misused arena maitre nobody
misused arena random greedy --rounds 0
misused arena random greedy --rules chess
misused arena random greedy --seed -1
misused choose
misused choose nobody
misused bench --seconds
misused bench --seed -1
misused bench --rules none
misused verify
misused verify one.record another.record
misused verify /nowhere/at.all
misused replay
misused replay /
misused analyse
misused analyse one.record another.record
misused analyse /nowhere/at.all
misused analyse --plot

# A number that is too large is answered with the range.
while read -r option range command; do
	# shellcheck disable=SC2086 # the command and its arguments are several words
	misused $command $option 18446744073709551616
	says "$command $option" "$text" "$option must be a number from $range\$"
done <<'EOF'
--seed 0.to.18446744073709551615 bench
--seed 0.to.18446744073709551615 arena random greedy
--rounds 1.to.1000000000 arena random greedy
--seconds 1.to.3600 bench
--touches 1.to.15 play
EOF

text=$("$engarde" --help)
expect help 0 $?
says help "$text" 'engarde trace'
for command in trace play bench verify replay analyse arena choose; do
	text=$("$engarde" $command --help)
	expect "help of $command" 0 $?
	says "help of $command" "$text" "engarde $command"
done
text=$("$engarde" arena --round 2>&1)
expect 'an option without its value' 2 $?
says 'an option without its value' "$text" 'engarde arena: --round: there is no such option'
text=$("$engarde" --version)
expect version 0 $?
says version "$text" '^engarde [0-9]'

# On a full device the program reports that it could not write.
if [ -w /dev/full ]; then
	"$engarde" --help >/dev/full 2>/dev/null
	expect 'a full device' 1 $?
fi

# If the input ends, the match ends too.
text=$("$engarde" play </dev/null)
expect 'play, no input' 0 $?
says 'play, no input' "$text" 'left unfinished'
text=$(printf '\na' | "$engarde" play)
expect 'play, input cut' 0 $?
says 'play, input cut' "$text" 'left unfinished'
text=$(printf 'q\n' | "$engarde" play --against random)
says 'play, leaving' "$text" 'left unfinished'
for word in Q quit exit Quit; do
	text=$(printf '%s\n+9\n' $word | "$engarde" play --against random)
	says "play, $word" "$text" 'left unfinished'
	if printf '%s\n' "$text" | grep -q 'You hold'; then
		echo "FAILED play, $word: does not leave"
		failed=$((failed + 1))
	fi
done

# After an answer that is wrong or too long for the buffer, the program asks again.
text=$({ printf 'x\n99\n0\n-9\n+6\n\n'; head -c 500 /dev/zero | tr '\0' '1'; printf '\na\n'; } |
	"$engarde" play --against random)
expect 'play, nonsense' 0 $?
says 'play, nonsense' "$text" '^White: '
[ "$(printf '%s\n' "$text" | grep -c ' You can play:')" -eq 7 ] || {
	echo 'FAILED play, nonsense: not seven refusals'
	failed=$((failed + 1))
}

# The program understands each form of an action that it lists: the letter, the notation and the words.
# White holds 2 4 4 4 5 and begins.
answers() { # answer…: what the program says to these answers of White
	printf '%s\n' "$@" | "$engarde" play --against random --seed bout
}
first=$(answers q | sed -n 's/^  a  +\([1-5]\) .*/\1/p')
for answer in a A 'a ' ' A  ' 'a)' "+$first" "advance $first" "Advance  $first" "$first" \
	"Vor $first" "VORWäRTS $first" "vooruit $first" "avanti $first "; do
	says "play, $answer" "$(answers "$answer")" "^White: advance $first\$"
done
says 'play, Zurück 4' "$(answers 5 'Zurück 4')" '^White: retreat 4$'
hinted=$(answers Hint | sed -n 's/^.*The maitre would play: \(.*\)\.$/\1/p')
says 'play, hint' "$(answers "$hinted")" "^White: $hinted\$"
# A hint changes nothing in the match.
played=$(answers a a a | grep '^Black: ')
hinted=$(answers hint a hint a a | grep '^Black: ')
if [ -z "$played" ] || [ "$played" != "$hinted" ]; then
	echo 'FAILED play, hint: the match is another one'
	failed=$((failed + 1))
fi
text=$(answers help '?' 9 advance)
[ "$(printf '%s\n' "$text" | grep -c 'Type the letter of a line')" -eq 2 ] || {
	echo 'FAILED play: help and ? do not explain'
	failed=$((failed + 1))
}
says 'play, 9' "$text" 'You hold no 9. You can play:'
says 'play, advance' "$text" 'Which of these?'
# White holds 2 4 4 4 5.
for fault in '+3:You hold no 3' '5 5:You hold the 5 only 1 time\.' '4444:the 4 only 3 times' \
	'z:No line has the letter z' 'jump:That cannot be played now'; do
	says "play, ${fault%%:*}" "$(answers "${fault%%:*}")" "${fault#*:}"
done
# Each turn of these two: Enter, a wrong answer, and the first line of the list.
text=$(yes '
jump
a' | "$engarde" play --touches 1 --seed bout)
says 'play, attacked' "$text" 'You must answer the attack first\. You can play:'
text=$(answers rules)
says 'play, rules' "$text" 'the distance between the fencers'
says 'play, rules' "$text" 'advance with one card and attack at once'
text=$(printf 'rules\n' | "$engarde" play --against random --rules basic)
says 'play, rules basic' "$text" 'one last lunge'
# A whole match in the words of the lists is the same match.
listed=$(yes a | "$engarde" play --against random --touches 1 --seed bout |
	sed -n 's/^White: \(.*\)/\1/p')
text=$(printf '%s\n' "$listed" | "$engarde" play --against random --touches 1 --seed bout)
says 'play, in the words of the list' "$listed" 'attack with'
says 'play, in the words of the list' "$text" '^Black wins the match'

# Whole matches of each rule set, with one person and with two people. The same seed gives the same
# match.
sets=$("$engarde" --help | sed -n 's/ (the default)//; s/^Rule sets: \(.*\)\.$/\1/p' | tr -d ,)
says 'the rule sets of --help' "$sets" '^basic .*ferti$'
for rules in $sets; do
	text=$(yes a | "$engarde" play --against random --rules "$rules" --touches 2 --seed bout)
	expect "play $rules" 0 $?
	says "play $rules" "$text" '^\(White\|Black\) wins the match\.$'
	again=$(yes a | "$engarde" play --against random --rules "$rules" --touches 2 --seed bout)
	[ "$text" = "$again" ] || {
		echo "FAILED play $rules: the same seed gave another match"
		failed=$((failed + 1))
	}
	text=$(yes a | "$engarde" play --rules "$rules" --touches 1)
	says "play $rules, two" "$text" '^\(White\|Black\) wins the match\.$'
	says "play $rules, two" "$text" '^Black, take the keyboard'
done

# A whole match against each opponent. The same seed gives the same match.
for opponent in novice fencer maitre:400; do
	text=$(yes a | "$engarde" play --against $opponent --touches 1 --seed bout)
	expect "play against $opponent" 0 $?
	says "play against $opponent" "$text" '^Black: '
	says "play against $opponent" "$text" '^\(White\|Black\) wins the match\.$'
	again=$(yes a | "$engarde" play --against $opponent --touches 1 --seed bout)
	[ "$text" = "$again" ] || {
		echo "FAILED play against $opponent: the same seed gave another match"
		failed=$((failed + 1))
	}
done

# A person who plays White against the program must not see Black's hand.
text=$(yes a | "$engarde" play --against maitre --touches 1 --seed bout)
if printf '%s\n' "$text" | grep -q "Black's hand"; then
	echo "FAILED play against maitre: Black's hand is shown"
	failed=$((failed + 1))
fi
says 'play against maitre' "$text" "White's hand"

# The commands for other programs: arena and choose.
text=$("$engarde" arena actor random --rounds 20 --rules standard --seed 2 --json 2>&1)
expect arena 0 $?
number='[01]\.[0-9]*'
says arena "$text" "^{.*\"rounds\":20,.*\"score\":$number,\"low\":$number,\"high\":$number,\"adjusted\":{\"score\":$number,\"low\":$number,\"high\":$number}}\$"
[ "$text" = "$("$engarde" arena actor random --rounds 20 --rules standard --seed 2 --json)" ] || {
	echo 'FAILED arena: the same seed gave another score'
	failed=$((failed + 1))
}
says 'arena --plain' "$("$engarde" arena random greedy --rounds 5 --plain --json)" "\"high\":$number}\$"
text=$("$engarde" arena random greedy --rounds 5)
says 'arena, in words' "$text" '^random against greedy, adv'
says 'arena, in words' "$text" '^5 decks, played from both seats$'
text=$("$engarde" arena random greedy --rounds 1 --plain)
says 'arena, one deck' "$text" '^1 deck, played from both seats$'
text=$(echo '{"seat":"white","dealt":[1,1,1,1,4]}' | "$engarde" choose greedy)
expect choose 0 $?
says choose "$text" '^{"action":"+4"}$'
text=$(echo '{"seat":"black","dealt":[1,1,1,1,4]}' | "$engarde" choose maitre)
expect 'choose, not on turn' 1 $?
says 'choose, not on turn' "$text" '^{"error":"the seat is not to act"}$'
# A program that writes one line and waits gets its answer before it closes the pipe.
pipes=$(mktemp -d)
mkfifo "$pipes/in" "$pipes/out"
for command in trace 'choose greedy'; do
	# shellcheck disable=SC2086 # the command and its argument are two words
	"$engarde" $command <"$pipes/in" >"$pipes/out" &
	exec 3>"$pipes/in" 4<"$pipes/out"
	echo 'nothing' >&3
	says "$command, one line" "$(timeout 60 head -n 1 <&4)" '"error"'
	exec 3>&- 4<&-
	wait $!
	expect "$command, one line" 1 $?
done
rm -r "$pipes"

# replay shows each board once, with both hands, and no control characters.
records=$(dirname "$0")/../record
text=$("$engarde" replay "$records/valid/won.record" </dev/null)
expect replay 0 $?
says replay "$text" '^Round 2\. Black begins\.$'
says replay "$text" '^13\. Black: attack with 2$'
says replay "$text" '^Round 2 goes to White: more cards'
says replay "$text" '^White wins the match\.$'
[ "$(printf '%s\n' "$text" | grep -c "White's hand:")" -eq 26 ] || {
	echo 'FAILED replay: not 2 positions dealt and 24 played'
	failed=$((failed + 1))
}
forbidden() { # a record whose first action the rules forbid
	sed 's/^1\. +3/1. x5/' "$records/valid/won.record"
}
text=$(forbidden | "$engarde" replay - 2>&1)
expect 'replay, a forbidden action' 1 $?
says 'replay, a forbidden action' "$text" '^engarde replay: -:12: the rules forbid'
text=$(printf '[Note "\302\2332J\342\200\256"]\n' | cat - "$records/valid/won.record" |
	"$engarde" replay -)
says 'replay, a hostile tag' "$text" '^Note: ??2J???$'

# analyse prints a text or JSON, and writes a picture. It is the same again.
plots=$(mktemp -d)
text=$("$engarde" analyse "$records/valid/won.record" --plot "$plots/a.svg" 2>"$plots/said")
expect analyse 0 $?
says analyse "$text" '^White: @ada:example.org$'
says analyse "$text" '^Rules advanced, to 2\. White 2, Black 0: White wins the match\.$'
says analyse "$text" '^Round 2: Black began; White won (cards) after 15 actions\. .*White 100 %, Black 0 %$'
says analyse "$text" '^  Round 2, action [0-9]*, \(White\|Black\): .* lowered the chance to win the round by [0-9]* percentage points ([a-z]*)\. Better: '
says 'analyse, a reason' "$text" ' points (blunder)\. Better: [a-z0-9 ]*, [a-z]* [a-z ]*\.$'
says analyse "$text" '^White: accuracy [0-9]* % in 1[0-9] choices, .*; luck of the cards [-+][0-9.]* rounds$'
[ -s "$plots/said" ] && {
	echo 'FAILED analyse: shows progress where nobody looks'
	failed=$((failed + 1))
}
says 'analyse, the plot' "$(cat "$plots/a.svg")" '@bert:example.org</text>'
says 'analyse, the plot' "$(cat "$plots/a.svg")" 'win the match, with both hands open</text>'
says 'analyse, the plot' "$(tail -n 1 "$plots/a.svg")" '^</svg>$'

# The picture never replaces the record, and a picture that can't be written costs no answer.
cp "$records/valid/won.record" "$plots/mine.record"
misused analyse "$plots/mine.record" --plot "$plots/mine.record"
cmp -s "$records/valid/won.record" "$plots/mine.record" || {
	echo 'FAILED analyse: the picture replaced the record'
	failed=$((failed + 1))
}
# shellcheck disable=SC2094 # it must not write this file
text=$("$engarde" analyse - --plot "$plots/mine.record" <"$plots/mine.record" 2>&1)
expect 'analyse, the picture is the standard input' 2 $?
says 'analyse, the picture is the standard input' "$text" 'is no picture of a match'
cp "$plots/a.svg" "$plots/out"
# shellcheck disable=SC2094 # it must not write this file
"$engarde" analyse "$plots/mine.record" --plot "$plots/out" >>"$plots/out" 2>"$plots/said"
expect 'analyse, the picture is the output' 2 $?
says 'analyse, the picture is the output' "$(cat "$plots/said")" 'the picture would replace the text'
cmp -s "$plots/a.svg" "$plots/out" || {
	echo 'FAILED analyse: the picture replaced the output'
	failed=$((failed + 1))
}
# --plot - prints the picture, and nothing else.
"$engarde" analyse "$plots/mine.record" --plot - >"$plots/printed.svg"
expect 'analyse --plot -' 0 $?
cmp -s "$plots/a.svg" "$plots/printed.svg" || {
	echo 'FAILED analyse --plot -: not the picture that --plot FILE writes'
	failed=$((failed + 1))
}
misused analyse "$plots/mine.record" --json --plot -
text=$("$engarde" analyse "$plots/mine.record" --plot "$plots/no/such.svg" 2>&1)
expect 'analyse, no folder' 1 $?
says 'analyse, no folder' "$text" '^White: accuracy'
says 'analyse, no folder' "$text" 'no/such.svg: No such file'
text=$("$engarde" analyse --json - <"$records/valid/won.record")
expect 'analyse --json' 0 $?
says 'analyse --json' "$text" '^{"rules":"advanced","touches":2,"score":\[2,0\],"winner":"white","white":{"name":"@ada'
says 'analyse --json' "$text" '"accuracy":[0-9.]*,"choices":1[0-9],'
says 'analyse --json' "$text" '"rounds":\[{"first":"white",.*"actions":\[{"action":1,"seat":"white","forced":false,"played":"+3",'
[ "$text" = "$("$engarde" analyse --json "$records/valid/won.record")" ] || {
	echo 'FAILED analyse: the same record gave another analysis'
	failed=$((failed + 1))
}
# A round that is not over, and names that want to be markup or commands for the terminal.
printf '[Rules "basic"]\n[Touches "1"]\n[First "black"]\n[White "<a href=\\"x\\">&\302\2332J"]\n[Black "\342\200\256b\377"]\n\nround 1 1234512345123451234512345\n1. +1 2. +2\n' >"$plots/hostile.record"
text=$("$engarde" analyse "$plots/hostile.record" --plot "$plots/hostile.svg")
expect 'analyse, hostile names' 0 $?
says 'analyse, hostile names' "$text" '^White: <a href="x">&2J$'
says 'analyse, hostile names' "$text" '^Black: ???b?$'
says 'analyse, hostile names' "$text" "the match did not end by touches"
says 'analyse, hostile names' "$text" 'not finished after 2 actions'
says 'analyse, hostile names' "$(cat "$plots/hostile.svg")" '>&lt;a href="x"&gt;&amp;2J</text>'
python3 -c 'import sys, xml.dom.minidom as x; [x.parse(name) for name in sys.argv[1:]]' "$plots"/*.svg || {
	echo 'FAILED analyse: a plot is not XML'
	failed=$((failed + 1))
}
# A record without rounds, and what is no record.
text=$(printf '[Rules "basic"]\n[Touches "1"]\n[First "black"]\n' | "$engarde" analyse - --plot "$plots/none.svg")
expect 'analyse, no rounds' 0 $?
text=$(echo '<html>' | "$engarde" analyse - 2>&1)
expect 'analyse, no record' 1 $?
says 'analyse, no record' "$text" '^engarde analyse: -:1: '
text=$(forbidden | "$engarde" analyse - --plot "$plots/bad.svg" 2>&1)
expect 'analyse, a forbidden action' 1 $?
says 'analyse, a forbidden action' "$text" '^engarde analyse: -:12: the rules forbid'
[ -e "$plots/bad.svg" ] && {
	echo 'FAILED analyse: a plot of a wrong record'
	failed=$((failed + 1))
}
# Where the plot can't be written, nothing is half written, and an older file stays.
text=$("$engarde" analyse - --plot "$plots/nowhere/a.svg" <"$plots/hostile.record" 2>&1)
expect 'analyse, no such folder' 1 $?
says 'analyse, no such folder' "$text" "^engarde analyse: $plots/nowhere/a.svg: No such file"
if [ -w /dev/full ]; then
	text=$("$engarde" analyse - --plot /dev/full <"$plots/hostile.record" 2>&1)
	expect 'analyse, a full device' 1 $?
	says 'analyse, a full device' "$text" '/dev/full: No space left'
fi
cp "$plots/hostile.svg" "$plots/old.svg"
(
	ulimit -f 1
	trap '' XFSZ
	"$engarde" analyse - --plot "$plots/old.svg" <"$plots/hostile.record" >/dev/null 2>&1
)
expect 'analyse, no space' 1 $?
if ! cmp -s "$plots/hostile.svg" "$plots/old.svg" || [ -n "$(find "$plots" -name '.*')" ]; then
	echo 'FAILED analyse: a failure has changed the older plot, or left a file'
	failed=$((failed + 1))
fi
# An older picture makes way, and nobody else's file.
"$engarde" analyse - --plot "$plots/old.svg" <"$records/valid/won.record" >/dev/null
expect 'analyse, an older picture' 0 $?
cmp -s "$plots/a.svg" "$plots/old.svg" || {
	echo 'FAILED analyse: the older picture stays'
	failed=$((failed + 1))
}
echo '<svg> drawn by hand' >"$plots/notes.svg"
text=$("$engarde" analyse - --plot "$plots/notes.svg" <"$plots/hostile.record" 2>&1)
expect "analyse, somebody's file" 2 $?
says "analyse, somebody's file" "$text" 'remove it, or name another file'
says "analyse, somebody's file" "$(cat "$plots/notes.svg")" '^<svg> drawn by hand$'
rm "$plots/notes.svg"
# A symbolic link stays, and the file gets the picture. A new file may have the longest name.
mkdir "$plots/folder"
ln -s folder/target.svg "$plots/link.svg"
long=$(head -c 251 /dev/zero | tr '\0' 'a').svg
for plot in link.svg "$long" link.svg; do
	"$engarde" analyse - --plot "$plots/$plot" <"$plots/hostile.record" >/dev/null
	expect "analyse --plot $plot" 0 $?
	cmp -s "$plots/hostile.svg" "$plots/$plot" || {
		echo "FAILED analyse --plot $plot: no picture"
		failed=$((failed + 1))
	}
done
if ! [ -L "$plots/link.svg" ] || ! [ -f "$plots/folder/target.svg" ]; then
	echo 'FAILED analyse --plot: a symbolic link did not stay'
	failed=$((failed + 1))
fi
ln -s circle "$plots/circle"
for fault in "a$long:File name too long" circle:'Too many levels of symbolic links' \
	folder:'Is a directory'; do
	text=$("$engarde" analyse - --plot "$plots/${fault%:*}" <"$plots/hostile.record" 2>&1)
	expect "analyse --plot, ${fault#*:}" 1 $?
	says "analyse --plot, ${fault#*:}" "$text" "^engarde analyse: .*: ${fault#*:}\$"
done
chmod 640 "$plots/old.svg"
"$engarde" analyse - --plot "$plots/old.svg" <"$plots/hostile.record" >/dev/null
[ -n "$(find "$plots/old.svg" -perm 640)" ] || {
	echo 'FAILED analyse --plot: the file has other permissions than before'
	failed=$((failed + 1))
}
# A name that is too long is cut between two characters, and not after a \.
# shellcheck disable=SC1003 # the record has an escaped \
for letter in a ä '\"' '\\'; do
	name=$(yes "$letter" | head -n 400 | tr -d '\n')
	text=$(printf '[Rules "basic"]\n[Touches "1"]\n[First "black"]\n[White "b%s"]\n' "$name" |
		"$engarde" analyse -)
	shown=$(printf '%s\n' "$letter" | sed 's/^\\//; s/\\/&&/')
	says "analyse, a long name of $letter" "$text" "^White: b\($shown\)\{100,252\}…\$"
done
rm -r "$plots"

text=$("$engarde" bench --seconds 1)
expect bench 0 $?
says bench "$text" '^{"actions/s":[0-9]*,"rounds/s":[0-9]*,"matches/s":[0-9]*,'

[ "$failed" -eq 0 ] && echo 'all as expected'
[ "$failed" -eq 0 ]
