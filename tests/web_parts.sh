# shellcheck shell=bash
# The parts of tests/run.sh that test the web page.

# shellcheck disable=SC2154 # tests/run.sh sets the variables logs, plain, whole and work.
part_proxy() {
    build "$plain" || return
    (unpack_packages proxy) || { without "NGINX AND CADDY"; return; }
    say "the web page behind nginx and Caddy"
    check proxy python3 -B tests/service/test_proxy.py "build/$plain/bin/engarde-bot" "$work"
}

install_browser_packages() {
    have_node && install_packages web
}

# Installs Debian's Chromium, and the npm packages of tests/web.
install_browser() {
    (install_browser_packages) || { without "THE BROWSER"; return 1; }
    check web-packages install_npm tests/web build/web || return
    ln -sfn ../../build/web/node_modules tests/web/node_modules
}

part_page() {
    build asan && install_browser && play asan pages.Pages.test_a_match_on_two_pages_with_a_follower
}

# Plays on the page in Debian's Chromium: recorded positions, then whole matches on a real Synapse. A run of
# all parts runs half of the files.
part_web() {
    local log=$logs/web.log result number all=0 half=1~1 files
    [ -z "$whole" ] || half=$(share_of_today 2)~2
    [ "$half" = 1~1 ] || echo "    **** half of the files run today (${half%~2}/2) ****"
    mapfile -t files < <(find tests/web -maxdepth 1 -name '*.test.mjs' | sort | sed -n "${half}p")
    build "$plain" || return
    install_browser || return
    say "the page, in a browser"
    ENGARDE_BOT=build/$plain/bin/engarde-bot node --test --test-reporter=tap "${files[@]}" >"$log" 2>&1 </dev/null
    while read -r result number; do
        printf '    %s %s\n' "$number" "$result"
        all=$((all + number))
        case $result in
        pass) count "$number" 0 0 ;;
        skipped) count 0 0 "$number" ;;
        *) count 0 "$number" 0 && [ "$number" -eq 0 ] || failures+=("web: $result") ;;
        esac
    done < <(sed -nE 's/^# (pass|fail|cancelled|skipped) /\1 /p' "$log")
    [ "$all" -gt 0 ] || { count 0 1 0 && failures+=("web"); }
    ! grep -q '^not ok' "$log" || { echo "--- web" && grep -A 25 '^not ok' "$log"; } | tee -a "$logs/failures.txt"
    play "$plain" page_audit pages
}
