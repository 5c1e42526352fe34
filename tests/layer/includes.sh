#!/bin/sh
# usage: includes.sh SOURCE
# Checks which layer includes headers of which other layer. bot may include engine, and adapters may
# include bot and engine. bot and adapters may include config. All adapters may
# include adapters/http/, but no other adapter. Only bot/daemon/ may include all adapters.
set -u
cd "$1" || exit 1

# Prints the layer of a path.
layer_of() {
	case $1 in
	engine/deal/*) echo deal ;;
	engine/opponent/train/*) echo train ;;
	engine/opponent/*) echo opponent ;;
	engine/analysis/*) echo analysis ;;
	engine/command/*) echo command ;;
	engine/file/*) echo file ;;
	engine/*) echo engine ;;
	config/*) echo config ;;
	bot/daemon/*) echo daemon ;;
	bot/*) echo bot ;;
	adapters/http/*) echo http ;;
	adapters/web/*) echo web ;;
	adapters/matrix/*) echo matrix ;;
	adapters/console/*) echo console ;;
	adapters/*) echo adapters ;;
	tests/*) echo tests ;;
	*) echo unknown ;;
	esac
}

# Prints the layers that a layer may include besides itself.
allowed() {
	case $1 in
	engine | file) ;;
	deal | opponent) echo engine ;;
	train) echo engine file opponent ;;
	analysis) echo engine opponent ;;
	command) echo engine file deal opponent train analysis ;;
	config) ;;
	bot) echo engine deal opponent analysis config ;;
	http) echo bot ;;
	matrix | console | web | adapters) echo engine deal config bot adapters http ;;
	daemon) echo engine deal config bot adapters http web matrix console ;;
	tests) echo engine file deal opponent train analysis command config bot daemon adapters http web matrix console ;;
	esac
}

failed=0
checked=0
fail() {
	echo "FAILED $*"
	failed=$((failed + 1))
}

list=$(mktemp) || exit 1
trap 'rm -f "$list"' EXIT
grep -rn -E --include='*.[ch]' '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' \
	engine bot config adapters tests >"$list"
while IFS=: read -r file line include; do
	path=$(printf '%s\n' "$include" | sed 's/.*"\(.*\)".*/\1/')
	from=$(layer_of "$file")
	to=$(layer_of "$path")
	checked=$((checked + 1))
	[ -f "$path" ] || fail "$file:$line: $path is not a path from the root"
	case " $from $(allowed "$from") " in
	*" $to "*) ;;
	*) fail "$file:$line: $from may not include $to ($path)" ;;
	esac
done <"$list"

# The rules include only four headers of the C language, and no header of a library or of the
# system.
grep -n -E '^[[:space:]]*#[[:space:]]*include[[:space:]]*<' engine/*.[ch] >"$list"
while IFS=: read -r file line include; do
	case $include in
	*'<stdbool.h>' | *'<stddef.h>' | *'<stdint.h>' | *'<string.h>') ;;
	*) fail "$file:$line: the rules may not include $include" ;;
	esac
done <"$list"

# A source file that has a header of the same name must include this header first.
find engine bot config adapters -name '*.c' >"$list"
while read -r file; do
	[ -f "${file%.c}.h" ] || continue
	first=$(sed -n 's/^#include "\(.*\)"/\1/p' "$file" | head -n 1)
	[ "$first" = "${file%.c}.h" ] || fail "$file: its own header does not come first"
done <"$list"

echo "$checked includes, $failed faults"
[ "$failed" -eq 0 ] && [ "$checked" -gt 0 ]
