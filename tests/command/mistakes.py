"""Runs the program on configurations with mistakes, and compares its messages with those in a table.

mistakes.py BOT TABLE [--update]"""

import os
import shutil
import subprocess
import sys
import tempfile

ACCOUNT = """matrix:
  homeserver: https://example.org
  user: "@engarde:example.org"
  password_file: password
"""
NOBODY = 65534
DEFAULT_STORE = "/var/lib/engarde: " # such a line depends on the machine, so the table has none


def read_cases(path):
    """Returns the head of the table, and its cases as lists of lines without the messages."""
    head, cases = [], []
    for line in open(path, encoding="utf-8"):
        if line.startswith("== "):
            cases.append(([line], []))
        elif not cases:
            head.append(line)
        elif line.startswith("!! "):
            cases[-1][1].append(line)
        else:
            cases[-1][0].append(line)
    return head, cases


class Setting:
    """What a case says: the files, the variables and the arguments of a run."""

    def __init__(self, lines):
        self.files = {"engarde.yaml": ["", 0o600], "password": ["secret\n", 0o600]}
        self.folders, self.variables, self.user = [], {}, None
        self.arguments = ["--config", "engarde.yaml", "--check-config"]
        self.file = self.files["engarde.yaml"]
        for line in lines:
            if line.startswith(":: "):
                self.obey(*line[3:].rstrip("\n").split(" ", 1))
            elif line.strip() or self.file[0]:
                self.file[0] += ACCOUNT if line == "ACCOUNT\n" else line
        for file in self.files.values():
            file[0] = file[0].rstrip("\n") + "\n" if file[0] else ""

    def obey(self, word, rest=""):
        if word == "file": # its name, mode and text, which the next lines continue
            name, mode = rest.split(" ")
            self.file = self.files[name] = ["", int(mode, 8)]
        elif word == "without":
            self.files.pop(rest)
        elif word == "folder":
            self.files.pop(rest, None)
            self.folders.append(rest)
        elif word == "env":
            name, value = rest.split("=", 1)
            self.variables[name] = value
        elif word == "run":
            self.arguments = rest.split(" ") if rest else []
        elif word == "nobody": # root may read every file, so the program runs as somebody else
            self.user = NOBODY
        else:
            sys.exit(f"unknown word {word}")

    def run(self, bot):
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            for name in self.folders:
                os.mkdir(os.path.join(folder, name))
            for name, (text, mode) in self.files.items():
                path = os.path.join(folder, name)
                with open(path, "wb") as file:
                    file.write(text.encode().replace(b"\\t", b"\t").replace(b"\\xff", b"\xff"))
                os.chmod(path, mode)
            as_user = {}
            if self.user and os.geteuid() == 0:
                as_user = {"user": self.user, "group": self.user, "extra_groups": []}
                bot = shutil.copy(bot, os.path.join(folder, "bot")) # the build may be in a folder of root's own
            ran = subprocess.run([bot, *self.arguments], cwd=folder, env=self.variables, text=True,
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, timeout=60, **as_user)
        user = self.user if as_user else os.geteuid()
        said = ran.stdout.replace(folder, "FOLDER").replace(f"the user {user}:", "the user UID:")
        lines = said.splitlines()
        return ran.returncode, [f"!! {line}\n" for line in lines if not line.startswith(DEFAULT_STORE)]


def main():
    bot, path = os.path.abspath(sys.argv[1]), sys.argv[2]
    head, cases = read_cases(path)
    failed, written = 0, head
    for lines, expected in cases:
        setting = Setting(lines[1:])
        status, said = setting.run(bot)
        if status == 0 or not said:
            print(f"{lines[0]}the program finds no fault")
            failed += 1
        elif said != expected:
            print(f"{lines[0]}it says:\n{''.join(said)}")
            failed += 1
        body = "".join(lines).rstrip("\n") + "\n"
        written += [body, *said, "\n"]
    if "--update" in sys.argv:
        with open(path, "w", encoding="utf-8") as table:
            table.write("".join(written).rstrip("\n") + "\n")
        return
    print(f"{len(cases)} mistakes, {failed} with other messages")
    sys.exit(failed > 0 or len(cases) < 35)


main()
