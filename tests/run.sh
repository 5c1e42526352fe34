#!/usr/bin/env bash
# Installs what the tests need, and runs them.
#   tests/run.sh             what a change needs before a commit: about twelve minutes on two cores
#   tests/run.sh all         everything: the same, and then the rest
#   tests/run.sh [--list] [LABEL…]
#   tests/run.sh sim --seed N
#   tests/run.sh --install   installs what root must install for the usual parts, and runs nothing
# A LABEL is a part of the list below or a ctest label (unit, rulebook, property, …).
# The last line counts the tests. The status is 0 only if no test failed.
set -uo pipefail

# shellcheck source=deploy/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../deploy/common.sh"
# shellcheck source=tests/parts.sh
. "$root/tests/parts.sh"
# shellcheck source=tests/web_parts.sh
. "$root/tests/web_parts.sh"
# shellcheck source=tests/package_parts.sh
. "$root/tests/package_parts.sh"
# shellcheck source=tests/hosting_parts.sh
. "$root/tests/hosting_parts.sh"
# shellcheck source=tests/bench_parts.sh
. "$root/tests/bench_parts.sh"
cd "$root" || exit 1

usual="tests match page style"
rest="long root plain valgrind coverage fuzz lint monitoring proxy workflows web e2e e2ee package"
long_parts="asan release schedules crash memory dendrite night container helm ansible arm64 release-artefacts bench stores bench-synapse scale beginning weight followers"
jobs=$(nproc)
logs=$root/build/log
whole= # not empty in a run of `all` or of `rest`
beside=lint # in a run of `all` or of `rest`, this part runs beside those that follow: they mostly wait
plain=dev # the build without sanitizers. A run of `all` or of `rest` has one, which serves valgrind, too.

