#!/usr/bin/env bash
# usage: image.sh ARCHIVE WORK COMMAND…
# Tests the container's image of a release. Pushes it to a registry on this machine, as the release does,
# and pulls it from there for each architecture. Checks what it contains, and runs the bot for arm64 under
# qemu. Then runs COMMAND, which can use Podman in place of Docker: DOCKER_HOST names its socket, ENGARDE_IMAGE
# the image in the registry, and ENGARDE_ROOT the folder with its files for amd64. Run this as root.
set -euo pipefail
# shellcheck source=deploy/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../deploy/common.sh"
archive=$(realpath "$1") folder=$(realpath -m "$2")
shift 2
storage=(--root "$folder/storage" --runroot "$folder/run" --storage-driver vfs)
programs=()

fail() {
	printf 'FAILED: %s\n' "$*" >&2
	exit 1
}

image() {
	buildah "${storage[@]}" "$@"
}

containers() {
	podman --root "$folder/podman" --runroot "$folder/podman.run" --storage-driver vfs "$@"
}

clear_away() {
	[ ! -d "$folder/podman" ] || containers rm --all --force --time 0 --volumes >/dev/null || true
	[ ${#programs[@]} -eq 0 ] || kill "${programs[@]}" 2>/dev/null || true
	wait
	[ ! -d "$folder/storage" ] || image umount --all >/dev/null || true
	rm -rf "$folder"
}

# wait_for WHAT COMMAND…: waits until the command succeeds.
wait_for() {
	local what=$1 turns=600
	shift
	until "$@" >/dev/null 2>&1; do
		turns=$((turns - 1))
		[ $turns -gt 0 ] || fail "waited in vain for $what"
		sleep 0.1
	done
}

start_registry() {
	local port
	port=$(/usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
	registry=127.0.0.1:$port
	cat >"$folder/registry.yaml" <<-END
		version: 0.1
		http: {addr: "$registry"}
		storage: {filesystem: {rootdirectory: "$folder/registry"}}
	END
	printf '[[registry]]\nlocation = "%s"\ninsecure = true\n' "$registry" >"$folder/registries.conf"
	export CONTAINERS_REGISTRIES_CONF=$folder/registries.conf
	"$work/docker-registry/usr/bin/docker-registry" serve "$folder/registry.yaml" >"$folder/registry.log" 2>&1 &
	programs+=($!)
	wait_for "the registry" curl -sf "http://$registry/v2/"
}

# This machine may forbid what a container wants by default: more open files, and groups of processes of systemd.
start_podman() {
	cat >"$folder/containers.conf" <<-END
		[containers]
		default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
		[engine]
		cgroup_manager = "cgroupfs"
		runtime = "runc"
		events_logger = "file"
	END
	export CONTAINERS_CONF=$folder/containers.conf DOCKER_HOST=unix://$folder/podman.sock
	# Not by the function: $! must be Podman itself.
	podman --root "$folder/podman" --runroot "$folder/podman.run" --storage-driver vfs \
		system service --time=0 "$DOCKER_HOST" >"$folder/podman.log" 2>&1 &
	programs+=($!)
	wait_for "Podman" curl -sf --unix-socket "$folder/podman.sock" http://podman/_ping
}

# check_files ROOT: the image has no shell, no package manager, nothing that gives rights, and one folder
# to write in.
check_files() {
	local found
	found=$(find "$1"/bin "$1"/sbin "$1"/usr/bin "$1"/usr/sbin -not -type d -printf '%f ' | LC_ALL=C sort)
	[[ " $found" != *" sh "* && " $found" != *" dpkg "* && " $found" == *"engarde-bot "* ]] || fail "programs: $found"
	found=$(find "$1" -type f -perm /6000 -printf '%p ')
	[ -z "$found" ] || fail "these files give rights: $found"
	found=$(find "$1" -not -uid 0 -printf '%P:%U:%m ')
	[ "$found" = "var/lib/engarde:10001:700 " ] || fail "not of root: $found"
	grep -q 'BEGIN CERTIFICATE' "$1/etc/ssl/certs/ca-certificates.crt" || fail "no certificates"
	# A scanner finds all packages.
	[ "$(dpkg-query --admindir="$1/var/lib/dpkg" -W -f '${Package}\n' | grep -cx 'engarde-bot\|libc6\|libssl3')" = 3 ] ||
		fail "the database of dpkg lacks a package"
}

# pull ARCHITECTURE: prints the folder with the files of the image.
pull() {
	image mount "$(image from -q --pull-always --arch "$1" "docker://$registry/engarde-bot:latest")"
}

# play COMMAND…: begins a match in the console of the bot that this command runs, and draws the board.
play() {
	local said
	"$@" --version
	said=$(printf 'alice: !eg challenge @bob\nbob: !eg accept\nalice: !eg board picture\n' |
		"$@" --console)
	grep -q 'file board-1-1-0.png' <<<"$said" || fail "the bot draws no board: $said"
}

clear_away
mkdir -p "$folder"
trap clear_away EXIT
unpack_packages registry
start_registry
digest=$(tar -xOf "$archive" index.json | sed -n 's/.*"digest": "\(.*\)".*/\1/p')
REGISTRY_OPTIONS=--dest-tls-verify=false "$root/deploy/release/publish.sh" "$registry/engarde-bot" "$archive"
for tag in latest "$(sed -n 's/^project(engarde-bot VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")"; do
	found=sha256:$(skopeo inspect --tls-verify=false --raw "docker://$registry/engarde-bot:$tag" | sha256sum | cut -d ' ' -f 1)
	[ "$found" = "$digest" ] || fail "the tag $tag is $found, not $digest"
done
ENGARDE_ROOT=$(pull amd64)
check_files "$ENGARDE_ROOT"
play chroot --userspec=10001:10001 "$ENGARDE_ROOT" engarde-bot
if [[ $(tar -xOf "$archive" "blobs/${digest/://}") == *'"arm64"'* ]]; then
	other=$(pull arm64)
	check_files "$other"
	play qemu-aarch64 -L "$other" "$other/usr/bin/engarde-bot"
	cmp "$other/usr/bin/engarde-bot" "$ENGARDE_ROOT/usr/bin/engarde-bot" >/dev/null && fail "both architectures are one"
fi
start_podman
export ENGARDE_ROOT ENGARDE_IMAGE=$registry/engarde-bot:latest
"$@"
