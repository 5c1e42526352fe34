#!/usr/bin/env bash
# usage: sign.sh KEY ARTEFACTS
# Signs the package repository and the checksums in ARTEFACTS, and puts the public key into the repository.
# KEY is a secret key of gpg, by its fingerprint or address. This may happen on another machine than the
# build.
set -euo pipefail
key=$1 artefacts=$2

fingerprint=$(gpg --batch --list-secret-keys --with-colons "$key" 2>/dev/null |
    awk -F: '$1 == "fpr" { print $10; exit }') || true
if [ -z "$fingerprint" ]; then
    printf 'sign: gpg has no secret key "%s"; gpg --list-secret-keys shows those that it has\n' "$key" >&2
    exit 1
fi

# sign TO OPTION… FILE
sign() {
    local to=$1
    shift
    gpg --yes --local-user "$fingerprint" --digest-algo SHA512 --armor --output "$to" "$@"
}

gpg --yes --armor --output "$artefacts/apt/engarde-bot.asc" --export "$fingerprint"
for release in "$artefacts"/apt/dists/*/Release; do
    sign "$(dirname "$release")/InRelease" --clearsign "$release"
    sign "$release.gpg" --detach-sign "$release"
done
if [ -e "$artefacts/SHA256SUMS" ]; then
    sign "$artefacts/SHA256SUMS.asc" --detach-sign "$artefacts/SHA256SUMS"
fi
