# shellcheck shell=bash
# What deploy/quickstart.sh and tests/run.sh share: steps that say what they do and why they failed,
# the Debian packages of deploy/packages.txt, and the Python of the homeserver and the players.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$root/.quickstart
venv=$work/venv

say() {
    printf '==> %s\n' "$*"
}

# why, then what to try
die() {
    printf '\nFAILED: %s\nTry:    %s\n' "$1" "$2" >&2
    exit 1
}

# step WHAT TRY COMMAND…: runs a command whose output matters only where it fails.
step() {
    local what=$1 try=$2 log began=$SECONDS
    shift 2
    say "$what"
    mkdir -p "$work/log"
    log=$work/log/$(basename "$1").log
    if ! "$@" >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        die "$what: \`$*\` did not succeed; its last lines are above, all of it in $log" "$try"
    fi
    printf '    done in %s s\n' "$((SECONDS - began))"
}

# The packages of the stages named, one a line.
packages_of() {
    local stage
    for stage; do
        awk -v stage="$stage" '$1 == stage { print $2 }' "$root/deploy/packages.txt"
    done
}

is_installed() {
    # ${Status} is dpkg-query's own format, not the shell's.
    # shellcheck disable=SC2016
    [ "$(dpkg-query -W -f='${Status}' "$1" 2>/dev/null)" = "install ok installed" ]
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "$@"
}

apt_install() {
    # Package lists may be absent or point at versions that are gone: fetch them where they are needed.
    apt_get install --no-install-recommends "$@" ||
        { apt_get update && apt_get install --no-install-recommends "$@"; }
}

# Installs what is missing of the stages named.
install_packages() {
    local package missing=()
    command -v dpkg-query >/dev/null ||
        die "this is not Debian: there is no dpkg-query here" \
            "Debian 12 or 13, or install what deploy/packages.txt lists and build with cmake --preset release"
    for package in $(packages_of "$@"); do
        is_installed "$package" || missing+=("$package")
    done
    if [ ${#missing[@]} -eq 0 ]; then
        say "Debian packages for: $* (all there)"
        return
    fi
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            die "packages are missing, and this is neither root nor is there sudo" \
                "as root: apt-get install ${missing[*]}"
        sudo -v || die "sudo was refused" "as root: apt-get install ${missing[*]}"
    fi
    step "Debian packages for: $* (missing: ${missing[*]})" \
        "check the network and /etc/apt/sources.list, then: apt-get install ${missing[*]}" \
        apt_install "${missing[@]}"
}

# Debian packages of which only programs are wanted: taken out of the package into .quickstart/NAME.
# Nothing is installed, and so no service starts.
unpack_package() {
    local name=$1 to=$work/$1
    rm -rf "$to" "$to.deb"
    mkdir -p "$to.deb"
    (cd "$to.deb" && { apt-get -q download "$name" || { apt_get update && apt-get -q download "$name"; }; }) &&
        dpkg-deb -x "$to.deb"/*.deb "$to.new" &&
        rm -rf "$to.deb" && mv "$to.new" "$to"
}

unpack_packages() {
    local name
    for name in $(packages_of unpack); do
        [ -d "$work/$name" ] ||
            step "$name from Debian into .quickstart/$name" \
                "check the network and /etc/apt/sources.list, then: apt-get download $name" \
                unpack_package "$name"
    done
}

make_venv() {
    rm -rf "$venv"
    # Debian's own Python, whichever other is first in PATH: the packages above are for this one.
    /usr/bin/python3 -m venv "$venv" &&
        "$venv/bin/pip" install --disable-pip-version-check --only-binary :all: \
            -r "$root/deploy/requirements.txt" &&
        cp "$root/deploy/requirements.txt" "$venv/installed.txt"
}

venv_is_ready() {
    [ -x "$venv/bin/python" ] && cmp -s "$root/deploy/requirements.txt" "$venv/installed.txt"
}

# Synapse and matrix-nio from PyPI, inside the clone.
install_python() {
    if venv_is_ready; then
        say "Synapse and matrix-nio in .quickstart/venv (there already)"
        return
    fi
    step "Synapse and matrix-nio from PyPI into .quickstart/venv (a minute or so)" \
        "check that https://pypi.org can be reached; a mirror is set with PIP_INDEX_URL" \
        make_venv
}
