# shellcheck shell=bash
# The parts of tests/run.sh that measure.

# shellcheck disable=SC2154 # deploy/common.sh sets the variables root and venv, and tests/run.sh jobs.
build_load() {
    cmake --preset dev && cmake --build --preset dev -j "$jobs" --target bench_load bench_bare bench_counters \
        bench_delay
}

# Measures the seconds from the invitation to the first action, with new accounts on a real Synapse.
part_beginning() {
    build release || return
    (install_python) || { without SYNAPSE; return; }
    say "from the invitation to the first action"
    check_shown beginning env PYTHONPATH=deploy "$venv/bin/python" -B tests/bench/beginning.py \
        --bot build/release/bin/engarde-bot --work "$root/build/bench"
}

# Measures the web page with 1,000 people who follow a match.
part_followers() {
    check build-plain build_plain || return
    say "people who follow a match on the web page"
    check_shown followers python3 -B tests/bench/followers.py --bot build/plain/bin/engarde-bot
}

# The release build without encryption goes to build/plain. The homeserver of the benchmarks does not
# know the requests of the encryption.
build_plain() {
    cmake --preset release -B build/plain -DENGARDE_E2EE=OFF && cmake --build build/plain -j "$jobs"
}

part_scale() {
    local folder=$root/build/bench
    check build-plain build_plain || return
    check build-load build_load || return
    (install_python) || { without SYNAPSE; return; }
    say "how far one machine goes"
    check_shown scale env PYTHONPATH=deploy "$venv/bin/python" -B tests/bench/scale.py --bin build/dev/bin \
        --bot build/plain/bin/engarde-bot --work "$folder" --out "$folder/scale.json"
}

# Measures the size, memory and start of the release build, with and without encryption.
part_weight() {
    build release || return
    check build-plain build_plain || return
    (install_python) || { without SYNAPSE; return; }
    say "the weight of the encryption"
    check_shown weight env PYTHONPATH=deploy "$venv/bin/python" -B tests/bench/weight.py \
        build/plain/bin/engarde-bot build/release/bin/engarde-bot --work "$root/build/bench"
}

# install_peer: installs the peer of the benchmarks in build/bench/peer, and sets the list `beside` to the
# options that name it. Without the peer this list is empty.
install_peer() {
    beside=()
    mkdir -p "$root/build/bench"
    if (have_node) && check peer install_npm tests/bench/peer "$root/build/bench/peer"; then
        beside=(--peer "$root/build/bench/peer/peer.js")
    else
        without "THE PEER"
    fi
}

part_bench() {
    local beside folder=$root/build/bench
    check build-plain build_plain || return
    check build-load build_load || return
    install_peer
    say "bench"
    check_shown bench /usr/bin/python3 -B tests/bench/bench.py --bin build/dev/bin \
        --bot build/plain/bin/engarde-bot --work "$folder" --bare build/dev/bin/bench_bare \
        --out "$folder/figures.json" "${beside[@]}"
}

part_stores() {
    check build-plain build_plain || return
    check build-load build_load || return
    (unpack_postgresql) || { without POSTGRESQL; return; }
    say "SQLite beside PostgreSQL"
    check_shown stores python3 -B tests/bench/stores.py --bin build/dev/bin --bot build/plain/bin/engarde-bot
}

# The players' clients don't encrypt, so the bot is built without encryption.
part_bench-synapse() {
    local beside folder=$root/build/bench
    check build-plain build_plain || return
    (install_python) || { without SYNAPSE; return; }
    install_peer
    say "the bot and its peer on a real Synapse"
    check_shown bench-synapse env PYTHONPATH=deploy:tests "$venv/bin/python" -B tests/bench/bench_synapse.py \
        --bot build/plain/bin/engarde-bot --work "$folder" --out "$folder/synapse.json" "${beside[@]}"
}
