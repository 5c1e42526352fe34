# shellcheck shell=bash
# Shared by deploy/quickstart.sh and tests/run.sh: steps with clear error messages, the Debian packages
# of deploy/packages.txt, and the Python environment of the homeserver and the players.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$root/.quickstart
venv=$work/venv

say() {
    printf '==> %s\n' "$*" | fmt -s -w 76 | sed '2,$s/^/    /'
}

# die WHY TRY: ends with an error message that says what to try.
die() {
    printf '\nFAILED: %s\nTry:    %s\n' "$1" "$2" >&2
    exit 1
}

progress_after=30 # seconds

# Until its input ends, says each half a minute what the last line of a log is, such as "[120/834] Building…".
show_progress() {
    local log=$1 last began=$SECONDS
    until read -rt "$progress_after" || [ $? -le 128 ]; do
        last=$(tail -n 1 "$log")
        printf '    %s s: %s (%s)\n' "$((SECONDS - began))" "${last:0:60}" "${log#"$root/"}"
    done
}

# logged LOG COMMAND…: runs a command with its output in a log, and says from time to time how far it is.
logged() {
    local log=$1 alive status=0
    shift
    : >"$log"
    exec {alive}> >(show_progress "$log")
    "$@" >"$log" 2>&1 </dev/null {alive}>&- || status=$?
    exec {alive}>&-
    return "$status"
}

# step WHAT TRY COMMAND…: runs a command and shows its output only if it fails.
step() {
    local what=$1 try=$2 log began=$SECONDS
    shift 2
    say "$what"
    mkdir -p "$work/log"
    log=$work/log/$(basename "$1").log
    if ! logged "$log" "$@"; then
        tail -n 30 "$log" >&2
        die "${what%% (*}
        The last lines of its output are above. All of it is in
        $log" "$try"
    fi
    printf '    done in %s s%s\n' "$((SECONDS - began))" "${background:+: ${what%% (*}}"
}

running=0 # how many steps run in the background

# begin_step WHAT TRY COMMAND…: like `step`, but does not wait for the end. If such a step fails, it
# says why, and `finish_steps` ends all others. A background process of a script ignores ^C. So each step
# has a process group of its own, and the script ends this group at ^C.
begin_step() {
    trap 'stop_steps; exit 130' INT
    trap 'stop_steps; exit 143' TERM HUP
    set -m
    (background=yes step "$@") &
    set +m
    running=$((running + 1))
}

# Asks bash for the groups: it knows a step as soon as the step runs, also if a signal comes just then.
stop_steps() {
    local group
    for group in $(jobs -p); do
        kill -TERM -- "-$group" 2>/dev/null || true
    done
    wait
    running=0
}

# Waits for all steps that `begin_step` has begun.
finish_steps() {
    while [ "$running" -gt 0 ]; do
        wait -n || { stop_steps && exit 1; }
        running=$((running - 1))
    done
    trap - INT TERM HUP
}

# packages_of STAGE…: prints the packages of these stages, one in each line.
packages_of() {
    local stage
    for stage; do
        awk -v stage="$stage" '$1 == stage { print $2 }' "$root/deploy/packages.txt"
    done
}

# Prints the package sources of this machine that are Debian's own, one in each line.
debian_sources() {
    # shellcheck disable=SC2016 # apt's own variables
    apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' \
        'Identifier: Packages' 'Origin: Debian' | sort -u
}

is_installed() {
    # ${Status} is dpkg-query's own format, not the shell's.
    # shellcheck disable=SC2016
    [ "$(dpkg-query -W -f='${Status}' "$1" 2>/dev/null)" = "install ok installed" ]
}

# Looks for a cargo in PATH that is new enough, such as rustup's.
have_rust() {
    local cargo oldest
    oldest=$(sed -n 's/^set(ENGARDE_RUST \([0-9.]*\)).*/\1/p' "$root/CMakeLists.txt")
    while read -r cargo; do
        printf 'cargo %s\n%s\n' "$oldest" "$("$cargo" --version)" | sort -CV && return
    done < <(type -ap cargo)
    return 1
}

# is_there PACKAGE: succeeds if the package, or something that replaces it, is installed.
is_there() {
    if [ "$1" = cargo-web ]; then
        have_rust
    else
        is_installed "$1"
    fi
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# A mirror may fail for a minute. apt waits longer before each retry.
retries=(-o Acquire::Retries=6)

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 "${retries[@]}" "$@"
}

