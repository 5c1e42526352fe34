#!/usr/bin/env bash
# usage: image.sh VERSION FOLDER WORK
# Makes the container's image, FOLDER/engarde-bot-VERSION.oci.tar, from the Debian packages in FOLDER: one
# image for each architecture that they are for. Prints the digest. WORK gets the files of the image.
set -euo pipefail
version=$1 folder=$2 work=$3
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

roots=()
for package in "$folder"/engarde-bot_"$version"-*.deb; do
    architecture=$(dpkg-deb -f "$package" Architecture)
    deploy/release/image_root.sh "$package" "$work/$architecture" >&2
    roots+=(--root "$architecture=$work/$architecture")
done
/usr/bin/python3 -B deploy/release/image.py --version "$version" --commit "$(git rev-parse HEAD)" \
    --time "$(git log -1 --format=%ct)" --out "$folder/engarde-bot-$version.oci.tar" "${roots[@]}"
