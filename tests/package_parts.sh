# shellcheck shell=bash
# The parts of tests/run.sh that test what a release consists of: packages, the apt repository and images.

# shellcheck disable=SC2154 # deploy/common.sh and tests/run.sh set the variables root, venv, whole and jobs.
# Ignores one warning: the package is not in Debian, so its changelog does not close a Debian bug.
package_has_no_fault() {
    lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs \
        build/debian/*.deb
}

# package_lives [OLDER]: runs these commands as root. They change only build/root.
package_lives() {
    as_root tests/package/root.sh "$root/.cache/package" "$root/build/root" &&
        as_root tests/package/life.sh "$root/build/root" build/debian/*.deb "$root/.cache/package" "$@"
}

package_plays() {
    as_root env PYTHONPATH=deploy:tests ENGARDE_ROOT="$root/build/root" \
        "$venv/bin/python" -B -m package.test_service &&
        as_root rm -rf build/root
}

# older_is_there COMMIT: a shallow clone does not have the commit, and may not be able to fetch it.
older_is_there() {
    git cat-file -e "$1" 2>/dev/null || git fetch -q --depth 1 origin "$1" 2>/dev/null
}

# To compile matrix-sdk-crypto with the profile `release`, or twice, takes minutes. So a run of all parts
# uses the profile `quick`, and compiles it a second time on one day of seven.
part_package() {
    local crate=(release --compile-crate) older=() older_commit=7e7bb7ba21700f2d35bf0c41034fbc8b67d9f8c2
    (install_packages package) || { without "THE TOOLS THAT TEST PACKAGES"; return; }
    say "the Debian package"
    if [ -n "$whole" ]; then
        crate=(quick)
        ! its_turn second-crate || crate+=(--compile-crate)
    fi
    check package-bytes env CCACHE_DISABLE=1 tests/package/build.sh "$root" "$root/build/debian" "${crate[@]}" || return
    check package-faults package_has_no_fault
    if older_is_there $older_commit; then
        check package-older tests/package/older.sh "$root" $older_commit "$root/.cache/package" || return
        older=("$root"/.cache/package/engarde-bot_0.1.0-1_*.deb)
    else
        printf '\n    **** THIS CLONE LACKS VERSION 0.1.0: THE UPGRADE IS NOT TESTED (git fetch --unshallow) ****\n\n'
        count 0 0 1
    fi
    check package-life package_lives "${older[@]}" || return
    (install_python) || { without SYNAPSE; return; }
    check package-match package_plays
}

# apt_installs PACKAGE…: runs these commands as root. They change only build/root.
apt_installs() {
    as_root tests/package/root.sh "$root/.cache/package" "$root/build/root" &&
        as_root tests/package/apt.sh "$root" "$root/build/root" "$root/.cache/package" "$@" &&
        as_root rm -rf build/root
}

part_release-artefacts() {
    local made=$root/build/release-artefacts
    (install_packages arm64 package container publish) || { without "THE TOOLS THAT MAKE A RELEASE"; return; }
    say "a release, twice"
    export ENGARDE_SYSROOT=$root/.cache/arm64
    check release-artefacts tests/package/artefacts.sh "$root" "$made" || return
    say "its installation and upgrade by apt"
    check release-apt apt_installs "$made"/artefacts/*.deb
    (install_python) || { without SYNAPSE; return; }
    (install_ansible) || { without ANSIBLE; return; }
    say "its image, for both architectures"
    check release-image image_plays "$made"/artefacts/*.oci.tar && rm -rf "$made"
}

build_for_arm64() {
    deploy/arm64/sysroot.sh "$ENGARDE_SYSROOT" &&
        cmake --preset arm64 && cmake --build --preset arm64 -j "$jobs"
}

part_arm64() {
    (install_packages arm64) || { without "THE COMPILER FOR ARM64"; return; }
    say "build for arm64"
    export ENGARDE_SYSROOT=$root/.cache/arm64
    check build-arm64 build_for_arm64 && run_ctest arm64
}

container_works() {
    docker-compose -f deploy/container/compose.yaml config -q &&
        docker-compose -f deploy/container/postgresql/compose.yaml config -q &&
        as_root tests/package/container.sh "$root" "$root/.cache/package" "$root/build/container" \
            env PYTHONPATH=deploy:tests "$venv/bin/python" -B -m package.test_service AsContainer
}

# image_plays ARCHIVE: a release's image, from a registry, and matches in it with docker-compose and Ansible.
image_plays() {
    as_root tests/package/image.sh "$1" "$root/build/image" \
        env PYTHONPATH=deploy:tests "$venv/bin/python" -B -m unittest -v \
        package.test_service.AsContainer package.test_compose package.test_ansible
}

# Makes the image as a release does, but only for amd64.
image_works() {
    local folder=$root/build/image-of-package version
    rm -rf "$folder" build/package/*.deb
    mkdir -p "$folder"
    cmake --workflow --preset package && cp build/package/*.deb "$folder" &&
        version=$(dpkg-deb -f "$folder"/*.deb Version) &&
        deploy/release/image.sh "${version%-*}" "$folder" "$folder/files" &&
        image_plays "$folder/engarde-bot-${version%-*}.oci.tar"
}

part_container() {
    (install_packages package container publish) || { without "THE TOOLS THAT BUILD CONTAINERS"; return; }
    (install_python) || { without SYNAPSE; return; }
    (install_ansible) || { without ANSIBLE; return; }
    say "the container"
    check container container_works
    check image image_works
}
