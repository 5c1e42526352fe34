#!/usr/bin/env bash
# usage: repository.sh FOLDER PACKAGE…
# Adds Debian packages to the package repository in FOLDER, or begins one there, and writes its indexes
# again. The packages belong to the Debian release of this machine, on which they were built.
# SOURCE_DATE_EPOCH is the time of the newest release in it. The same packages and time always give the same
# bytes. sign.sh signs the repository afterwards.
set -euo pipefail
folder=$1
shift
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
pool=pool/$suite
index=dists/$suite
architectures=(amd64 arm64)

# add PACKAGE: apt takes two packages with the same version for the same package.
add() {
    local there
    there=$folder/$pool/$(basename "$1")
    if [ -e "$there" ] && ! cmp -s "$1" "$there"; then
        printf 'repository: %s has other contents than %s, which is published already\n' "$1" "$there" >&2
        exit 1
    fi
    install -m 644 "$1" "$there"
}

# list ARCHITECTURE: writes the index of the packages for it.
list() {
    local packages=$index/main/binary-$1/Packages
    mkdir -p "$(dirname "$packages")"
    apt-ftparchive --arch "$1" packages "$pool" >"$packages"
    gzip -9nkf "$packages"
    xz -kf "$packages"
}

# Prints the file that names the indexes with their checksums. It is what gets signed.
describe() {
    local date field fields=(Origin=engarde-bot Label=engarde-bot Suite="$suite" Codename="$suite"
        Architectures="${architectures[*]}" Components=main
        Description="The bot that hosts matches of En Garde in Matrix rooms")
    date=$(LC_ALL=C date -u -d "@$SOURCE_DATE_EPOCH" '+%a, %d %b %Y %H:%M:%S UTC')
    for field in "${fields[@]}"; do
        set -- "$@" -o "APT::FTPArchive::Release::$field"
    done
    apt-ftparchive "$@" release "$index" | sed "s/^Date: .*/Date: $date/"
}

mkdir -p "$folder/$pool" "$folder/$index"
for package; do
    add "$package"
done
cd "$folder"
rm -f "$index"/{Release,Release.gpg,InRelease} # the signatures of other indexes
for architecture in "${architectures[@]}"; do
    list "$architecture"
done
described=$(describe)
printf '%s\n' "$described" >"$index/Release"
