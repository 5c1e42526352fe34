"""What a host does with the bot, on a real homeserver."""

import os
import pty
import select
import shutil
import subprocess
import unittest

from e2e.case import PROGRAM, ROOT
from local import bot as daemon
from local.homeserver import Homeserver


class Setup(unittest.TestCase):
    def test_from_an_account_to_a_bot_that_runs(self):
        directory = ROOT / "build/e2e/Setup"
        shutil.rmtree(directory, ignore_errors=True)
        homeserver = Homeserver(directory / "homeserver", True)
        self.addCleanup(homeserver.stop)
        homeserver.start()
        homeserver.register(daemon.NAME, daemon.PASSWORD)
        config = directory / "bot/engarde.yaml"
        child, terminal = pty.fork()
        if child == 0:
            os.execv(PROGRAM, [str(PROGRAM), "--config", str(config), "--store",
                               str(directory / "bot/engarde.db"), "setup"])
        shown = ""
        for prompt, line in (
            ("@engarde:example.org: ", daemon.USER),
            ("[http://localhost]: ", homeserver.url),
            ("an access token instead): ", daemon.PASSWORD),
            ("!eg challenge\r\n", None),
        ):
            while prompt not in shown:
                self.assertTrue(select.select([terminal], [], [], 60)[0], shown)
                shown += os.read(terminal, 4096).decode()
            if line:
                shown = ""
                os.write(terminal, line.encode() + b"\n")
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0, shown)
        os.close(terminal)
        done = subprocess.run([PROGRAM, "--config", config, "--check-config"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
