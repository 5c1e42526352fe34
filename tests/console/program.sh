#!/usr/bin/env bash
# usage: program.sh PROGRAM SOURCE with|without
# Checks the command line of engarde-bot: its output and its exit status. The last argument says whether
# the program was built with encryption.
set -u
program=$1
source=$2
encryption=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset ENGARDE_PASSWORD ENGARDE_ACCESS_TOKEN
failed=0

# expect STATUS TEXT ARGUMENT…: runs the program with these arguments. Checks its exit status, and
# that its standard output or standard error contains TEXT.
expect() {
	local wanted=$1 text=$2 status
	shift 2
	"$program" "$@" >"$work/said" 2>&1 </dev/null
	status=$?
	if [ $status -ne "$wanted" ] || ! grep -qF -- "$text" "$work/said"; then
		echo "engarde-bot $*: status $status, not $wanted, or not said: $text"
		cat "$work/said"
		failed=1
	fi
}

expect 0 "Usage:" --help
expect 0 "Usage:" -h
expect 0 "Usage:" help
expect 0 "Usage:" backup --help
expect 0 "Usage:" setup --help --check-config
expect 0 "engarde-bot 0." --version
expect 0 ", $encryption encryption" --version
expect 2 "--fly: there is no such option" --fly
expect 2 "engarde-bot: --cofnig: there is no such option" --cofnig x
expect 2 "--config: this option needs a value" --config
expect 2 "extra: there is no such command" extra
expect 2 "x.yaml: a configuration needs --config before its name" x.yaml
expect 2 "backup needs the name of a new file" backup
expect 2 "erase needs a whole user ID" erase --force
expect 2 "too many words" export @a:b @c:d
expect 2 "too many words" health now
expect 2 "--force works only with erase and setup" --force
expect 2 "--token and --oauth work only with setup" --oauth
expect 2 "use only one of --token and --oauth" setup --token --oauth
expect 2 "too many words" login now
expect 2 "use only one command or option" --console backup "$work/copy"
expect 2 "--seed needs a whole number" --console --seed 1x
expect 2 "--seed needs a whole number from 0 to 18446744073709551615" --console \
	--seed 18446744073709551616
expect 2 "--seed needs a whole number" --console --seed -1
expect 2 "--seed only with --console" --seed 1
expect 2 "--seed only with --console" --store "$work/store"
expect 2 "use only one command or option" --console --check-config

# The configuration
example=$source/config/engarde.example.yaml
expect 78 "there is no such file" --check-config --config "$work/none.yaml"
expect 78 "there is no such file" --config "$work/none.yaml"
expect 78 "ENGARDE_PASSWORD" --check-config --config "$example"
# The folder of the example's store may belong to a bot of this machine.
ENGARDE_STORE="$work/engarde.db" ENGARDE_PASSWORD=sesame expect 0 "the configuration is fine" \
	--check-config --config "$example"
ENGARDE_MATRIX__HOMESERVER=https://example.org ENGARDE_MATRIX__USER=@engarde:example.org \
	ENGARDE_STORE="$work/engarde.db" ENGARDE_PASSWORD=sesame expect 0 \
	"none.yaml: there is no such file; the configuration of the environment is fine" \
	--check-config --config "$work/none.yaml"
sed 's/^#encryption:/encryption:/; s/^  #private_rooms:/  private_rooms:/' "$example" >"$work/encryption.yaml"
export ENGARDE_PASSWORD=sesame
if [ "$encryption" = with ]; then
	ENGARDE_STORE="$work/engarde.db" expect 0 "the configuration is fine" \
		--check-config --config "$work/encryption.yaml"
else
	refused="encryption: this bot was built without encryption; remove this section, or"
	expect 78 "$refused" --check-config --config "$work/encryption.yaml"
	expect 78 "$refused" --config "$work/encryption.yaml"
	expect 78 "$refused" login --config "$work/encryption.yaml"
fi
unset ENGARDE_PASSWORD
invalid=$work/invalid.yaml
{ cat "$example"; echo 'prefix: ["!x"]'; } >"$invalid"
expect 78 'unknown key "prefix"; did you mean "prefixes"?' --check-config --config "$invalid"
expect 78 'unknown key "prefix"' --console --config "$invalid"
# The start says about a faulty configuration what the check says.
"$program" --check-config --config "$invalid" >"$work/checked" 2>&1
"$program" --config "$invalid" >"$work/started" 2>&1
if ! diff "$work/checked" "$work/started"; then
	echo "--check-config and the start say different things"
	failed=1
fi

