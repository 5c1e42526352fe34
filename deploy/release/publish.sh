#!/usr/bin/env bash
# usage: publish.sh REGISTRY/NAME [ARCHIVE], for example publish.sh ghcr.io/somebody/engarde-bot
# Pushes the image that release.sh has made, for all architectures, to a registry. The tags are the whole
# version (0.2.0); 0.2, unless a later 0.2 is tagged in git; and `latest`, unless any later version is. If
# REGISTRY_USER and REGISTRY_PASSWORD are set, it first logs in with them. Else it uses the log-in of skopeo,
# podman or docker. REGISTRY_OPTIONS are more options for skopeo, such as --dest-tls-verify=false.
set -euo pipefail
# shellcheck source=deploy/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../common.sh"
cd "$root"

# tags VERSION: prints the tags of this version.
tags() {
    local version=$1 all
    all=$({ echo "$version"; git tag --list 'v[0-9]*' | sed 's/^v//'; } | sort -V)
    echo "$version"
    [ "$(grep "^${version%.*}\." <<<"$all" | tail -n 1)" != "$version" ] || echo "${version%.*}"
    [ "$(tail -n 1 <<<"$all")" != "$version" ] || echo latest
}

log_in() {
    [ -n "${REGISTRY_USER-}" ] || return 0
    REGISTRY_AUTH_FILE=$(mktemp)
    export REGISTRY_AUTH_FILE
    trap 'rm -f "$REGISTRY_AUTH_FILE"' EXIT
    echo '{}' >"$REGISTRY_AUTH_FILE"
    printf '%s' "$REGISTRY_PASSWORD" | skopeo login --username "$REGISTRY_USER" --password-stdin "${1%%/*}"
}

# push NAME:TAG: pushes the images of all architectures. Their digests stay those of the release.
push() {
    local options
    read -ra options <<<"${REGISTRY_OPTIONS-}"
    skopeo copy --all --preserve-digests "${options[@]}" "oci-archive:$archive" "docker://$1"
}

[ $# -gt 0 ] || die "publish.sh needs the name of the image" "deploy/release/publish.sh ghcr.io/somebody/engarde-bot"
archive=$(realpath -m "${2-$(echo build/artefacts/engarde-bot-*.oci.tar)}")
[ -s "$archive" ] || die "there is no image $archive" "deploy/release.sh"
version=$(sed -n 's/^engarde-bot-\(.*\)\.oci\.tar$/\1/p' <<<"${archive##*/}")
install_packages publish
log_in "$1"
for tag in $(tags "$version"); do
    step "$1:$tag" "check that the registry can be reached, and that this account may push there" push "$1:$tag"
done
