#!/usr/bin/env bash
# usage: figures.sh ENGARDE_LAB
# Measures the figures of ../opponent/README.md about luck, and those of README.md about calibration, and
# prints them as tables. ENGARDE_LAB is the program from the release preset. Most lines take seconds on
# one core, and those of the maître up to fifteen minutes.
set -euo pipefail
lab=$1

# number JSON KEY: prints the number with this key.
number() {
	sed -E "s/^.*\"$2\":([0-9.]+).*/\1/" <<<"$1"
}
# score JSON: prints the score that is the first part of the JSON, and half the width of its interval.
score() {
	awk -v score="$(number "$1" score)" -v low="$(number "$1" low)" -v high="$(number "$1" high)" \
		'BEGIN { printf "%.4f ±%.4f", score, (high - low) / 2 }'
}

luck() {
	local text plain adjusted
	text=$("$lab" arena "$2" "$3" --rules "$1" --rounds "$4" --seed 1 --json)
	plain=$(score "${text%%,\"adjusted\"*}")
	adjusted=$(score "${text##*\"adjusted\"}")
	awk -v rules="$1" -v a="$2" -v b="$3" -v plain="$plain" -v adjusted="$adjusted" 'BEGIN {
		split(plain, p, "±"); split(adjusted, q, "±")
		printf "| %s | %s, %s | %s | %s | %.2f |\n", a, b, rules, plain, adjusted, p[2] / q[2] }'
}

calibration() {
	local text part key
	text=$("$lab" calibrate "$2" --rules "$1" --rounds "$3" --seed 1 --json)
	printf '| %s, %s, %s rounds' "$2" "$1" "$3"
	for key in to_act waiting open; do
		part=${text##*\""$key"\":}
		part=${part%%,\"bins\"*}
		printf ' | %.4f (%.4f to %.4f)' "$(number "$part" error)" "$(number "$part" low)" \
			"$(number "$part" high)"
	done
	printf ' | %.4f |\n' "$(number "$part" noise)"
}

echo '| player | against, rules | score | adjusted | the interval is narrower by a factor of |'
echo '|---|---|---|---|---|'
luck advanced actor greedy 4000
luck advanced actor actor 4000
luck advanced maitre:400 playouts:100 2000
luck advanced maitre:400 actor 2000
echo
echo '| player, rules | seat to act | other seat | both hands open | chance alone |'
echo '|---|---|---|---|---|'
for rules in advanced standard basic; do
	calibration "$rules" actor 40000
	calibration "$rules" maitre "$([ "$rules" = advanced ] && echo 10000 || echo 4000)"
done
