#!/bin/sh
# usage: postgresql.sh start|stop|restart FOLDER
# Starts a PostgreSQL server for the tests, stops it, or restarts it as after a crash. It listens only on
# a socket in FOLDER, and keeps its data there; its programs are in FOLDER/bin. It runs as a user without
# rights, because PostgreSQL refuses root. It never touches a server of the system. Takes the programs of the
# package that is installed, or of the one that tests/run.sh has unpacked. Exits with 77 if there is
# neither.
set -eu
folder=$2
root=$(cd "$(dirname "$0")/../.." && pwd)

# Runs a command as the owner of the folder.
as_owner() {
	if [ "$(id -u)" -eq 0 ]; then
		setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"
	else
		"$@"
	fi
}

stop() {
	[ ! -f "$folder/data/postmaster.pid" ] ||
		as_owner "$folder/bin/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null || true
	rm -rf "$folder"
}

find_newest() {
	find "$1/usr/lib/postgresql" -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1
}

# Sets bin. A user without rights may not reach the unpacked programs, so they are copied: they find
# their other files beside themselves.
find_programs() {
	bin=$(find_newest "")
	[ ! -x "$bin/initdb" ] || return 0
	bin=$(find_newest "$root/.quickstart/postgresql")
	[ -x "$bin/initdb" ] || { echo "PostgreSQL is not there (tests/run.sh unpacks it)"; exit 77; }
	mkdir -p "$folder/server/usr/lib" "$folder/server/usr/share"
	cp -r "$root/.quickstart/postgresql/usr/lib/postgresql" "$folder/server/usr/lib"
	cp -r "$root/.quickstart/postgresql/usr/share/postgresql" "$folder/server/usr/share"
	bin=$(find_newest "$folder/server")
}

if [ "$1" = restart ]; then
	cd "$folder"
	as_owner bin/pg_ctl -D data -m immediate -w -l server.log restart >/dev/null
	exit
fi
stop
[ "$1" = start ] || exit 0
find_programs
mkdir -p "$folder"
ln -s "$bin" "$folder/bin"
[ "$(id -u)" -ne 0 ] || chown nobody:nogroup "$folder"
cd "$folder"
as_owner "$bin/initdb" -D "$folder/data" -U engarde -A trust -E UTF8 --locale=C.UTF-8 \
	--no-sync >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log"; exit 1; }
# A server that loses its data in a crash of the machine suffices here.
options="-k '$folder' -h '' -c fsync=off -c full_page_writes=off -c autovacuum=off"
options="$options -c max_connections=200 -c shared_buffers=64MB"
as_owner "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/server.log" -o "$options" start >/dev/null ||
	{ cat "$folder/server.log"; exit 1; }
as_owner "$bin/createdb" -h "$folder" -U engarde engarde
