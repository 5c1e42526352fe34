#!/usr/bin/env bash
# Installs what the tests need, and runs all tests or some parts.
#   tests/run.sh [--list] [LABEL…]
#   tests/run.sh sim --seed N
# A LABEL is a part of the list below or a ctest label (unit, rulebook, property, …).
# The last line counts the tests. The status is 0 only if no test failed.
set -uo pipefail

# shellcheck source=deploy/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../deploy/common.sh"
cd "$root" || exit 1

parts="dev asan valgrind coverage fuzz release lint monitoring e2e e2ee package"
long_parts="schedules crash memory container bench"
jobs=$(nproc)
logs=$root/build/log
passed=0 failed=0 skipped=0
failures=()
whole= # not empty in a run of all parts

usage() {
    cat <<END
tests/run.sh [--list] [LABEL…]
tests/run.sh sim --seed N   one schedule of the simulation, with its transcript

Parts (without a LABEL all of them run):
  dev       build with gcc, where warnings are errors, and run every ctest
  asan      the same under AddressSanitizer and UndefinedBehaviorSanitizer
  valgrind  the tests of the optimised build under valgrind, without hours of arithmetic; a run of
            all parts takes a third of these tests, a different third each day
  coverage  checks that the tests run every branch of the engine and 90 % of all other lines
  fuzz      build with clang, where warnings are errors, and run each fuzz target for a while
  release   build with optimisation and hardening, without a warning
  lint      clang-format, clang-tidy, cppcheck, gcc -fanalyzer, shellcheck
  monitoring  the metrics, alerts and dashboard, with promtool and a Prometheus that scrapes the bot
  e2e       the bot (asan build) and players with another Matrix library on a real Synapse
  e2ee      the same in encrypted rooms; the first run builds matrix-sdk-crypto with cargo
  package   the Debian package: its bytes, its installation in a fresh root, a match under systemd

Parts that take long, and run only if they are named:
  schedules 10,000 schedules of the simulation, from seeds that nobody has tried
  container the container's image, built without a registry, and a match in it
  crash     the bot killed at each write of a match
  memory    each allocation during a question and during a match fails once
  bench     the release build and a peer under load; npm fetches the peer

A ctest label runs the tests with this label in the dev build.
END
}

# count PASSED FAILED SKIPPED
count() {
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
}

