# shellcheck shell=bash
# The parts of tests/run.sh: for each part NAME a function part_NAME, and its helpers. The others are in
# web_parts.sh, package_parts.sh, hosting_parts.sh and bench_parts.sh.

# shellcheck disable=SC2154 # tests/run.sh sets the variables logs, jobs and whole.
part_tests() {
    build asan && run_ctest asan -LE '^(long|root)$'
}

# A run of all parts runs half of these tests.
part_long() {
    local share=()
    [ -z "$whole" ] || share=(-I "$(share_of_today 2),,2")
    build asan && run_ctest asan -L '^long$' -LE '^pg-share-' "${share[@]}"
}

part_root() {
    build asan && run_ctest asan -L '^root$'
}

part_asan() {
    build asan && run_ctest asan
}

# The sanitized build runs all tests that it has. So a run of all parts runs here only what that build
# leaves out or shortens, and of that one half.
part_plain() {
    local share=()
    [ -z "$whole" ] || share=(-I "$(share_of_today 2),,2" -R '^(bench|crash|many|property|sim|small)/|^layer/purity|^service/disk_full$|^pg/crash$')
    build "$plain" && run_ctest "$plain" "${share[@]}" && run_ctest "$plain" -L "^pg-share-$(share_of_today 12)\$"
}

