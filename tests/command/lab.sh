#!/bin/sh
# usage: lab.sh ENGARDE_LAB
# Tests the command line of `engarde_lab`: its output and its status.
set -u
lab=$1
program=$1
name=engarde_lab
advice='^Try: engarde_lab --help$'
# shellcheck source=tests/command/checks.sh
. "$(dirname "$0")/checks.sh"

misused
misused fence
misused --nonsense
misused arena
misused arena random nobody
misused calibrate
misused calibrate nobody
misused calibrate random --rounds 0
misused exploit
misused exploit random --positions 0
misused imitate
misused judge
misused judge --seed one file
misused puzzles
misused puzzles 0 1 file
misused puzzles 1 seed file
misused respond
misused train 1

# A number that is too large is answered with the range.
while read -r option range command; do
	# shellcheck disable=SC2086 # the command and its arguments are several words
	misused $command $option 18446744073709551616
	says "$command $option" "$text" "$option must be a number from $range\$"
done <<'EOF'
--seed 0.to.18446744073709551615 calibrate random
--seed 0.to.18446744073709551615 exploit random
--rounds 1.to.1000000000 calibrate random
--rounds 1.to.1000000000 exploit random
--positions 1.to.1000000000 exploit random
--pile 1.to.6 exploit random
--iterations 1.to.1000000 exploit random
EOF

text=$("$lab" --help)
expect help 0 $?
for command in arena calibrate exploit imitate judge puzzles respond train; do
	says help "$text" "^  engarde_lab $command "
	says "help of $command" "$("$lab" $command --help)" "^  engarde_lab $command "
done

# Runs the command once more: the same arguments must write the same bytes to the file $1.
written_again() {
	file=$1
	shift
	first=$(cksum <"$file")
	text=$("$lab" "$@")
	[ "$first" = "$(cksum <"$file")" ]
	expect "$1 again" 0 $?
}

# Measurements
number='[01]\.[0-9]*'
text=$("$lab" calibrate actor --rounds 20 --rules basic --seed 2 --json 2>&1)
expect calibrate 0 $?
for outlook in to_act waiting open; do
	says calibrate "$text" "\"$outlook\":{\"error\":$number,\"low\":$number,\"high\":$number,\"noise\":$number,\"bins\":\[{\"count\":"