# check NAME COMMAND…: runs a command as one test. Shows its output if it fails.
check() {
    local name=$1 log=$logs/$1.log
    shift
    if "$@" >"$log" 2>&1 </dev/null; then
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

configure_and_build() {
    cmake --preset "$1" && cmake --build --preset "$1" -j "$jobs"
}

build() {
    say "build $1"
    check "build-$1" configure_and_build "$1"
}

# run_ctest PRESET [OPTION…]: runs ctest. More options for ctest choose some of the tests.
run_ctest() {
    local report=$logs/ctest-$1.xml log=$logs/ctest-$1.log counted
    local select=(--preset "$@")
    say "ctest ${select[*]}"
    rm -f "$report"
    # Many do nothing but wait: for each that works two more run.
    ctest "${select[@]}" -j "$((3 * jobs))" --timeout 1800 --output-junit "$report" \
        --test-output-size-passed 10000000 --test-output-size-failed 10000000 \
        >"$log" 2>&1 </dev/null
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

part_dev() {
    build dev && run_ctest dev
}

part_asan() {
    build asan && run_ctest asan
}

# All these tests take many minutes. A run of all parts takes a third of them, by the day of the year.
part_valgrind() {
    local share=()
    [ -z "$whole" ] || share=(-I "$((10#$(date +%j) % 3 + 1)),,3")
    build valgrind && run_ctest valgrind "${share[@]}"
}

# covered AREA FILTER LIMIT…: makes gcovr's report of the files that match, and checks the limits.
covered() {
    local area=$1 filter=$2
    shift 2
    # No test can run the failure of an assertion, or a switch without a matching case.
    gcovr -j "$jobs" -r . --object-directory build/coverage --filter "$filter" \
        --exclude engine/opponent/train --exclude-branches-by-pattern '.*assert\(.*|\s*switch \(.*' \
        --html-details "build/coverage/$area.html" --print-summary --txt "$logs/covered-$area.txt" "$@"
}

part_coverage() {
    local folder
    build coverage && run_ctest coverage || return
    check coverage-engine covered engine 'engine/(opponent/|deal/)?[a-z]*\.c' \
        --fail-under-line 100 --fail-under-branch 100
    for folder in engine/command bot adapters config; do
        check "coverage-${folder//\//-}" covered "${folder//\//-}" "$folder/" --fail-under-line 90
    done
    (cd "$logs" && grep '^\(lines\|branches\)' coverage-*.log)
}

part_fuzz() {
    build fuzz && run_ctest fuzz -L "^fuzz$"
}

part_release() {
    build release && check release-warnings no_warning_in "$logs/build-release.log"
}

no_warning_in() {
    ! grep -n 'warning:' "$1"
}

c_files() {
    find engine bot adapters config tests -name "$1" -print0
}

in_format() {
    c_files '*.[ch]' | xargs -0 clang-format --dry-run --Werror
}

tidy() {
    # The compile commands name all sources. The tools read the headers through these sources.
    c_files '*.c' | xargs -0 -n 4 -P "$jobs" clang-tidy --quiet -p build/dev --warnings-as-errors='*'
}

analyse() {
    # Not the files that the build makes, nor the tests. It takes what a function gives only with
    # success for unset where `error ||` goes before: the compilers and the sanitizers know better.
    cppcheck --project=build/dev/compile_commands.json --cppcheck-build-dir=build/cppcheck -j "$jobs" \
        --enable=warning,performance,portability --inline-suppr --error-exitcode=1 --quiet \
        -i build --suppress='*:tests/*' --suppress=uninitStructMember \
        --suppress=normalCheckLevelMaxBranches
}

scripts_are_clean() {
    find .ci deploy tests \( -name '*.sh' -o -path '.ci/run' \) -print0 | xargs -0 shellcheck -x
}

part_lint() {
    say "lint"
    mkdir -p build/cppcheck
    check clang-format in_format
    check shellcheck scripts_are_clean
    build dev || return # some of what is analysed is made by the build
    check clang-tidy tidy
    check cppcheck analyse
    check gcc-analyzer configure_and_build analyzer
}

# without WHAT: counts a part that can't run here, so that it does not look like a success.
without() {
    printf '\n    **** %s COULD NOT BE INSTALLED: ITS TESTS HAVE NOT RUN ****\n\n' "$1" >&2
    if [ "${CI-}" = true ]; then
        count 0 1 0
        failures+=("no $1")
        return
    fi
    count 0 0 1
}

part_monitoring() {
    build dev || return
    (unpack_packages) || { without PROMETHEUS; return; }
    say "monitoring"
    ENGARDE_BOT=build/dev/bin/engarde-bot check monitoring \
        /usr/bin/python3 -B tests/monitoring/test_prometheus.py "$work/prometheus/usr/bin"
}

# play PRESET [MODULE…]: runs the end-to-end tests with the bot of this build.
play() {
    local counted=$logs/e2e-$1.counts bot=$root/build/$1/bin/engarde-bot
    local passed_here failed_here skipped_here
    shift
    (install_python) || { without SYNAPSE; return; }
    say "end to end, on a real Synapse"
    rm -f "$counted"
    ENGARDE_BOT=$bot PYTHONPATH=deploy:tests "$venv/bin/python" -m e2e --counts "$counted" "$@" </dev/null
    [ -s "$counted" ] || echo "0 1 0" >"$counted"
    read -r passed_here failed_here skipped_here <"$counted"
    count "$passed_here" "$failed_here" "$skipped_here"
    [ "$failed_here" -eq 0 ] || failures+=("end to end: ${*:-all}")
}

part_e2e() {
    build asan && play asan
}

# Finds a cargo in PATH that is new enough, such as rustup's. Otherwise installs Debian's.
have_rust() {
    local cargo oldest
    oldest=$(sed -n 's/^set(ENGARDE_RUST \([0-9.]*\)).*/\1/p' CMakeLists.txt)
    while read -r cargo; do
        printf 'cargo %s\n%s\n' "$oldest" "$("$cargo" --version)" | sort -CV && return
    done < <(type -ap cargo)
    install_packages e2ee
}

part_e2ee() {
    (have_rust) || { without RUST; return; }
    # All clones share one build of the third-party crates.
    export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/engarde-bot/cargo}
    build e2ee || return
    run_ctest e2ee -L "^e2ee$"
    play e2ee encrypted verified
}

# The package is not in Debian, so its changelog closes no Debian bug.
package_has_no_fault() {
    lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs \
        build/debian/*.deb
}

# The commands that run as root change only build/root.
package_lives() {
    as_root tests/package/root.sh "$root/.cache/package" "$root/build/root" &&
        as_root tests/package/life.sh "$root/build/root" build/debian/*.deb "$root/.cache/package"
}

package_plays() {
    as_root env PYTHONPATH=deploy:tests ENGARDE_ROOT="$root/build/root" \
        "$venv/bin/python" -B -m package.test_service &&
        as_root rm -rf build/root
}

part_package() {
    (install_packages package) || { without "WHAT TRIES PACKAGES"; return; }
    say "the Debian package"
    check package-bytes tests/package/build.sh "$root" "$root/build/debian" || return
    check package-faults package_has_no_fault
    check package-life package_lives || return
    (install_python) || { without SYNAPSE; return; }
    check package-match package_plays
}

container_works() {
    docker-compose -f deploy/container/compose.yaml config -q &&
        as_root tests/package/container.sh "$root" "$root/.cache/package" "$root/build/container" \
            env PYTHONPATH=deploy:tests "$venv/bin/python" -B -m package.test_service AsContainer
}

part_container() {
    (install_packages package container) || { without "WHAT BUILDS CONTAINERS"; return; }
    (install_python) || { without SYNAPSE; return; }
    say "the container"
    check container container_works
}

# every MODE PRELOAD: runs all points of this kind, divided among one process for each processor.
every() {
    local number pid pids=() status=0 bin=$root/build/dev/bin
    for ((number = 0; number < jobs; number++)); do
        "$bin/crash" "$bin/engarde-bot" "$bin/kill_at" "$2" "$1" "$jobs" "$number" &
        pids+=($!)
    done
    for pid in "${pids[@]}"; do
        wait "$pid" || status=1
    done
    return "$status"
}

# simulate FROM: runs 5,000 schedules on each of two processors.
simulate() {
    local from pid pids=() status=0
    for from in "$1" $(($1 + 5000)); do
        build/dev/bin/sim --from "$from" --count 5000 --all 1 &
        pids+=($!)
    done
    for pid in "${pids[@]}"; do
        wait "$pid" || status=1
    done
    return "$status"
}

part_schedules() {
    build dev || return
    say "schedules of the simulation"
    check schedules simulate "$(od -An -N4 -tu4 /dev/urandom)" && grep schedules "$logs/schedules.log"
}

# check_every NAME MODE PRELOAD…: runs all points as one test. The log shows their number.
check_every() {
    local name=$1 mode=$2 preload
    shift 2
    preload=$(printf ":$root/build/dev/bin/%s.so" "$@")
    check "$name" every "$mode" "${preload#:}" && sed 's/^/    /' "$logs/$name.log"
}

part_crash() {
    build dev || return
    say "every crash point of a match"
    check_every crash points fixed_secrets
}

part_memory() {
    build dev || return
    say "every allocation of a question, and of a match"
    check_every memory-question memory fixed_secrets failing_malloc
    check_every memory-match match fixed_secrets failing_malloc
}

# Prefers a Node.js that is already there, since Debian's npm needs hundreds of packages.
have_node() {
    { command -v node && command -v npm; } >/dev/null || install_packages bench
}

install_peer() {
    mkdir -p "$1" && cp tests/bench/peer/* "$1" &&
        (cd "$1" && npm ci --ignore-scripts --no-audit --no-fund)
}

build_load() {
    cmake --preset dev && cmake --build --preset dev -j "$jobs" --target bench_load bench_syncs
}

part_bench() {
    local beside=() folder=$root/build/bench
    mkdir -p "$folder"
    build release || return
    check build-load build_load || return
    if (have_node) && check peer install_peer "$folder/peer"; then
        beside=(--peer "$folder/peer/peer.js")
    else
        without "THE PEER"
    fi
    say "bench"
    if /usr/bin/python3 -B tests/bench/bench.py --bin build/dev/bin --bot build/release/bin/engarde-bot \
        --work "$folder" --out "$folder/figures.json" "${beside[@]}"; then
        count 1 0 0
    else
        failures+=("bench")
        count 0 1 0
    fi
}

is_part() {
    [[ " $parts $long_parts " == *" $1 "* ]]
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
    [ ! -d build/dev ] || (cd build/dev && ctest --print-labels)
}

summary() {
    [ ! -s "$logs/failures.txt" ] || { say "the end of each failed test" && cat "$logs/failures.txt"; }
    say "summary after $SECONDS s"
    [ ${#failures[@]} -eq 0 ] || printf '    FAILED  %s\n' "${failures[@]}"
    if [ "$skipped" -gt 0 ]; then
        printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
    else
        printf '%d passed, %d failed\n' "$passed" "$failed"
    fi
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

main() {
    local label began
    case ${1-} in
    --list | --help | -h)
        list
        return
        ;;
    esac
    mkdir -p "$logs"
    rm -f "$logs/failures.txt"
    if [ "${1-} ${2-}" = "sim --seed" ]; then
        replay "${3-}"
        return
    fi
    install_packages build test synapse
    # shellcheck disable=SC2086 # a list of words
    [ $# -gt 0 ] || { whole=yes && set -- $parts; }
    for label; do
        began=$SECONDS
        if is_part "$label"; then
            "part_$label"
        else
            part_ctest_label "$label"
        fi
        printf '    %s: %d s\n' "$label" $((SECONDS - began))
    done
    summary
}

main "$@"
