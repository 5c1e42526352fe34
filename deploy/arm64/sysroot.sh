#!/usr/bin/env bash
# usage: sysroot.sh FOLDER
# Unpacks the libraries of Debian's arm64 into FOLDER, unless it has them already. Installs nothing on
# this machine.
set -euo pipefail
script=$(realpath "${BASH_SOURCE[0]}")
# shellcheck source=deploy/common.sh
. "$(dirname "$script")/../common.sh"

libraries() {
    { packages_of build test | grep '^lib.*-dev$' | grep -v '^libclang' && packages_of sysroot; } | paste -sd,
}

# register FOLDER: writes a dpkg database for the unpacked packages. In it dpkg-shlibdeps finds which
# package has a library, and which versions of this package a program needs.
register() {
    local folder=$1 info=$1/var/lib/dpkg/info control package name deb
    control=$(mktemp -d)
    echo 1 >"$info/format" # the names of the files below include the architecture
    for deb in "$folder"/var/cache/apt/archives/*.deb; do
        rm -rf "$control"
        dpkg-deb -e "$deb" "$control"
        package=$(dpkg-deb -f "$deb" Package)
        name=$info/$package
        [ "$(dpkg-deb -f "$deb" Multi-Arch)" != same ] || name+=:arm64
        sed 's/^Package: .*/&\nStatus: install ok installed/' "$control/control"
        echo
        dpkg-deb --fsys-tarfile "$deb" | tar -t | sed "s|^\.|$folder|; s|/\$||" >"$name.list"
        for file in symbols shlibs; do
            [ ! -e "$control/$file" ] || cp "$control/$file" "$name.$file"
        done
    done >"$folder/var/lib/dpkg/status"
    rm -rf "$control"
}

if [ "$1" = register ]; then
    register "$2"
    exit
fi
folder=$(realpath -m "$1")
name=$({ debian_sources && libraries && cat "$script"; } | sha256sum | cut -c 1-16)
[ ! -e "$folder/$name" ] || exit 0
rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
debian_sources | mmdebstrap --arch=arm64 --variant=extract --include="$(libraries)" \
    --extract-hook="$script register \"\$1\"" '' "$folder" -
touch "$folder/$name"
