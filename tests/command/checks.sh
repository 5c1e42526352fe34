# shellcheck shell=sh
# shellcheck disable=SC2154 # The test sets these variables.
# Checks of a program: its path is in $program, its name in $name, and what it says to a mistake in $advice.
failed=0

expect() { # what, status, actual status
	if [ "$2" -ne "$3" ]; then
		echo "FAILED $1: status $3, expected $2"
		failed=$((failed + 1))
	fi
}

says() { # what, text, pattern
	if ! printf '%s\n' "$2" | grep -q -e "$3"; then
		echo "FAILED $1: no '$3' in:"
		printf '%s\n' "$2"
		failed=$((failed + 1))
	fi
}

misused() { # arguments...
	text=$("$program" "$@" 2>&1 </dev/null)
	expect "$name $*" 2 $?
	says "$name $*" "$text" "$advice"
}
