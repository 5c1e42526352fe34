"""Copies of the bot's disk: a snapshot of a machine, or copied files, without `restore`."""

import os
import shutil
from pathlib import Path

from e2e.case import EndToEnd


class Disk(EndToEnd):
    """Test cases in which the bot's disk comes back older."""

    def parts(self) -> list[Path]:
        """Returns the store, and the folder with the keys of the bot's device, if there is one."""
        found = self.bot.directory.glob("engarde.db*")
        return [path for path in found if path.is_file() or path.is_dir()]  # no socket

    def copy_disk(self) -> None:
        self.bot.kill()
        self.copy = self.bot.directory / "copy"
        shutil.rmtree(self.copy, ignore_errors=True)
        self.copy.mkdir()
        for path in self.parts():
            duplicate(path, self.copy / path.name)
        self.bot.start()

    def roll_back(self) -> None:
        """Puts the copy back as it was, with the owner of each file."""
        self.bot.kill()
        owner = self.bot.store.stat()
        for path in self.parts():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for path in self.copy.iterdir():
            put = self.bot.directory / path.name
            duplicate(path, put)
            for part in (put, *put.rglob("*")) if os.geteuid() == 0 else ():
                os.chown(part, owner.st_uid, owner.st_gid)
        self.bot.start()


def duplicate(path: Path, copy: Path) -> None:
    if path.is_dir():
        shutil.copytree(path, copy)
    else:
        shutil.copy2(path, copy)
