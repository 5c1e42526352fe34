#!/usr/bin/env bash
# usage: steps.sh SOURCE
# Checks the steps of deploy/common.sh that run side by side: if one fails, or at ^C, the others end, and
# the script says which step failed, and why.
set -u
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

cat >"$work/script" <<END
. "$source/deploy/common.sh"
work=$work
waits() { echo begun >"$work/begun"; sleep infinity; }
fails() { until [ -e "$work/begun" ]; do sleep 0.1; done; echo "no such host"; return 1; }
works() { echo fine; }
both_work() { begin_step "first" "x" works; begin_step "second" "x" works; finish_steps; echo all; }
one_fails() { begin_step "waiting" "x" waits; begin_step "failing" "try this" fails; finish_steps; echo all; }
counts() { echo "[3/7] Building"; timeout 60 sh -c 'until grep -q "s: .3/7. Building" $work/said; do sleep 0.1; done'; }
one_counts() { progress_after=0.1; step "counting" "x" counts; echo all; }
one_waits() { begin_step "waiting" "x" waits; begin_step "working" "x" works; finish_steps; echo all; }
"\$1"
END

fail() {
	echo "FAILED: $*"
	cat "$work/said"
	failed=1
}

# Waits until no process of the steps runs: a process takes a moment to end after its signal. Each of
# these processes has this folder in its environment.
expect_nothing_runs() {
	while grep -qsz "^STEPS_TEST=$work\$" /proc/[0-9]*/environ; do sleep 0.1; done
}

# run CASE: runs the case in the background. ^C works there as at a terminal.
run() {
	rm -f "$work/begun"
	STEPS_TEST=$work env --default-signal=INT bash -euo pipefail "$work/script" "$1" >"$work/said" 2>&1 &
}

run both_work
wait $! || fail "both_work: status $?"
grep -qx all "$work/said" || fail "both_work"
grep -q 'done in .* s: second' "$work/said" || fail "both_work"
expect_nothing_runs

run one_counts
wait $! || fail "one_counts: status $?"
grep -qx '    [0-9]* s: \[3/7\] Building ([^ ]*/log/counts.log)' "$work/said" || fail "one_counts: no progress, or no log"
grep -qx all "$work/said" || fail "one_counts"
expect_nothing_runs

run one_fails
wait $! && fail "one_fails succeeded"
grep -qx all "$work/said" && fail "one_fails went on"
grep -qx "no such host" "$work/said" || fail "one_fails: no output of the step"
grep -qx "FAILED: failing" "$work/said" || fail "one_fails: which step?"
grep -qx "Try:    try this" "$work/said" || fail "one_fails: no advice"
expect_nothing_runs

for signal in INT TERM; do
	run one_waits
	script=$!
	until [ -e "$work/begun" ]; do sleep 0.1; done
	kill -s $signal $script
	wait $script && fail "one_waits succeeded after SIG$signal"
	expect_nothing_runs
done
exit $failed
