#!/usr/bin/env bash
# usage: root.sh CACHE ROOT
# Unpacks a fresh Debian of this machine's release into ROOT, with apt and nothing that it needn't
# have. What was downloaded is kept in CACHE. As root.
set -euo pipefail
cache=$1 root=$2

# The sources of Debian itself that are set up here, one a line.
sources() {
	# shellcheck disable=SC2016 # apt's own variables
	apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' \
		'Identifier: Packages' 'Origin: Debian' | sort -u
}

if ! sources | grep -q .; then
	apt-get update
fi
name=$(sources | sha256sum | cut -c 1-16)
mkdir -p "$cache"
if [ ! -s "$cache/$name.tar" ]; then
	sources | mmdebstrap --variant=apt --include=ca-certificates '' "$cache/$name.part.tar" -
	mv "$cache/$name.part.tar" "$cache/$name.tar"
fi
rm -rf "$root"
mkdir -p "$root" "$cache/archives"
tar -xf "$cache/$name.tar" -C "$root"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
cp -a "$cache/archives/." "$root/var/cache/apt/archives/"
# What installs a service must not start it here.
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
