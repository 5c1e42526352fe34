#!/usr/bin/env bash
# From a clone to a match: installs what is missing, builds the bot and runs it against a real
# homeserver on this machine, which nobody else can reach.
#   deploy/quickstart.sh         on a terminal: stays, for you to play
#   deploy/quickstart.sh --demo  two scripted players play a match (so it is without a terminal)
# All it makes is in build/ and .quickstart/ of the clone; a second run takes seconds.
set -euo pipefail

# shellcheck source=deploy/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"

build_release() {
    cmake --preset release && cmake --build --preset release
}

main() {
    local how=() where=$work/demo
    case ${1-} in
    "") if [ -t 0 ] && [ -t 1 ]; then how=(--stay) where=$work/home; fi ;;
    --demo) ;;
    *)
        sed -n '2,6s/^# \{0,1\}//p' "$root/deploy/quickstart.sh"
        [ "$1" = --help ]
        exit
        ;;
    esac
    install_packages build synapse
    step "building the bot into build/release" "remove build/release and run this again" build_release
    install_python
    PYTHONPATH=deploy exec "$venv/bin/python" -m local.demo \
        --program build/release/bin/engarde-bot --directory "$where" "${how[@]}"
}

main "$@"
