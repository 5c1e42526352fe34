#!/usr/bin/env bash
# usage: build_dendrite.sh PIP FOLDER
# Builds Dendrite's programs into FOLDER/bin, unless they are there.
set -euo pipefail
exec "$(dirname "$0")/../support/build_go.sh" "$1" "$2" github.com/element-hq/dendrite v0.15.2 \
    h1:lfb7LC5k/YE0EQbRioro/HQMsjoMbfl1KYEtgH3aaIE= ./cmd/dendrite ./cmd/generate-keys
