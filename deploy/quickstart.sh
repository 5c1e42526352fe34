#!/usr/bin/env bash
# Installs missing packages, builds the bot, and runs it with a real homeserver on this machine.
# Nobody on another machine can reach this homeserver.
#   deploy/quickstart.sh         at a terminal: you play against a program
#   deploy/quickstart.sh --demo  two scripted players play a match (also without a terminal)
# All its files are in build/ and .quickstart/ of the clone. A second run takes seconds.
set -euo pipefail

# shellcheck source=deploy/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"

build_bot() {
    cmake --preset quickstart && cmake --build --preset quickstart
}

main() {
    local how=() where=$work/demo
    case ${1-} in
    "") if [ -t 0 ] && [ -t 1 ]; then how=(--stay) where=$work/home; fi ;;
    --demo) ;;
    *)
        [ "$1" = --help ] || say "there is no option $1" >&2
        sed -n '2,6s/^# \{0,1\}//p' "$root/deploy/quickstart.sh"
        [ "$1" = --help ]
        exit
        ;;
    esac
    install_packages build synapse
    # These run side by side: the build needs the processor, and the installation waits for the network.
    install_python begin_step
    begin_step "building the bot into build/quickstart (a few minutes, the first time)" \
        "check the network, or remove build/quickstart and build/crate; then run this again" build_bot
    finish_steps
    PYTHONPATH=deploy exec "$venv/bin/python" -m local.demo \
        --program build/quickstart/bin/engarde-bot --directory "$where" "${how[@]}"
}

main "$@"
