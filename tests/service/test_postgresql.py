"""The program with a store in a PostgreSQL database. Run: test_postgresql.py PROGRAM"""

import json
import os
import socket
import sqlite3
import struct
import subprocess
import sys
import threading
import unittest
from pathlib import Path

os.environ["ENGARDE_BOT"] = sys.argv.pop(1)

from postgresql_case import BIN, PostgresqlCase  # noqa: E402
from monitoring_case import ANN, BOB, PROGRAM, ROOT  # noqa: E402


class Plays(PostgresqlCase):
    def test_bot_makes_its_tables_plays_stops_and_goes_on(self):
        self.assertIn("the configuration is fine", self.command("--check-config"))
        self.assertEqual(self.sql(r"\dt").strip(), "")
        self.enter()
        self.say(f"!eg challenge {BOB}")
        self.until_value('engarde_matches{status="challenge"}', 1)
        self.until(lambda: any("challenges" in content["body"] for _, content in self.homeserver.sent))
        self.assertGreater(self.value("engarde_store_size_bytes"), 0)
        self.assertIn("store: fine", self.get("/readyz")[1])
        self.assertEqual(self.sql("SELECT status FROM matches").strip(), "challenge")
        self.stop()
        self.assertNotIn("level=error", "".join(self.log))
        self.assertIn("the configuration is fine", self.command("--check-config"))
        self.log.clear()
        self.start()
        self.until(lambda: self.get("/readyz")[0] == 200)
        self.say("!eg cancel")
        self.until_value('engarde_matches{status="challenge"}', 0)

    def test_only_the_bots_own_files_are_in_its_folder(self):
        self.enter()
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ["engarde.control", "engarde.yaml"])
        self.stop()
        self.assertEqual([path.name for path in self.folder.iterdir()], ["engarde.yaml"])

    def test_bot_without_its_folder_plays(self):
        self.folder /= "missing"
        self.enter()
        self.until(lambda: "event=no_erasure_while_running" in "".join(self.log))

    def test_login_writes_the_session_into_the_database(self):
        self.assertIn("is logged in", self.command("login"))
        self.enter()
        self.assertEqual(len(self.homeserver.asked("POST .*/login$")), 1)

    def test_login_needs_no_folder(self):
        self.folder = Path("/proc/none")
        said = self.command("login")
        self.assertIn("/proc/none: ", said)
        self.assertIn("is logged in", said)

    def test_bot_is_not_ready_while_it_has_lost_its_database(self):
        self.enter()
        self.sql(f"ALTER DATABASE {self.database} ALLOW_CONNECTIONS false", "postgres")
        self.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "
                 f"'{self.database}'", "postgres")
        self.until(lambda: "can't be written" in self.get("/readyz")[1])
        self.sql(f"ALTER DATABASE {self.database} ALLOW_CONNECTIONS true", "postgres")
        self.until(lambda: self.get("/readyz")[0] == 200)