apt_install() {
    # The package lists may be missing or too old. To save time, the script fetches new lists only
    # if the installation fails. --no-remove keeps packages such as another version of Rust.
    apt_get install --no-install-recommends --no-remove "$@" ||
        { apt_get update && apt_get install --no-install-recommends --no-remove "$@"; }
}

# install_packages STAGE…: installs the missing packages of these stages.
install_packages() {
    local package missing=()
    command -v dpkg-query >/dev/null ||
        die "this is not Debian: there is no dpkg-query here" \
            "Debian 12 or 13, or install what deploy/packages.txt lists and build with cmake --preset release"
    for package in $(packages_of "$@"); do
        is_there "$package" || missing+=("$package")
    done
    if [ ${#missing[@]} -eq 0 ]; then
        say "Debian packages (all there)"
        return
    fi
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            die "packages are missing, and only root can install them (there is no sudo here)" \
                "as root: apt-get install ${missing[*]}"
        sudo -v || die "sudo was refused" "as root: apt-get install ${missing[*]}"
    fi
    step "installing Debian packages (a few minutes): ${missing[*]}" \
        "check the network and /etc/apt/sources.list, then: apt-get install ${missing[*]}" \
        apt_install "${missing[@]}"
}

# unpack_package NAME: unpacks a Debian package into .quickstart/NAME. Does not install it, so that
# no service starts.
unpack_package() {
    local name=$1 to=$work/$1
    rm -rf "$to" "$to.deb"
    mkdir -p "$to.deb"
    (cd "$to.deb" && { apt-get -q "${retries[@]}" download "$name" ||
        { apt_get update && apt-get -q "${retries[@]}" download "$name"; }; }) &&
        dpkg-deb -x "$to.deb"/*.deb "$to.new" &&
        rm -rf "$to.deb" && mv "$to.new" "$to"
}

# unpack_packages [STAGE]: unpacks the packages of a stage, by default those of the monitoring.
unpack_packages() {
    local name
    for name in $(packages_of "${1:-unpack}"); do
        [ -d "$work/$name" ] ||
            step "$name from Debian into .quickstart/$name" \
                "check the network and /etc/apt/sources.list, then: apt-get download $name" \
                unpack_package "$name"
    done
}

# Prints the name of the package with this Debian's PostgreSQL server, such as postgresql-15.
postgresql_package() {
    apt-cache depends postgresql 2>/dev/null | sed -n 's/^ *Depends: \(postgresql-[0-9]*\)$/\1/p' | grep .
}

unpack_server() {
    local server part
    server=$(postgresql_package) || { apt_get update && server=$(postgresql_package); } || return
    rm -rf "$work/postgresql"
    for part in "$server" "${server/-/-client-}"; do
        unpack_package "$part" && mkdir -p "$work/postgresql.new" &&
            cp -r "$work/$part/." "$work/postgresql.new" && rm -rf "${work:?}/$part" || return
    done
    mv "$work/postgresql.new" "$work/postgresql"
}

# unpack_postgresql: unpacks a PostgreSQL server into .quickstart/postgresql, unless the machine has
# one. Installed, it would make a database cluster and start a service.
unpack_postgresql() {
    if compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; then
        say "PostgreSQL (there already)"
    elif [ ! -d "$work/postgresql" ]; then
        step "PostgreSQL from Debian into .quickstart/postgresql" \
            "check the network and /etc/apt/sources.list, then: apt-get download postgresql-15" \
            unpack_server
    fi
}

make_venv() {
    rm -rf "$venv"
    # The Debian packages are built for Debian's own Python, so use this Python even if another one
    # is first in PATH.
    /usr/bin/python3 -m venv "$venv" &&
        "$venv/bin/pip" install --disable-pip-version-check --progress-bar off --only-binary :all: \
            -r "$root/deploy/requirements.txt" &&
        cp "$root/deploy/requirements.txt" "$venv/installed.txt"
}

venv_is_ready() {
    [ -x "$venv/bin/python" ] && cmp -s "$root/deploy/requirements.txt" "$venv/installed.txt"
}

# install_python [HOW]: installs Synapse and matrix-nio from PyPI inside the clone. HOW is step or
# begin_step.
install_python() {
    if venv_is_ready; then
        say "Synapse and matrix-nio in .quickstart/venv (there already)"
        return
    fi
    "${1:-step}" "Synapse and matrix-nio from PyPI into .quickstart/venv (a minute or so)" \
        "check that https://pypi.org can be reached; a mirror is set with PIP_INDEX_URL" \
        make_venv
}
