#!/usr/bin/env bash
# usage: container.sh SOURCE CACHE WORK COMMAND…
# Builds the container's image. The base is the Debian that root.sh keeps in CACHE, because this
# machine may not reach an image registry. Then runs COMMAND. ENGARDE_ROOT names the folder with the
# image's files. Run this as root.
set -euo pipefail
source=$1 cache=$2 work=$3
shift 3

image() {
	buildah --root "$work/storage" --runroot "$work/run" "$@"
}

clear_away() {
	[ ! -d "$work/storage" ] || image umount --all >/dev/null || true
	rm -rf "$work"
}

clear_away
mkdir -p "$work"
trap clear_away EXIT
"$source/tests/package/root.sh" "$cache" "$work/fresh"
# The build of the image downloads crates. The network of this machine may have a certificate authority of
# its own, which Debian does not know.
install -D -m 644 /etc/ssl/certs/ca-certificates.crt \
	"$work/fresh/usr/local/share/ca-certificates/of-this-machine.crt"
chroot "$work/fresh" update-ca-certificates
container=$(image from scratch)
image add -q "$container" "$work/fresh" /
image commit -q --rm "$container" localhost/debian
rm -rf "$work/fresh"
image build --isolation chroot --format docker --build-arg BASE=localhost/debian \
	-f "$source/deploy/container/Containerfile" -t localhost/engarde-bot "$source"

image images
found=$(image inspect --type image --format \
	'{{.OCIv1.Config.User}} {{.OCIv1.Config.Entrypoint}} {{.Docker.Config.Healthcheck.Test}}' \
	localhost/engarde-bot)
wanted="10001:10001 [engarde-bot] [CMD engarde-bot health]"
[ "$found" = "$wanted" ] || { echo "FAILED: $found, not $wanted"; exit 1; }
ENGARDE_ROOT=$(image mount "$(image from localhost/engarde-bot)")
export ENGARDE_ROOT
"$@"
