#!/usr/bin/env bash
# usage: sysroot.sh FOLDER
# Unpacks the libraries of Debian's arm64 into FOLDER, unless it has them already. Installs nothing on
# this machine.
set -euo pipefail
folder=$1
# shellcheck source=deploy/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../deploy/common.sh"
# shellcheck source=tests/package/sources.sh
. "$root/tests/package/sources.sh"

libraries() {
    { packages_of build | grep '^lib' && echo libcmocka-dev; } | paste -sd,
}

name=$({ debian_sources && libraries; } | sha256sum | cut -c 1-16)
[ ! -e "$folder/$name" ] || exit 0
rm -rf "$folder"
debian_sources | mmdebstrap --arch=arm64 --variant=extract --include="$(libraries)" '' "$folder" -
touch "$folder/$name"