# share_of_today SHARES: which of this number of shares is today's turn, from 1.
share_of_today() {
    echo $((10#$(date +%j) % $1 + 1))
}

# What a run of all parts does on one day of seven, because it takes minutes. No two of them have the same day.
rare=(whole-coverage key-store nights second-crate killed-seasons workflows gcc-analyzer)

# its_turn RARE: whether this run does it, or says that it does not. A run of single parts does all.
its_turn() {
    [ -z "$whole" ] || [ "${rare[$(share_of_today 7) - 1]}" = "$1" ] ||
        { echo "    **** not today: $1 ****" && false; }
}

# Under valgrind all tests take half an hour, so a run of all parts runs one of 48 shares of the tests, and
# tries fewer and shorter inputs.
part_valgrind() {
    local share=() grammar=(--all)
    [ -z "$whole" ] || share=(-I "$(share_of_today 48),,48") grammar=()
    build valgrind || return
    check_shown instructions python3 -B tests/bench/instructions.py --bin build/optimised/bin \
        --bot build/optimised/bin/engarde-bot --work build/optimised
    check_shown growth python3 -B tests/growth/inputs.py --bin build/optimised/bin "${grammar[@]}"
    run_ctest valgrind "${share[@]}"
}

# covered AREA FILTER LIMIT…: makes gcovr's report of the files that match FILTER, and checks the
# limits.
covered() {
    local area=$1 filter=$2
    shift 2
    # The coverage leaves out failed assertions and switches without a matching case, because no
    # test can reach them.
    gcovr -j "$jobs" -r . --object-directory build/coverage --filter "$filter" \
        --exclude engine/lab --exclude-branches-by-pattern '.*assert\(.*|\s*switch \(.*' \
        --html-details "build/coverage/$area.html" --print-summary --txt "$logs/covered-$area.txt" "$@"
}

# Most tests that a run of all parts would repeat here have run under the sanitizers. So it runs those of the
# engine, which must reach every branch, and all tests on one day of seven.
part_coverage() {
    local folder folders="engine/analysis engine/puzzle bot adapters config" share=() targets=()
    if ! its_turn whole-coverage; then
        share=(-R '^(unit/engine|rulebook|trace|record)/|^property/[am]|^command/[at]')
        folders="engine/analysis engine/puzzle" targets=(--target engine_tests)
    fi
    build coverage "${targets[@]}" && run_ctest coverage "${share[@]}" || return
    check coverage-engine covered engine 'engine/(opponent/|deal/)?[a-z_]*\.c' \
        --fail-under-line 100 --fail-under-branch 100
    check coverage-engine-command covered engine-command 'engine/(command|file)/' --fail-under-line 90
    for folder in $folders; do
        check "coverage-${folder//\//-}" covered "${folder//\//-}" "$folder/" --fail-under-line 90
    done
    (cd "$logs" && grep '^\(lines\|branches\)' coverage-*.log)
}

# A run of all parts builds the product and the fuzz targets. clang-tidy, which reads all other tests,
# knows the warnings of clang, too.
part_fuzz() {
    local targets=()
    [ -z "$whole" ] || targets=(--target engarde_bot_program fuzz_tests)
    build fuzz "${targets[@]}" && run_ctest fuzz -L "^fuzz$"
}

# Only the first build of a clone shows its warnings. Without ccache, as in deploy/quickstart.sh: another
# launcher would compile all sources again.
part_release() {
    CMAKE_C_COMPILER_LAUNCHER='' build quickstart && check release-warnings no_warning_in "$logs/build-quickstart.log"
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

product_sources() {
    find engine bot adapters config -name '*.c' -print0 | sort -z
}

# tidy_with [OPTION…]: reads the names of sources. The tools read the headers through the sources. This
# build does not compile the tests of the encryption: for them clang-tidy takes the command of a similar
# source, which may not name the folder of the generated headers.
tidy_with() {
    xargs -0 -r -n 8 -P "$jobs" clang-tidy --quiet -p "build/$plain" --extra-arg="-I$root/build/$plain" \
        --warnings-as-errors='*' "$@"
}

# Clang's analyzer needs nearly all of the time, and does not read the tests (tests/.clang-tidy). In a run of
# all parts it reads a quarter of the product's sources.
tidy() {
    local quarter=1~1
    [ -z "$whole" ] || quarter=$(share_of_today 4)~4
    product_sources | sed -nz "${quarter}p" | tidy_with &&
        { product_sources | sed -z "${quarter}d"; find tests -name '*.c' -print0; } |
        tidy_with --checks='-clang-analyzer-*'
}

analyse() {
    # cppcheck does not check generated files and tests. uninitStructMember is off, because cppcheck
    # does not see that `error || …` reads a result only after success. Compilers and sanitizers
    # also find reads of unset members.
    cppcheck --project="build/$plain/compile_commands.json" --cppcheck-build-dir=build/cppcheck -j "$jobs" \
        --enable=warning,performance,portability --inline-suppr --error-exitcode=1 --quiet \
        -i build -i tests --suppress=uninitStructMember \
        --suppress=normalCheckLevelMaxBranches
}

scripts_are_clean() {
    find .ci deploy tests \( -name '*.sh' -o -path '.ci/run' \) -print0 | xargs -0 shellcheck -x
}

# Builds the linter of workflows, outside the clone: so each machine builds it once.
install_actionlint() {
    local version=v1.7.12
    [ "$(cat "$actionlint/built" 2>/dev/null)" != $version ] || return 0
    install_python && step "actionlint (a minute, the first time)" \
        "check that https://pypi.org and https://proxy.golang.org can be reached" \
        tests/support/build_go.sh "$venv/bin/pip" "$actionlint" github.com/rhysd/actionlint $version \
        h1:vQ4GeJN86C0QH+gTUQcs8McmK62OLT3kmakPMtEWYnY= ./cmd/actionlint
}

part_style() {
    say "style"
    check clang-format in_format
    check shellcheck scripts_are_clean
}

part_workflows() {
    local actionlint=${XDG_CACHE_HOME:-$HOME/.cache}/engarde-bot/actionlint
    its_turn workflows || return
    say "workflows"
    (install_actionlint) || { without ACTIONLINT; return; }
    check actionlint "$actionlint/bin/actionlint" -no-color
}

part_lint() {
    # In a run of all parts, the style is one of the usual parts.
    [ -n "$whole" ] || part_style
    say "lint"
    mkdir -p build/cppcheck
    # The build generates some of the analysed sources. In a run of all parts, the part plain has built it,
    # and a part beside this one may configure it again right now.
    [ -n "$whole" ] || build "$plain" || return
    check clang-tidy tidy
    check cppcheck analyse
    ! its_turn gcc-analyzer || check gcc-analyzer configure_and_build analyzer
}

# without WHAT: reports that a part can't run here. In CI the part counts as a failed test,
# elsewhere as a skipped test.
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
    build "$plain" || return
    (unpack_packages) || { without PROMETHEUS; return; }
    say "monitoring"
    ENGARDE_BOT=build/$plain/bin/engarde-bot check monitoring \
        /usr/bin/python3 -B tests/monitoring/test_prometheus.py "$work/prometheus/usr/bin"
}

# play PRESET [NAME…]: runs the end-to-end tests with the bot of this build. A NAME is a module, or
# MODULE.CLASS.TEST.
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

part_match() {
    part_release && play quickstart encrypted.Encrypted.test_a_match_with_a_restart_and_a_new_device
}

# A run of all parts runs a third of the modules, and always those of matches and kills. Club nights and
# seasons of twelve take minutes, so each of these has one day of seven.
part_e2e() {
    local third=1/1 name modules=()
    [ -z "$whole" ] || third=$(share_of_today 3)/3
    [ "$third" = 1/1 ] || echo "    **** a third of the modules run today ($third), and those of matches and kills ****"
    build asan && play asan --share "$third" || return
    for name in nights killed-seasons; do
        ! its_turn $name || modules+=("${name/-/_}")
    done
    [ ${#modules[@]} -eq 0 ] || play asan "${modules[@]}"
}

part_night() {
    build "$plain" && play "$plain" night_limits season_limits
}

# The tests that matrix-sdk-crypto has for all stores of keys. They compile the library a second time,
# with its own test code, which takes minutes. So a run of all parts runs them on one day of seven.
test_key_store() {
    local cargo crate=tests/e2ee/key_store
    cargo=$(sed -n 's/^CARGO:FILEPATH=//p' build/e2ee/CMakeCache.txt)
    lock_key_store "$cargo" "$crate" || return
    PATH=$(dirname "$cargo"):$PATH "$cargo" test --locked --manifest-path "$crate/Cargo.toml"
}

# lock_key_store CARGO CRATE: writes the crate's Cargo.lock: the versions that the bot has, and those of
# pinned.txt. cargo removes what the tests do not need. Fails if cargo had to choose a version itself.
lock_key_store() {
    {
        cat adapters/matrix/e2ee/crypto/Cargo.lock
        awk '!/^#/ { printf "\n[[package]]\nname = \"%s\"\nversion = \"%s\"\nchecksum = \"%s\"\n", $1, $2, $3
            print "source = \"registry+https://github.com/rust-lang/crates.io-index\"" }' "$2/pinned.txt"
    } >"$2/Cargo.lock"
    "$1" update --workspace --manifest-path "$2/Cargo.toml" 2>&1 |
        awk '/ Adding / && $2 != "key-store-tests" { print "not pinned: " $2, $3; added = 1 } END { exit added }'
}

# A run of all parts plays half of the modules.
part_e2ee() {
    local half=1/1
    [ -z "$whole" ] || half=$(share_of_today 2)/2
    build e2ee || return
    run_ctest e2ee -L "^e2ee$"
    ! its_turn key-store || check key-store test_key_store
    [ "$half" = 1/1 ] || echo "    **** half of the modules run today ($half) ****"
    play e2ee --share "$half" encrypted newcomers postgresql_encrypted verified
}

# Dendrite needs a Go compiler, which PyPI has for amd64.
install_dendrite() {
    install_python && step "Dendrite into .quickstart/dendrite (some minutes, the first time)" \
        "check that https://pypi.org and https://proxy.golang.org can be reached" \
        tests/e2e/build_dendrite.sh "$venv/bin/pip" "$work/dendrite"
}

part_dendrite() {
    (install_dendrite) || { without DENDRITE; return; }
    build asan && play asan dendrite
    build e2ee && play e2ee dendrite_encrypted
}

# wait_for_all PID…: waits for these processes. Succeeds if all of them have succeeded.
wait_for_all() {
    local pid status=0
    for pid; do
        wait "$pid" || status=1
    done
    return "$status"
}

# every MODE PRELOAD: runs the test program `crash` for all points of this mode (each point is a
# write at which the bot is killed, or an allocation that fails), with one process for each
# processor.
every() {
    local number pids=() bin=$root/build/dev/bin
    for ((number = 0; number < jobs; number++)); do
        "$bin/crash" "$bin/engarde-bot" "$bin/kill_at" "$2" "$1" "$jobs" "$number" &
        pids+=($!)
    done
    wait_for_all "${pids[@]}"
}

# simulate FROM: runs 5,000 schedules on each of two processors.
simulate() {
    local from pids=()
    for from in "$1" $(($1 + 5000)); do
        build/dev/bin/sim --from "$from" --count 5000 --all 1 &
        pids+=($!)
    done
    wait_for_all "${pids[@]}"
}

part_schedules() {
    build dev || return
    say "schedules of the simulation"
    check schedules simulate "$(od -An -N4 -tu4 /dev/urandom)" && grep schedules "$logs/schedules.log"
}

# check_every NAME MODE PRELOAD…: runs all points of the mode (see `every`) as one test. The log
# shows the number of points.
check_every() {
    local name=$1 mode=$2 preload
    shift 2
    preload=$(printf ":$root/build/dev/bin/%s.so" "$@")
    check "$name" every "$mode" "${preload#:}" && sed 's/^/    /' "$logs/$name.log"
}

part_crash() {
    build dev || return
    say "every crash point of a match, of a club night, and of a season"
    check_every crash points fixed_secrets
    check_every crash-night night fixed_secrets
    check_every crash-season season fixed_secrets
}

part_memory() {
    build dev || return
    say "every allocation of a question, and of a match"
    check_every memory-question memory fixed_secrets failing_malloc
    check_every memory-match match fixed_secrets failing_malloc
}

# Uses an installed Node.js if there is one, because Debian's npm needs hundreds of packages.
have_node() {
    { command -v node && command -v npm; } >/dev/null || install_packages bench
}

# install_npm FROM TO: installs the npm packages that FROM names in TO, unless they are there, with FROM's
# scripts beside them.
install_npm() {
    mkdir -p "$2" && cp "$1"/*.js* "$2" || return
    ! cmp -s "$2/package-lock.json" "$2/node_modules/installed.json" || return 0
    (cd "$2" && npm ci --ignore-scripts --no-audit --no-fund && cp package-lock.json node_modules/installed.json)
}
