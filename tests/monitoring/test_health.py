"""Health, readiness and metrics of the program. Run: test_health.py [unittest options]"""

import os
import socket
import subprocess
import unittest

from monitoring_case import ANN, BOB, PROGRAM, MonitoringCase


class Health(MonitoringCase):
    def test_healthy_but_not_ready_before_the_first_batch(self):
        self.homeserver.fault("/sync", 502, b"<html>", times=-1)
        self.start()
        self.assertEqual(self.get("/healthz")[0], 200)
        self.until(lambda: "session: fine" in self.get("/readyz")[1])
        status, text = self.get("/readyz")
        self.assertEqual(status, 503)
        self.assertIn("sync: not yet", text)
        self.assertEqual(self.value("engarde_last_sync_timestamp_seconds"), 0)
        self.until(lambda: self.value('engarde_homeserver_requests_total{outcome="failed"}') >= 1)

    def test_ready_after_a_batch_was_stored(self):
        self.enter()
        text = self.get("/readyz")[1]
        self.assertRegex(text, r"\Asession: fine\nstore: fine\nsync: fine, last \d+ s ago\n\Z")
        self.assertGreater(self.value("engarde_last_sync_timestamp_seconds"), 1.7e9)
        self.assertEqual(self.value("engarde_logged_in"), 1)
        self.assertEqual(self.value("engarde_store_writable"), 1)

    def check_config(self):
        done = subprocess.run([PROGRAM, "--config", self.settings, "--check-config"], capture_output=True,
                              text=True, env=os.environ | {"ENGARDE_PASSWORD": "secret"}, timeout=120)
        return done.returncode, done.stdout + done.stderr

    def test_check_finds_a_port_that_another_program_has(self):
        with socket.create_server(("127.0.0.1", 0)) as other:
            address = f"127.0.0.1:{other.getsockname()[1]}"
            for section in ("monitoring: {listen: \"%s\"}\n", "web: {listen: \"%s\", url: \"https://a.b/\"}\n"):
                self.configure(section % address)
                status, said = self.check_config()
                self.assertEqual(status, 78, said)
                self.assertIn(f"{section.split(':')[0]}.listen: {address}: Address already in use; stop", said)
        status, said = self.check_config()
        self.assertEqual(status, 0, said)

    def test_check_finds_an_address_of_another_machine(self):
        self.configure("monitoring: {listen: \"192.0.2.1:9464\", insecure_listen: true}\n")
        status, said = self.check_config()
        self.assertEqual(status, 78, said)
        self.assertIn("write an address of this machine", said)

    def test_running_bot_has_its_own_port(self):
        self.enter()
        self.configure(f"monitoring: {{listen: \"{self.address}\"}}\n")
        status, said = self.check_config()
        self.assertEqual(status, 0, said)

    def test_not_ready_without_a_session(self):
        self.homeserver.fault("/login", 502, b"<html>", times=-1)
        self.start()
        self.until(lambda: self.get("/readyz") == (
            503, "session: not logged in\nstore: fine\nsync: not yet\n"))

    def test_other_paths_and_methods_are_refused(self):
        self.enter()
        for path in ("/", "/metrics/", "/../etc/passwd", "/Metrics"):
            self.assertEqual(self.get(path)[0], 404, path)
        self.assertEqual(self.get("/metrics", "POST")[0], 405)
        self.assertEqual(self.get("/metrics", "HEAD"), (200, ""))

    def test_commands_messages_and_answers_are_counted(self):
        self.enter()
        sent = self.value('engarde_events_sent_total{kind="message"}')
        self.say("hello", f"!eg challenge {BOB}")
        self.until_value('engarde_matches{status="challenge"}', 1)
        self.assertEqual(self.value('engarde_events_received_total{kind="command"}'), 1)
        self.assertEqual(self.value('engarde_events_received_total{kind="message"}'), 1)
        self.until(lambda: self.value('engarde_events_sent_total{kind="message"}') > sent)
        self.until_value("engarde_outbox_rows", 0)
        for name in ("command_duration", "command_delay"):
            self.assertEqual(self.value(f"engarde_{name}_seconds_count"), 1)
        self.assertGreaterEqual(self.value("engarde_command_delay_seconds_sum"), 0.2)
        self.assertGreaterEqual(self.value("engarde_outbox_wait_seconds_count"), 1)
        self.assertGreater(self.value("engarde_store_commit_duration_seconds_sum"), 0)

    def test_metrics_show_messages_that_wait_for_a_rate_limit(self):
        self.enter()
        self.until_value("engarde_outbox_rows", 0)
        self.homeserver.fault(
            "/send/", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 600000}, times=-1)
        self.say("!eg help")
        self.until(lambda: self.value('engarde_homeserver_requests_total{outcome="limited"}') >= 1)
        self.assertEqual(self.value("engarde_outbox_rows"), 1)
        first = self.until(lambda: self.value("engarde_outbox_oldest_age_seconds"))
        self.until(lambda: self.value("engarde_outbox_oldest_age_seconds") > first)

    def test_pages_name_nobody(self):
        self.enter()
        self.say(f"!eg challenge {BOB}")
        self.until_value('engarde_matches{status="challenge"}', 1)
        for path in ("/metrics", "/readyz"):
            text = self.get(path)[1]
            for name in (ANN, BOB, "room:here", "secret"):
                self.assertNotIn(name, text)

    def test_without_the_key_the_bot_does_not_listen(self):
        self.start(more="")
        self.until(lambda: self.homeserver.asked("GET .*/sync"))
        self.assertFalse(self.listens())

    def test_with_the_key_the_bot_listens(self):
        self.start()
        self.assertTrue(self.listens())



if __name__ == "__main__":
    unittest.main(verbosity=2)
