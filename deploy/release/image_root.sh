#!/usr/bin/env bash
# usage: image_root.sh PACKAGE FOLDER
# Unpacks what the container's image has into FOLDER: debian/, the Debian packages that the bot's PACKAGE
# needs, and bot/, the bot and the files that name its user. There is no base image: with only these
# packages, no shell and no package manager, little can be attacked, and any machine can make any
# architecture's image, because nothing of it has to run. As in Debian's own slim images, manuals are left
# out, and licences are kept.
set -euo pipefail
script=$(realpath "${BASH_SOURCE[0]}")
# shellcheck source=deploy/common.sh
. "$(dirname "$script")/../common.sh"
umask 022

# These packages serve the installation of others.
left_out="debconf fontconfig mawk openssl"
id=10001 # as in deploy/container/Containerfile: a host can give this user a folder of the machine

# Prints what the package depends on, without alternatives: those are for its user, whom `configure` makes.
needed() {
    dpkg-deb -f "$1" Depends | tr , '\n' | sed '/|/d; s/^ *//; s/[ :(].*//'
}

# unpack DEB FOLDER: the files of a package that its programs need, and its licence.
unpack() {
    dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" --no-same-owner \
        --exclude='./usr/share/man' --exclude='./usr/share/locale' --exclude='./usr/share/lintian' \
        --exclude='./usr/share/bug' --exclude='./usr/lib/systemd' --exclude='./usr/lib/sysusers.d'
    find "$2/usr/share/doc" -not -type d -not -name copyright -delete
    find "$2/usr/share/doc" -type d -empty -delete
}

# describe DEB: prints the package's entry in dpkg's database, in which scanners look for known faults.
describe() {
    dpkg-deb -f "$1" | sed 's/^Package: .*/&\nStatus: install ok installed/'
    echo
}

# Does what the scripts of ca-certificates would do. The new file gets the time of a packaged one.
collect_certificates() {
    local all=$1/etc/ssl/certs/ca-certificates.crt
    mkdir -p "$1/etc/ssl/certs"
    find "$1/usr/share/ca-certificates" -name '*.crt' | LC_ALL=C sort | xargs cat >"$all"
    touch -r "$1/usr/lib/os-release" "$all"
}

# Writes the files of /etc that belong to no package.
configure() {
    mkdir -p "$1/etc/engarde" "$1/var/lib/engarde" "$1/var/lib/dpkg"
    printf '%s\n' "passwd: files" "group: files" "hosts: files dns" >"$1/etc/nsswitch.conf"
    printf '%s\n' "root:x:0:0:root:/root:/usr/sbin/nologin" \
        "engarde:x:$id:$id:En Garde bot:/var/lib/engarde:/usr/sbin/nologin" >"$1/etc/passwd"
    printf '%s\n' "root:x:0:" "engarde:x:$id:" >"$1/etc/group"
}

# fetched FOLDER: mmdebstrap calls this as soon as the packages are in its own FOLDER.
fetched() {
    local deb
    for deb in "$1"/var/cache/apt/archives/*.deb; do
        [[ " $left_out " != *" $(dpkg-deb -f "$deb" Package) "* ]] || continue
        unpack "$deb" "$folder/debian"
        describe "$deb" >>"$folder/bot/var/lib/dpkg/status"
    done
    collect_certificates "$folder/debian"
}

package=$1
folder=$(realpath -m "$2")
if [ "${3-}" = fetched ]; then
    fetched "$4"
    exit
fi
rm -rf "$folder" "$folder.fetched"
mkdir -p "$folder/debian" "$folder/bot"
unpack "$package" "$folder/bot"
configure "$folder/bot"
describe "$package" >"$folder/bot/var/lib/dpkg/status"
names=$(needed "$package" | paste -sd,)
debian_sources | mmdebstrap --arch="$(dpkg-deb -f "$package" Architecture)" --variant=extract \
    --include="$names,base-files,ca-certificates" \
    --extract-hook="'$script' '$package' '$folder' fetched \"\$1\"" '' "$folder.fetched" -
rm -rf "$folder.fetched"