# expect_store STATUS TEXT STORE: checks a configuration that names this store.
expect_store() {
	local wanted=$1 text=$2 store=$3
	sed "s,^#store:.*,store: $store," "$example" >"$work/engarde.yaml"
	ENGARDE_PASSWORD=sesame expect "$wanted" "$text" --check-config --config "$work/engarde.yaml"
}
echo "no store" >"$work/text"
mkdir "$work/folder"
expect_store 78 "name another file" "$work/text"
expect_store 78 "the store can't be read or written (Not a directory)" "$work/text/engarde.db"
expect_store 78 "(Is a directory)" "$work/folder"
expect_store 0 "$work/none: this folder does not exist; create it" "$work/none/engarde.db"
expect_store 0 "the configuration is fine" "$work/engarde.db"
if [ -e "$work/engarde.db" ]; then
	echo "--check-config has made a store"
	failed=1
fi

# Checks the subcommand that writes the registration of an application service.
expect 78 "names no registration" registration --config "$example"
expect 2 "use only one command or option" --check-config registration
sed -e "s|^#application_service:|application_service:|; /^  password_file:/d; s|^#store:.*|store: $work/engarde.db|" \
	-e "s|^  #registration_file:.*|  registration_file: $work/registration.yaml|" \
	"$example" >"$work/service.yaml"
expect 78 "run engarde-bot registration" --check-config --config "$work/service.yaml"
expect 0 "registration.yaml: written" registration --config "$work/service.yaml"
expect 0 "the configuration is fine" --check-config --config "$work/service.yaml"
expect 78 "remove the file first" registration --config "$work/service.yaml"

# The console uses the prefixes of the configuration.
sed 's/^#prefixes:.*/prefixes: ["!fence"]/' "$example" >"$work/engarde.yaml"
expect 0 "!fence challenge" --console --config "$work/engarde.yaml"

# The store
expect 1 "the folder must exist" --console --store "$work/none/store"
expect 1 "name another file" --console --store "$work/text"
for store in newer unreleased damaged readonly; do
	"$program" --console --store "$work/$store" >"$work/said" </dev/null
done
python3 - "$work/newer" "$work/unreleased" "$work/damaged" <<'END'
import sqlite3, sys
for path, version in ((sys.argv[1], 1000), (sys.argv[2], 35)):
    store = sqlite3.connect(path, isolation_level=None)
    store.execute(f"PRAGMA user_version = {version}")
    store.close()
with open(sys.argv[3], "r+b") as file:
    file.seek(4096)
    file.write(b"\xff" * 4096)
END
expect 1 "restore a backup from before the upgrade" --console --store "$work/newer"
expect 1 "never released; restore a backup of a release" --console --store "$work/unreleased"
expect 1 "damaged, or the file belongs to another program; restore a backup" --console --store "$work/damaged"
chmod 400 "$work/readonly"
as_anybody=()
[ "$(id -u)" -ne 0 ] || as_anybody=(setpriv "--bounding-set=-dac_override,-dac_read_search")
"${as_anybody[@]}" "$program" --console --store "$work/readonly" >"$work/said" 2>&1 </dev/null
if [ $? -ne 1 ] || ! grep -qF "(Permission denied)" "$work/said"; then
	echo "a store that can't be written: not refused"
	cat "$work/said"
	failed=1
fi
coproc "$program" --console --store "$work/store"
read -r _ <&"${COPROC[0]}"
expect 1 "stop the other engarde-bot first" --console --store "$work/store"

# After SIGTERM the bot ends in good order.
holder=$COPROC_PID
kill -TERM "$holder"
wait "$holder"
status=$?
if [ $status -ne 0 ]; then
	echo "after SIGTERM: status $status"
	failed=1
fi
if ! "$program" --console --store "$work/store" </dev/null; then
	echo "the store is still locked after SIGTERM"
	failed=1
fi

# If the store is a file, a challenge survives a restart.
printf 'alice: !engarde challenge @bob\n' | "$program" --console --store "$work/kept" >"$work/said"
printf 'bob: !engarde accept\n' | "$program" --console --store "$work/kept" >"$work/said"
if ! grep -q '^\[to alice, rings\] Your hand: ' "$work/said" || grep -q 'I host matches' "$work/said"; then
	echo "a kept store: the match did not begin, or the bot said hello twice"
	cat "$work/said"
	failed=1
fi

# Checks that the console refuses a line that is longer than a message may be.
head -c 200000 /dev/zero | tr '\0' x | "$program" --console >"$work/said"
if [ $? -ne 1 ] || ! grep -q "that line is too long" "$work/said"; then
	echo "a line without an end: not refused"
	failed=1
fi
exit $failed