class Commands(PostgresqlCase):
    def setUp(self):
        super().setUp()
        self.enter()
        self.say(f"!eg challenge {BOB}")
        self.until_value('engarde_matches{status="challenge"}', 1)
        self.until(lambda: any("challenges" in content["body"] for _, content in self.homeserver.sent))

    def test_backup_and_restore_by_the_tools_of_postgresql(self):
        copy = self.folder / "it's a copy"
        said = self.command("backup", copy, status=1)
        self.assertIn("so pg_dump makes the backup", said)
        self.assertIn(f"recovery key ({self.folder}/engarde.recovery-key)", said)
        self.sql("INSERT INTO device_keys (old, kind, owner, name, value) VALUES (0, 'a', 'b', 'c', '')")
        without_keys = " --exclude-table-data='*.device_keys'"
        self.assertIn(without_keys, said)
        self.run_told(said.replace(without_keys, "")) # even so, the bot must not use the keys
        self.say("!eg cancel")
        self.until_value('engarde_matches{status="challenge"}', 0)
        self.stop()
        self.run_told(self.command("restore", copy, status=1))
        self.log.clear()
        del self.homeserver.batches[1:] # a first answer has everything, and nothing of it is new
        asked = len(self.homeserver.asked("GET .*/sync"))
        self.start()
        first = self.until(lambda: self.homeserver.asked("GET .*/sync")[asked:])[0]
        self.assertNotIn("since", first[3])
        self.until(lambda: "event=store_restored" in "".join(self.log))
        self.assertEqual(self.sql("SELECT count(*) FROM device_keys").strip(), "0")
        self.until_value('engarde_matches{status="challenge"}', 1)
        self.stop()
        self.log.clear()
        self.start()
        self.until(lambda: self.get("/readyz")[0] == 200)
        self.assertNotIn("event=store_restored", "".join(self.log))

    def test_export(self):
        for running in (True, False):
            shown = json.loads(self.command("export", ANN))
            self.assertEqual(shown["user"], ANN)
            self.assertGreater(len(shown), 1)
            self.assertIn("the store holds nothing about this user",
                          self.command("export", "@nobody:here", status=1))
            if running:
                self.stop()
        self.sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        self.assertIn("there is no store yet", self.command("export", ANN, status=1))

    def test_erase(self):
        self.assertIn("end them with --force", self.command("erase", ANN, status=1))
        self.assertIn(f"{ANN} is erased", self.command("erase", "--force", ANN))
        self.until_value('engarde_matches{status="challenge"}', 0)
        self.stop()
        self.assertIn("holds nothing about this user", self.command("erase", ANN, status=1))
        self.assertIn(f"{BOB} is erased", self.command("erase", BOB))
        self.assertIn("holds nothing about this user", self.command("export", BOB, status=1))

    def test_erase_beside_a_bot_of_another_machine(self):
        self.folder /= "elsewhere"
        self.settings = self.folder / "engarde.yaml"
        self.folder.mkdir()
        self.assertIn("or run this command on its machine", self.command("erase", BOB, status=1))
        self.settings.unlink()
        self.folder.rmdir()


class Moves(PostgresqlCase):
    """The command move-store: from a file into a database, and back."""

    def setUp(self):
        super().setUp()
        self.server, self.file = self.store, str(self.folder / "store.db")

    def run_with(self, store):
        self.store = store
        self.log.clear()
        self.start()
        self.until(lambda: self.get("/readyz")[0] == 200)

    def test_a_match_goes_on_after_each_move(self):
        self.store = self.file
        self.enter()
        self.say(f"!eg challenge {BOB}")
        self.until_value('engarde_matches{status="challenge"}', 1)
        self.stop()
        said = self.command("move-store", self.file, self.server)
        self.assertRegex(said, r"^[0-9]+ rows of [0-9]+ tables are in postgresql://")
        self.assertIn(f'store: "{self.server}"', said)
        self.run_with(self.server)
        self.until_value('engarde_matches{status="challenge"}', 1)
        sent = len(self.homeserver.sent)
        self.say("!eg status")
        self.until(lambda: len(self.homeserver.sent) > sent)
        self.stop()
        back = str(self.folder / "back.db")
        self.command("move-store", self.server, back)
        self.run_with(back)
        self.say("!eg cancel")
        self.until_value('engarde_matches{status="challenge"}', 0)

    def test_store_of_a_release_is_upgraded_and_moved(self):
        with sqlite3.connect(self.file) as old:
            old.executescript((ROOT / "tests/support/version_21.sql").read_text())
            old.executescript(f"PRAGMA application_id = {0x456e4764}; PRAGMA user_version = 21")
            matches = old.execute("SELECT count(*) FROM matches").fetchone()[0]
        old.close()
        said = self.command("move-store", self.file, self.server)
        self.assertIn("are in postgresql://", said)
        self.assertEqual(self.sql("SELECT count(*) FROM matches").strip(), str(matches))

    def test_refusals(self):
        self.store = self.file
        self.enter()
        self.assertIn("stop the other engarde-bot first",
                      self.command("move-store", self.file, self.server, status=1))
        self.say(f"!eg challenge {BOB}")
        self.until_value('engarde_matches{status="challenge"}', 1)
        self.stop()
        self.assertIn("there is no store", self.command("move-store", "missing.db", self.server, status=1))
        self.assertIn("are the same", self.command("move-store", self.file, self.file, status=1))
        self.assertIn("move-store needs two stores", self.command("move-store", self.file, status=2))
        said = self.command("move-store", self.file, self.url(more="&password=top-secret"), status=1)
        self.assertIn("has a password", said)
        self.assertNotIn("top-secret", said)
        self.command("move-store", self.file, self.server)
        said = self.command("move-store", self.file, self.server, status=1)
        self.assertIn("is not empty (see its table ", said)

    def test_failure_leaves_no_file(self):
        self.store = self.server
        self.enter()
        self.stop()
        to = self.folder / "missing" / "store.db"
        self.command("move-store", self.server, to, status=1)
        self.assertFalse(to.exists())


