#!/usr/bin/env bash
# usage: sign.sh KEY ARTEFACTS
# Signs the package repository and the checksums in ARTEFACTS, and puts the public key into the repository.
# KEY is a secret key of gpg, by its fingerprint or address. This may happen on another machine than the
# build. The signature of the repository is valid for 90 days; to sign it again renews it, without a release.
set -euo pipefail
key=$1 artefacts=$2

# Whoever stands between a host and the repository can hide a newer version by old indexes, but only until
# these are too old for apt. A shorter time would make a late renewal an outage for all hosts.
valid_days=90

fingerprints=$(gpg --batch --list-secret-keys --with-colons "$key" 2>/dev/null |
    awk -F: '$1 == "sec" { primary = 1 } $1 == "fpr" && primary { print $10; primary = 0 }') || true
case $(wc -w <<<"$fingerprints") in
0) fault="has no secret key \"$key\"" ;;
1) fault= ;;
*) fault="has several secret keys for \"$key\": name one by its fingerprint" ;;
esac
if [ -n "$fault" ]; then
    printf 'sign: gpg %s; gpg --list-secret-keys shows those that it has\n' "$fault" >&2
    exit 1
fi
fingerprint=$fingerprints

# sign TO OPTION… FILE
sign() {
    local to=$1
    shift
    gpg --yes --local-user "$fingerprint" --digest-algo SHA512 --armor --output "$to" "$@"
}

# limit RELEASE: writes into the file until when its signature is valid.
limit() {
    sed -i '/^Valid-Until: /d' "$1"
    sed -i "s/^Date: .*/&\nValid-Until: $(LC_ALL=C date -u -d "$valid_days days" '+%a, %d %b %Y %H:%M:%S UTC')/" "$1"
}

gpg --yes --armor --output "$artefacts/apt/engarde-bot.asc" --export "$fingerprint"
for release in "$artefacts"/apt/dists/*/Release; do
    limit "$release"
    sign "$(dirname "$release")/InRelease" --clearsign "$release"
    sign "$release.gpg" --detach-sign "$release"
done
if [ -e "$artefacts/SHA256SUMS" ]; then
    sign "$artefacts/SHA256SUMS.asc" --detach-sign "$artefacts/SHA256SUMS"
fi
