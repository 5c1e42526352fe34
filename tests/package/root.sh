#!/usr/bin/env bash
# usage: root.sh CACHE ROOT
# Unpacks a minimal Debian into ROOT. It has apt and the same release as this machine. CACHE keeps the
# downloads.
# Run this as root.
set -euo pipefail
# shellcheck source=deploy/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../deploy/common.sh"
cache=$1 root=$2

if ! debian_sources | grep -q .; then
	apt_get update
fi
name=$(debian_sources | sha256sum | cut -c 1-16)
mkdir -p "$cache"
if [ ! -s "$cache/$name.tar" ]; then
	debian_sources | mmdebstrap --variant=apt --include=ca-certificates \
		--aptopt='Acquire::Retries "6"' '' "$cache/$name.part.tar" -
	mv "$cache/$name.part.tar" "$cache/$name.tar"
fi
rm -rf "$root"
mkdir -p "$root" "$cache/archives"
tar -xf "$cache/$name.tar" -C "$root"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
cp -a "$cache/archives/." "$root/var/cache/apt/archives/"
# Packages must not start their services in this root directory.
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
