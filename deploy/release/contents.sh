#!/usr/bin/env bash
# usage: contents.sh VERSION SOURCE ARTEFACTS IMAGE
# Writes the list of what the release contains (SBOM) into ARTEFACTS, where its other files are. SOURCE is the
# unpacked source archive, IMAGE the folder in which image.sh has worked, and ENGARDE_SYSROOT the folder with
# the libraries for arm64. pip checks the checksums of what sbom.py needs.
set -euo pipefail
# shellcheck source=deploy/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../common.sh"
cd "$root"
version=$1 source=$2 artefacts=$3 image=$4
needed=deploy/release/requirements.txt

if ! cmp -s $needed "$work/sbom/installed.txt"; then
    rm -rf "$work/sbom"
    /usr/bin/python3 -m venv "$work/sbom"
    "$work/sbom/bin/pip" install --disable-pip-version-check --only-binary :all: --require-hashes -r $needed
    cp $needed "$work/sbom/installed.txt"
fi
"$work/sbom/bin/python" -B deploy/release/sbom.py --version "$version" \
    --commit "$(git rev-parse HEAD)" --time "$(git log -1 --format=%ct)" \
    --source "$source" --artefacts "$artefacts" --image "$image" \
    --packages amd64=/var/lib/dpkg --packages arm64="$ENGARDE_SYSROOT/var/lib/dpkg" \
    --out "$artefacts/engarde-bot-$version.cdx.json"