class RefusalCase(PostgresqlCase):
    """What the bot says when it starts and can't open the store. It says the same to --check-config."""

    def refused(self, *texts, passes=False, **environment):
        """If the fault passes by itself, a service manager shall start the bot again."""
        for words in ((), ("--check-config",)):
            said = self.command(*words, status=1 if passes and not words else 78, **environment)
            self.assertEqual(len(said.splitlines()), 1, said)
            for text in texts:
                self.assertIn(text, said)
            self.assertNotIn("top-secret", said)


class Refusals(RefusalCase):
    def test_server_is_not_there(self):
        self.store = "postgresql://127.0.0.1:1/engarde"
        self.refused("Connection refused", "; start the server, or correct the URL", passes=True)

    def test_there_is_no_such_database(self):
        self.store = self.url(database="nothing")
        self.refused('database "nothing" does not exist', "; make the database (createdb --owner=USER")

    def test_there_is_no_such_user(self):
        self.store = self.url(user="nobody")
        self.refused('role "nobody" does not exist', "; make this user (createuser), or let it log in")

    def test_user_may_not_make_tables(self):
        self.sql(f"CREATE ROLE weak_{self.database} LOGIN")
        self.store = self.url(user=f"weak_{self.database}")
        self.refused("may not make tables", "; make the bot's user the owner of the database")
        self.assertEqual(self.sql(r"\dt").strip(), "")

    def test_search_path_names_nothing(self):
        self.store = self.url(more="&options=-csearch_path%3Dnothing")
        self.refused("names no schema that exists", "; make the schema")

    def test_database_of_another_program(self):
        self.sql("CREATE TABLE persons (name text)")
        self.refused("the schema has tables of another program; name an empty database")
        self.assertEqual(self.sql(r"\dt").count("|table|"), 1)

    def test_newer_version(self):
        self.enter()
        self.stop()
        self.sql("UPDATE store_schema SET version = version + 1")
        self.refused("run the newer version, or restore a backup of the database")

    def test_version_that_was_never_released(self):
        self.enter()
        self.stop()
        before = self.sql("UPDATE store_schema SET version = version - 1; SELECT count(*) FROM adapter_values")
        self.refused("restore a backup of a release, or name another database")
        self.assertEqual(self.sql("SELECT count(*) FROM adapter_values"), before)

    def test_database_that_keeps_no_unicode(self):
        for encoding in ("LATIN1", "SQL_ASCII"):
            name = f"{self.database}_{encoding.lower()}"
            self.sql(f"CREATE DATABASE {name} ENCODING {encoding} LOCALE 'C' TEMPLATE template0", "postgres")
            self.addCleanup(self.sql, f"DROP DATABASE {name} WITH (FORCE)", "postgres")
            self.store = self.url(database=name)
            self.refused("the encoding of the database is not UTF8", "createdb --encoding=UTF8")

    def test_user_whose_triggers_do_not_run(self):
        role = f"ALTER DATABASE {self.database} %s session_replication_role"
        self.sql(role % "SET" + " = replica")
        self.refused("session_replication_role is replica", "RESET session_replication_role")
        self.sql(role % "RESET")
        self.enter()

    def test_configuration_for_compose(self):
        folder = ROOT / "deploy/container/postgresql"
        self.settings.write_text((folder / "engarde.yaml").read_text())
        for old, new in (("postgresql://engarde@postgresql/engarde?passfile=/run/secrets/engarde_pgpass", self.store),
                         ("/run/secrets/engarde_password", str(self.folder / "password")),
                         ("/var/lib/engarde", str(self.folder))):
            self.assertIn(old, self.settings.read_text())
            self.settings.write_text(self.settings.read_text().replace(old, new))
        (self.folder / "password").write_text("secret\n")
        (self.folder / "password").chmod(0o600)
        done = subprocess.run([PROGRAM, "--config", self.settings, "--check-config"], capture_output=True,
                              text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        compose = (folder / "compose.yaml").read_text()
        for name in ("engarde_password", "engarde_pgpass"):
            self.assertRegex(compose, rf"\n  {name}:\n    file: ./")

    def test_another_bot_has_the_store(self):
        self.enter()
        self.settings = self.folder / "other.yaml"
        said = self.command("--console", "--store", self.url(), status=1)
        self.assertIn("the store is in use by another process", said)
        self.assertIn("; stop the other engarde-bot first", said)
        self.assertEqual(self.get("/readyz")[0], 200)

    def test_password_is_refused_and_never_shown(self):
        for store in (f"postgresql://engarde:top-secret@127.0.0.1/{self.database}",
                      self.url(more="&password=top-secret"), self.url(more="&p%61ssword=top-secret"),
                      self.url(more="&sslpassword=top-secret"),
                      "postgresql://engarde:top-secret@[/broken", "mysql://engarde:top-secret@here/"):
            self.store = store
            for words in ((), ("--check-config",), ("backup", self.folder / "copy")):
                said = self.command(*words, status=78)
                self.assertIn("store: this URL ", said)
                self.assertNotIn("top-secret", said)
        self.store = self.url()
        said = self.command("--console", "--store", self.url(more="&password=top-secret"), status=1)
        self.assertIn("--store: this URL has a password", said)
        self.assertNotIn("top-secret", said)


def message(kind, body):
    return kind + struct.pack("!I", len(body) + 4) + body


class ScriptedServer:
    """Answers each connection of libpq with the same messages."""

    def __init__(self, answer):
        self.answer = answer
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                connection = self.socket.accept()[0]
            except OSError:
                return
            with connection:
                self.greet(connection)

    def greet(self, connection):
        while (size := connection.recv(4)) and (packet := connection.recv(struct.unpack("!I", size)[0] - 4)):
            if packet[:4] in (struct.pack("!I", 80877103), struct.pack("!I", 80877104)):
                connection.sendall(b"N") # no TLS and no GSSAPI
                continue
            connection.sendall(self.answer)
            if self.answer[:1] == b"R" and self.answer[8:9] == b"\0":
                connection.recv(1000) # the next message ends the connection
            return


class Answers(RefusalCase):
    """Refusals of a server that the tests can't make a real server say."""

    def answered(self, answer, *texts, **more):
        server = ScriptedServer(answer)
        self.addCleanup(server.socket.close)
        self.store = f"postgresql://engarde@127.0.0.1:{server.port}/engarde"
        self.refused(*texts, **more)

    @staticmethod
    def error(state, text):
        return message(b"E", b"".join(field.encode() + b"\0" for field in
                                      ("SFATAL", "VFATAL", f"C{state}", f"M{text}", "")))

    def test_old_server(self):
        parameters = {"server_version": "14.9", "in_hot_standby": "off", "default_transaction_read_only": "off"}
        self.answered(message(b"R", struct.pack("!I", 0)) +
                      b"".join(message(b"S", f"{name}\0{value}\0".encode())
                               for name, value in parameters.items()) +
                      message(b"K", bytes(8)) + message(b"Z", b"I"),
                      "older than PostgreSQL 15", "; use PostgreSQL 15 or newer")

    def test_server_that_starts(self):
        self.answered(self.error("57P03", "the database system is starting up"),
                      "the database system is starting up; wait until the server has started", passes=True)

    def test_wrong_password(self):
        words = self.folder / "passwords"
        words.write_text("*:*:*:*:top-secret\n")
        words.chmod(0o600)
        # In any language of the server.
        self.answered(self.error("28P01", "Passwort-Authentifizierung für Benutzer »engarde« fehlgeschlagen"),
                      "fehlgeschlagen; correct the user in the URL, or the password in libpq's password file",
                      PGPASSFILE=str(words))

    def test_missing_password(self):
        self.answered(message(b"R", struct.pack("!I", 3)), "no password supplied; write the password into",
                      PGPASSFILE=str(self.folder / "none"))


if __name__ == "__main__":
    unittest.main()
