"""A child process with a log. The child ends when this program ends."""

import ctypes
import signal
import subprocess
from pathlib import Path

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None)


class Failed(Exception):
    """An error that says what did not work and what to try."""

    def __init__(self, why: str, attempt: str):
        super().__init__(f"{why}\nTry:    {attempt}")


def die_with_parent() -> None:
    """Asks the kernel to end this process when its parent ends for any reason."""
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Process:
    """One program, which can be started several times. The file `log` keeps the output of all starts."""

    def __init__(self, name: str, log: Path):
        self.name = name
        self.log = log
        self._child: subprocess.Popen | None = None

    def start(self, command: list, environment: dict | None = None) -> None:
        assert not self.is_running()
        with open(self.log, "ab") as log:
            self._child = subprocess.Popen(
                [str(word) for word in command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=environment,
                preexec_fn=die_with_parent,
                # The child gets a process group of its own, because ^C at the terminal must end
                # only this program. This program then ends the child.
                process_group=0,
            )

    def is_running(self) -> bool:
        return self._child is not None and self._child.poll() is None

    @property
    def pid(self) -> int:
        assert self._child is not None
        return self._child.pid

    def send_signal(self, number: int) -> None:
        assert self._child is not None
        self._child.send_signal(number)

    def stop(self, number: int = signal.SIGTERM, patience: float = 120.0) -> int | None:
        """Ends the program. Returns its status as Popen.wait does, or None if it never ran."""
        if self._child is None:
            return None
        if self._child.poll() is None:
            self._child.send_signal(number)
        try:
            return self._child.wait(patience)
        except subprocess.TimeoutExpired:
            self._child.kill()
            return self._child.wait()

    def wait(self, patience: float = 120.0) -> int:
        """Waits until the program ends by itself, and returns its status."""
        assert self._child is not None
        return self._child.wait(patience)

    def last_lines(self, count: int = 20) -> str:
        if not self.log.exists():
            return "(no log)"
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-count:])