done
text=$("$lab" calibrate random --rounds 5)
says 'calibrate, in words' "$text" '^random against itself, advanced, 5 rounds: one moment of each\.$'
says 'calibrate, in words' "$text" "in brackets the 95 % interval"
says 'calibrate, in words' "$text" "^  for the seat to act    0\\.[0-9]* (0\\.[0-9]* to [01]\\.[0-9]*; chance alone 0\\.[0-9]*)\$"
says 'calibrate, one round' "$("$lab" calibrate random --rounds 1)" '^random against itself, advanced, 1 round: one moment of each\.$'
says 'calibrate, no effort' "$("$lab" calibrate maitre:0 2>&1)" 'maitre:0: no such player, or the effort is not 1 to 1000000'
text=$("$lab" exploit actor --positions 2 --rounds 1 --json 2>&1)
expect exploit 0 $?
says exploit "$text" "\"loss\":{\"mean\":-*$number,.*\"exploiter\":{\"mean\":$number,\"low\":$number,"
text=$("$lab" exploit greedy --positions 1 --rounds 1)
says 'exploit, one position' "$text" 'the player loses  *-*[0-9.]* % (too few for an interval)'
says 'exploit, one position' "$text" 'in 1 position:$'
says 'exploit, one position' "$text" '^Over whole rounds, 1 deck from both seats:$'
model=$(mktemp)
exploit() { # option…: what exploit says with a model
	"$lab" exploit greedy --positions 1 --rounds 1 --model "$@" 2>&1
}
text=$(exploit "$model")
expect 'exploit, no model' 2 $?
says 'exploit, no model' "$text" "^engarde_lab exploit: $model: this is no model of a player\$"
text=$(exploit /nowhere/at.all)
expect 'exploit, no file' 2 $?
says 'exploit, no file' "$text" '^engarde_lab exploit: /nowhere/at.all: No such file or directory$'
text=$("$lab" imitate greedy advanced 20 1 "$model")
expect imitate 0 $?
text=$(exploit "$model" --json)
expect 'exploit with a model' 0 $?
says 'exploit with a model' "$text" "\"model\":\"file\",\"exploiter\":{\"mean\":$number"
text=$(exploit "$model" --rules basic)
expect 'exploit, other rules' 2 $?
says 'exploit, other rules' "$text" "$model: the model has learned the rules advanced, not basic\$"
text=$("$lab" arena "model:$model" random --rounds 2 --json 2>&1)
expect 'arena with a model' 0 $?
says 'arena with a model' "$text" '^{"a":"model","b":"random","rules":"advanced","rounds":2,'
text=$("$lab" arena random "model:$model" --rounds 2 --rules basic 2>&1)
expect 'arena, other rules' 2 $?
says 'arena, other rules' "$text" "^engarde_lab arena: $model: the model has learned the rules advanced"
text=$("$lab" respond "$model" advanced 150 1 "$model.response")
expect respond 0 $?
says respond "$text" '^150 rounds: 0\.[0-9]* points in the last 150$'
says 'respond, one round' "$("$lab" respond "$model" advanced 1 1 "$model.one")" '^1 round: '
written_again "$model.response" respond "$model" advanced 150 1 "$model.response"
text=$("$lab" arena "model:$model.response" "model:$model" --rounds 2)
expect 'arena with two models' 0 $?
says 'arena with two models' "$text" '^model against model, advanced: '
refused() { # status, reason, arguments…
	status=$1 reason=$2
	shift 2
	text=$("$lab" "$@" 2>&1)
	expect "$*" "$status" $?
	says "$*" "$text" "$reason"
}
refused 2 '^engarde_lab respond: takes MODEL' respond actor
refused 1 "^engarde_lab respond: $model: the model has learned the rules" respond "$model" basic 1 1 /dev/null
refused 2 '^engarde_lab respond: no rule set is called chess$' respond actor chess 1 1 /dev/null
refused 2 '^engarde_lab respond: ROUNDS must' respond actor basic none 1 /dev/null
refused 2 '^engarde_lab respond: SEED must' respond actor basic 1 0 /dev/null
refused 2 ': SEED must be a number from 1 to 18446744073709551615$' respond actor basic 1 18446744073709551616 /dev/null
refused 1 '^engarde_lab respond: /nowhere/a.model: No such file' respond actor basic 1 1 /nowhere/a.model
rm -f "$model" "$model.response" "$model.one"
text=$("$lab" train 1 1 /nowhere/networks.bin 2>&1)
expect 'train to no folder' 1 $?
says 'train to no folder' "$text" '^/nowhere/networks.bin: No such file'
puzzles=$(mktemp)
text=$("$lab" puzzles 1 3 "$puzzles")
expect puzzles 0 $?
says puzzles "$text" '^[0-9]* rounds, [0-9]* positions: .* 5 puzzles found, 1 written$'
written_again "$puzzles" puzzles 1 3 "$puzzles"
text=$("$lab" judge "$puzzles" --show)
expect judge 0 $?
says judge "$text" '^0\. touch, [a-z]*, [a-z]*: [a-z]* to act, White on '
says judge "$text" '^the solver prefers another action in 0 of 1 puzzles, by more than its error in 0$'
printf x >>"$puzzles"
refused 1 "^engarde_lab judge: $puzzles: the file ends within a puzzle\$" judge "$puzzles"
refused 1 '^engarde_lab judge: /nowhere/a.file: No such file' judge /nowhere/a.file
refused 1 '^engarde_lab puzzles: /nowhere/a.file: No such file' puzzles 1 1 /nowhere/a.file
rm "$puzzles"
networks=$(mktemp)
text=$("$lab" train 1 1 "$networks")
expect train 0 $?
says train "$text" "^[0-9]* rounds: critic's error 0\\.[0-9]*, entropy "
written_again "$networks" train 1 1 "$networks"
text=$("$lab" train 1 1 "$networks" "$networks")
expect 'train further' 0 $?
[ "$first" != "$(cksum <"$networks")" ]
expect 'train further changes the networks' 0 $?
rm "$networks"
refused 2 '^engarde_lab imitate: takes PLAYER' imitate greedy
refused 2 '^engarde_lab imitate: no player is called nobody$' imitate nobody basic 20 1 /dev/null
refused 2 '^engarde_lab imitate: no rule set is called chess$' imitate greedy chess 20 1 /dev/null
refused 2 '^engarde_lab imitate: ROUNDS must' imitate greedy basic many 1 /dev/null
refused 2 '^engarde_lab imitate: SEED must be a number from 0 to 18446744073709551615$' imitate greedy basic 20 -1 /dev/null
refused 2 'SEED must be a number from 1 to 18446744073709551615$' train 1 0 /dev/null
refused 2 '^engarde_lab imitate: ROUNDS must be a number from 12' imitate greedy basic 11 1 /dev/null
refused 1 '^engarde_lab imitate: /nowhere/a.model: No such file' imitate greedy basic 20 1 /nowhere/a.model

[ "$failed" -eq 0 ] && echo 'all as expected'
[ "$failed" -eq 0 ]
