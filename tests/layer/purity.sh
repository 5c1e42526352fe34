#!/bin/sh
# usage: purity.sh LIBENGARDE [LIBRARY...]
# Checks that libengarde calls only its own functions and five functions of <string.h>, or the checked
# forms of these five that hardening flags use. So it has no input or output, no allocation, no clock
# and no randomness. The same must hold for each LIBRARY, which may also call assert().
set -u
symbols=$(mktemp) || exit 1
trap 'rm -f "$symbols"' EXIT
nm -P "$@" >"$symbols" 2>/dev/null || exit 1
foreign=$(awk '
	{ sub(/@.*/, "", $1) }
	NF > 1 && $2 == "U" { used[$1] = 1 }
	NF > 1 && $2 != "U" { defined[$1] = 1 }
	END { for (name in used) if (!(name in defined)) print name }' "$symbols" |
	grep -vxE '_GLOBAL_OFFSET_TABLE_|__stack_chk_fail|(mem(cpy|set|cmp|move)|strlen)|__mem(cpy|set|move)_chk'"${2:+|__assert_fail}")
if ! grep -q '^eg_round_play T' "$symbols"; then
	echo "FAILED: $1 is not libengarde"
	exit 1
fi
if [ -n "$foreign" ]; then
	printf 'FAILED: %s calls\n%s\n' "$*" "$foreign"
	exit 1
fi
# The library must have no variables, because the caller owns all state. This script does not check
# a shared library for variables, because the compiler's start-up code in the library has variables.
case $1 in
*.a) sizes=$(size -A "$@") ;;
*) sizes= ;;
esac
if printf '%s\n' "$sizes" |
	awk '($1 == ".data" || $1 == ".bss") && $2 > 0 { found = 1 } END { exit !found }'; then
	echo "FAILED: there are variables in $*"
	exit 1
fi
echo "pure: $*"