usage() {
    cat <<END
tests/run.sh                the usual parts, which a change needs before a commit
tests/run.sh all            the usual parts, and then the rest
tests/run.sh [--list] [LABEL…]
tests/run.sh sim --seed N   one schedule of the simulation, with its transcript
tests/run.sh --install      install what only root can install for the usual parts, and run nothing

The usual parts:
  tests     build under AddressSanitizer and UndefinedBehaviorSanitizer, with warnings as errors, and run
            all tests of ctest, except those with the labels long and root
  match     build with optimisation and hardening, as deploy/quickstart.sh does, where warnings are
            failures; and a match in an encrypted room of a real Synapse
  page      a match on two pages in Debian's Chromium, on a real Synapse
  style     clang-format and shellcheck

The rest, which \`all\` and \`rest\` run:
  long      the tests of the same build with the label long: they calculate for half a minute and more; a run
            of all parts runs half of them, each day the other half
  plain     build without sanitizers, and run all tests of ctest; a run of all parts leaves out the tests
            that other parts run as well, and each day one half of the others
  valgrind  how many instructions a question and an action cost, and whether what strangers send costs more
            than in proportion to its size (in a run of all parts, for fewer and shorter inputs); the tests
            of the optimised build under valgrind, except those that would calculate for too long; a run of
            all parts runs one of 48 shares of these tests, each day a different one
  coverage  checks that the tests run every branch of the engine and 90 % of all other lines; a run of all
            parts measures the engine alone on six days of seven
  fuzz      build with clang, where warnings are errors, and run each fuzz target for a while; a run of all
            parts builds no other tests
  lint      style, clang-tidy, cppcheck, gcc -fanalyzer; in a run of all parts, clang's analyzer, which
            is a part of clang-tidy, reads a quarter of the product's sources, each day others, and
            gcc's analyzer runs on one day of seven
  monitoring  the metrics, alerts and dashboard, with promtool and a Prometheus that scrapes the bot
  web       the page in a browser: taps, keyboard, touch, screen readers (npm fetches two packages); all
            messages of the bot as clients draw them on a phone; and players in browsers and in the chat on
            a real Synapse, with an audit of all that they are sent; a run of all parts runs half of the files
  proxy     the web page behind nginx and Caddy, as in deploy/proxy/
  workflows actionlint on the workflows of the forge; a run of all parts does so on one day of seven
  e2e       the bot (asan build) and players with another Matrix library on a real Synapse; a run of all
            parts runs a third of them, each day another, and plays club nights on one day of seven,
            and on another one a season of twelve, in which the bot is killed twenty times
  e2ee      the same in encrypted rooms, and the library's own tests of our store of keys; a run of all
            parts runs half of the former, and the latter on one day of seven
  package   the Debian package: two builds with the same bytes, the installation in a fresh root, and
            an encrypted match under systemd. Compiles matrix-sdk-crypto twice and optimised, which takes
            minutes. A run of all parts takes the quick build that the other parts use (cargo keeps
            it in ~/.cache/engarde-bot/cargo), and compiles it a second time on one day of seven

Parts that take long, and run only if they are named:
  asan      the parts tests and long in one
  release   the build of the part match
  schedules 10,000 schedules of the simulation, from seeds that nobody has tried
  dendrite  the bot and players on a real Dendrite, which the first run builds
  night     a club night of eight and a season of twelve on Synapse with its default rate limits: half an
            hour, and more
  container the container's image, built without a registry, and a match in it; the image of a release, pushed to
            a registry on this machine, and matches in it with docker-compose and Ansible (on Podman)
  helm      the chart: Helm's lint, the manifests under Kubernetes' schemas, and the bot with what a pod gets;
            the first run builds Helm
  ansible   the role: ansible-lint, yamllint, and the role twice on this machine, in folders of the test
  arm64     build for arm64 on this machine, and run the engine's tests under qemu
  release-artefacts  a release, made twice with the same bytes, what it contains, its installation and
            upgrade by apt in a fresh root, and its image for both architectures
  crash     matches, a club night and a season in which the bot is killed, at each of its writes once
  memory    questions and matches in which an allocation fails, each allocation once
  bench     the speed of the release build and of a peer under load; npm fetches the peer
  bench-synapse  the same bots on a real Synapse without limits: the time to an answer as players see it,
            processor time and memory
  stores    the speed of the bot with its store in SQLite, on PostgreSQL, and on PostgreSQL 1 ms away
  scale     what 100, 1,000 and 10,000 matches at the same time cost, and what a real Synapse accepts
  weight    the size, memory and start time of the bot, with and without encryption
  beginning the seconds from the invitation of the bot to the first action, on a real Synapse
  followers what 1,000 people cost who follow a match on the web page, and how soon they see an action

A ctest label runs the tests with this label in the dev build. tests/README.md says which kind of fault
which part finds.
END
}

start_counting() {
    passed=0 failed=0 skipped=0
    failures=()
}

# count PASSED FAILED SKIPPED: adds these numbers of tests to the totals.
count() {
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
}

# check NAME COMMAND…: runs a command as one test. Shows its output if it fails.
check() {
    local name=$1 log=$logs/$1.log
    shift
    if logged "$log" "$@"; then
        printf '    ok      %s\n' "$name"
        count 1 0 0
        return 0
    fi
    printf '    FAILED  %s: %s\n' "$name" "$*"
    { printf '%s\n' "--- $name: $*" && tail -n 60 "$log"; } | tee -a "$logs/failures.txt"
    failures+=("$name")
    count 0 1 0
    return 1
}

# check_shown NAME COMMAND…: like `check`, but shows the output of the command while it runs.
check_shown() {
    local name=$1
    shift
    if "$@"; then
        count 1 0 0
        return 0
    fi
    failures+=("$name")
    count 0 1 0
    return 1
}

# configure_and_build PRESET [OPTION…]: the options can choose some of the targets.
configure_and_build() {
    cmake --preset "$1" && cmake --build --preset "$1" -j "$jobs" "${@:2}"
}

build() {
    say "build $1"
    check "build-$1" configure_and_build "$@"
}

# run_ctest PRESET [OPTION…]: runs ctest with the preset. The options can choose some of the tests.
run_ctest() {
    local report=$logs/ctest-$1.xml log=$logs/ctest-$1.log counted
    local select=(--preset "$@")
    say "ctest ${select[*]}"
    rm -f "$report"
    # Most tests wait most of the time, so six run for each processor. A test that calculates counts as
    # several (see tests/CMakeLists.txt).
    logged "$log" ctest "${select[@]}" -j "$((6 * jobs))" --timeout 1800 --output-junit "$report" \
        --test-output-size-passed 10000000 --test-output-size-failed 10000000
    # Show the results and the speed of the simulation's long runs.
    grep -oE '[0-9]{4,} schedules, .* virtual time' "$report" 2>/dev/null | sed 's/^/    sim: /'
    if ! counted=$(/usr/bin/python3 tests/support/count_ctest.py "$report" "$logs/failures.txt"); then
        tail -n 20 "$log" | tee -a "$logs/failures.txt"
        counted="0 1 0"
    fi
    # shellcheck disable=SC2086 # three numbers
    set -- "$1" $counted
    printf '    %d passed, %d failed, %d skipped\n' "$2" "$3" "$4"
    count "$2" "$3" "$4"
    [ "$3" -eq 0 ] || failures+=("ctest-$1")
}

is_part() {
    [[ " $usual $rest $long_parts " == *" $1 "* ]]
}

# Names the long tests, which CMake reads from tests/long.txt.
list_long() {
    echo "Tests with the label long, which run.sh without arguments leaves out:"
    sed '/^#/d;s/^/  /' tests/long.txt
}

part_ctest_label() {
    build dev || return
    if ctest --preset dev -N -L "^$1\$" | grep -q 'Total Tests: 0'; then
        die "there is no part and no test with the label $1" "tests/run.sh --list"
    fi
    run_ctest dev -L "^$1$"
}

replay() {
    if ! configure_and_build dev >"$logs/build-dev.log" 2>&1 </dev/null; then
        tail -n 60 "$logs/build-dev.log"
        return 1
    fi
    build/dev/bin/sim --seed "$1"
}

list() {
    usage
    list_long
    [ ! -d build/dev ] || (cd build/dev && ctest --print-labels)
}

summary() {
    [ ! -s "$logs/failures.txt" ] || { say "the end of each failed test" && cat "$logs/failures.txt"; }
    echo "$passed $failed $skipped" >"$logs/counts"
    say "summary after $SECONDS s"
    [ ${#failures[@]} -eq 0 ] || printf '    FAILED  %s\n' "${failures[@]}"
    [ ${#failures[@]} -eq 0 ] || echo "    All output is in build/log. tests/README.md says how to run one test."
    if [ "$skipped" -gt 0 ]; then
        printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
    else
        printf '%d passed, %d failed\n' "$passed" "$failed"
    fi
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

# For the option --add, which .ci/run uses for its second run: takes the counts of the run before from
# build/log.
add_run_before() {
    local counts=(0 1 0)
    [ ! -s "$logs/counts" ] || read -ra counts <"$logs/counts"
    count "${counts[@]}"
    [ "${counts[1]}" -eq 0 ] || failures+=("the run before")
}

run_part() {
    local began=$SECONDS
    if is_part "$1"; then
        "part_$1"
    else
        part_ctest_label "$1"
    fi
    printf '    %s: %d s\n' "$1" $((SECONDS - began))
}

# Runs a part in the background, and lets all others go first. Its output is in build/log.
run_beside() {
    rm -f "$logs/$1.counts"
    (
        renice -n 19 "$BASHPID" >/dev/null
        start_counting
        run_part "$1"
        echo "$passed $failed $skipped ${failures[*]}" >"$logs/$1.counts"
    ) >"$logs/$1.log" 2>&1 </dev/null &
}

# Waits for the part that runs beside the others, and shows and counts what it has done.
join_beside() {
    local counts=(0 1 0 "$1")
    wait
    cat "$logs/$1.log"
    [ ! -s "$logs/$1.counts" ] || read -ra counts <"$logs/$1.counts"
    count "${counts[@]:0:3}"
    [ "${counts[1]}" -eq 0 ] || failures+=("${counts[*]:3}")
}

main() {
    local label labels=()
    start_counting
    case ${1-} in
    --list | --help | -h)
        list
        return
        ;;
    esac
    mkdir -p "$logs"
    if [ "${1-}" = --add ]; then
        shift
        add_run_before
    else
        rm -f "$logs/failures.txt"
    fi
    rm -f "$logs/counts"
    if [ "${1-} ${2-}" = "sim --seed" ]; then
        replay "${3-}"
        return
    fi
    # A site may fail for a minute.
    export PIP_RETRIES=8 npm_config_fetch_retries=5 CARGO_NET_RETRY=6
    install_packages build test release synapse
    (unpack_postgresql) || without POSTGRESQL
    (unpack_packages pooler) || without PGBOUNCER
    if [ "${1-}" = --install ]; then
        install_browser_packages
        return
    fi
    # ccache compiles a source once for all builds with the same options, such as asan and e2ee.
    ! command -v ccache >/dev/null ||
        export CMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER-ccache} CCACHE_NOHASHDIR=1
    # All clones of the repository on this machine share one build of the third-party crates, unless
    # quickstart.sh has already built them in this clone.
    [ ! -d build/crate ] || CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/build/crate}
    export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/engarde-bot/cargo}
    case ${1-} in
    "") read -ra labels <<<"$usual" ;;
    all) read -ra labels <<<"$usual $rest" && whole=yes plain=optimised ;;
    rest) read -ra labels <<<"$rest" && whole=yes plain=optimised ;;
    *) labels=("$@") ;;
    esac
    # The part page would ask for sudo's password in the middle of a run.
    [[ " ${labels[*]} " != *" page "* ]] || (install_browser_packages) || true
    for label in "${labels[@]}"; do
        if [ -n "$whole" ] && [ "$label" = "$beside" ]; then
            run_beside "$label"
        else
            run_part "$label"
        fi
    done
    [ -z "$whole" ] || join_beside "$beside"
    summary
}

main "$@"
