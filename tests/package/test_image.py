"""Tests of the container's image, with a small program in place of the bot.

usage: test_image.py
"""

import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
RELEASE = SOURCE / "deploy/release"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
TIME = 1_700_000_000
LABELS = {
    "org.opencontainers.image.title": "engarde-bot",
    "org.opencontainers.image.description": "Matrix bot that hosts matches of En Garde",
    "org.opencontainers.image.version": "1.2.3",
    "org.opencontainers.image.revision": COMMIT,
    "org.opencontainers.image.created": "2023-11-14T22:13:20Z",
    "org.opencontainers.image.licenses": "MIT",
}


def make_root(folder, architecture):
    """Makes what image_root.sh would make."""
    for name in ("debian/etc", "bot/usr/bin", "bot/var/lib/engarde"):
        (folder / name).mkdir(parents=True)
    (folder / "debian/etc/os-release").write_text("ID=debian\n")
    os.utime(folder / "debian/etc/os-release", (TIME - 1000, TIME - 1000))
    (folder / "debian/lib").symlink_to("usr/lib")
    os.utime(folder / "debian/lib", (TIME - 900, TIME - 900), follow_symlinks=False)
    program = folder / "bot/usr/bin/engarde-bot"
    program.write_text(f"for {architecture}\n")
    program.chmod(0o755)


class Image:
    """An OCI archive, and what is in it. All digests and sizes are checked."""

    def __init__(self, path):
        with tarfile.open(path) as tar:
            self.files = {entry.name: tar.extractfile(entry).read() for entry in tar.getmembers()}
        for name, data in self.files.items():
            if name.startswith("blobs/"):
                assert name == "blobs/sha256/" + hashlib.sha256(data).hexdigest(), name
        self.seen = set()
        (self.top,) = json.loads(self.files["index.json"])["manifests"]
        self.index = self.json(self.top)

    def blob(self, descriptor):
        name = "blobs/" + descriptor["digest"].replace(":", "/")
        self.seen.add(name)
        assert len(self.files[name]) == descriptor["size"], descriptor
        return self.files[name]

    def json(self, descriptor):
        return json.loads(self.blob(descriptor))


class OfTwoArchitectures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.digest = cls.write("one")
        cls.image = Image(cls.folder / "one.tar")

    @classmethod
    def write(cls, name):
        """Makes an image from files that have just been written, and returns what the program says."""
        roots = []
        for architecture in ("amd64", "arm64"):
            make_root(cls.folder / name / architecture, architecture)
            roots += ["--root", f"{architecture}={cls.folder / name / architecture}"]
        done = subprocess.run(
            [sys.executable, "-B", RELEASE / "image.py", "--version", "1.2.3", "--commit", COMMIT,
             "--time", str(TIME), "--out", cls.folder / f"{name}.tar", *roots],
            stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout.strip()

    def test_two_images_of_the_same_files_have_the_same_bytes(self):
        self.assertEqual(self.write("another"), self.digest)
        self.assertEqual((self.folder / "one.tar").read_bytes(), (self.folder / "another.tar").read_bytes())

    def test_one_index_has_both_architectures(self):
        self.assertEqual(self.image.top["digest"], self.digest)
        self.assertEqual(self.image.top["annotations"]["org.opencontainers.image.ref.name"], "1.2.3")
        self.assertEqual(self.image.index["annotations"], LABELS)
        platforms = [entry["platform"] for entry in self.image.index["manifests"]]
        self.assertEqual(platforms, [{"architecture": "amd64", "os": "linux"},
                                     {"architecture": "arm64", "os": "linux", "variant": "v8"}])

    def test_the_configuration_names_user_store_health_check_and_labels(self):
        for entry in self.image.index["manifests"]:
            manifest = self.image.json(entry)
            self.assertEqual(manifest["annotations"], LABELS)
            found = self.image.json(manifest["config"])
            self.assertEqual(found["architecture"], entry["platform"]["architecture"])
            chosen = found["config"]
            self.assertEqual(chosen["Labels"], LABELS)
            self.assertEqual(chosen["User"], "10001:10001")
            self.assertEqual(chosen["Volumes"], {"/var/lib/engarde": {}})
            self.assertEqual(chosen["Healthcheck"]["Test"], ["CMD", "engarde-bot", "health"])

    def test_the_layers_unpack_to_the_files(self):
        for entry in self.image.index["manifests"]:
            manifest = self.image.json(entry)
            layers = [gzip.decompress(self.image.blob(layer)) for layer in manifest["layers"]]
            self.assertEqual(["sha256:" + hashlib.sha256(layer).hexdigest() for layer in layers],
                             self.image.json(manifest["config"])["rootfs"]["diff_ids"])
            debian, bot = (tarfile.open(fileobj=io.BytesIO(layer)) for layer in layers)
            self.assertEqual([(member.name, member.mtime) for member in debian],
                             [("etc", TIME - 900), ("etc/os-release", TIME - 1000), ("lib", TIME - 900)])
            program = bot.getmember("usr/bin/engarde-bot")
            self.assertEqual(bot.extractfile(program).read().decode(),
                             f"for {entry['platform']['architecture']}\n")
            self.assertEqual((program.mode, program.uid, program.gid, program.mtime), (0o755, 0, 0, TIME))
            store = bot.getmember("var/lib/engarde")
            self.assertEqual((store.mode, store.uid, store.gid), (0o700, 10001, 10001))
            self.assertEqual(bot.getmember("var/lib").uid, 0)

    def test_the_containerfile_says_the_same(self):
        """An image that somebody builds from the source is used as a published one."""
        text = (SOURCE / "deploy/container/Containerfile").read_text()
        manifest = self.image.json(self.image.index["manifests"][0])
        chosen = self.image.json(manifest["config"])["config"]
        self.assertIn(f"\nUSER {chosen['User']}\n", text)
        self.assertIn(f"\nVOLUME {next(iter(chosen['Volumes']))}\n", text)
        self.assertIn(f"\nWORKDIR {chosen['WorkingDir']}\n", text)
        self.assertIn(f"\nENTRYPOINT {json.dumps(chosen['Entrypoint'])}", text)
        check = re.search(r"^HEALTHCHECK --interval=(\d+)m --timeout=(\d+)s --start-period=(\d+)m CMD (.*)$", text, re.M)
        self.assertEqual(json.loads(check[4]), chosen["Healthcheck"]["Test"][1:])
        seconds = [60 * int(check[1]), int(check[2]), 60 * int(check[3])]
        self.assertEqual([chosen["Healthcheck"][name] // 10**9 for name in ("Interval", "Timeout", "StartPeriod")],
                         seconds)
        for base in re.findall(r"(?:BASE=|FROM )(\w\S*)", text):
            self.assertRegex(base, r"@sha256:[0-9a-f]{64}$")


class Published(unittest.TestCase):
    """publish.sh, with a program in place of skopeo that writes down how it is called."""

    def publish(self, version, *tags, name="registry.example/engarde-bot", **variables):
        """Publishes a version in a clone with these tags, and returns what skopeo was told."""
        clone = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, clone)
        shutil.copytree(SOURCE / "deploy", clone / "deploy")
        git = ["git", "-C", clone, "-c", "user.name=tests", "-c", "user.email=tests@localhost"]
        subprocess.run([*git, "init", "-q"], check=True)
        subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "one"], check=True)
        for tag in tags:
            subprocess.run([*git, "-c", "tag.gpgSign=false", "tag", tag], check=True)
        if version:
            (clone / "build/artefacts").mkdir(parents=True)
            (clone / f"build/artefacts/engarde-bot-{version}.oci.tar").write_text("an image")
        # Nothing is installed here, so the list of packages is empty.
        (clone / "deploy/packages.txt").write_text("")
        programs = clone / "programs"
        programs.mkdir()
        (programs / "skopeo").write_text(
            f'#!/bin/sh\nif [ "$1" = login ]; then set -- "$@" "password=$(cat)"; fi\necho "$@" >>{clone}/told\n')
        (programs / "skopeo").chmod(0o755)
        self.done = subprocess.run(
            [clone / "deploy/release/publish.sh", name], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", **variables})
        told = clone / "told"
        return told.read_text().splitlines() if told.exists() else []

    def pushed(self, *arguments):
        """Returns the tags that were pushed."""
        told = self.publish(*arguments)
        self.assertEqual(self.done.returncode, 0, self.done.stdout)
        return [line.rpartition(":")[2] for line in told]

    def test_the_newest_version_has_all_three_tags(self):
        self.assertEqual(self.pushed("0.2.0", "v0.2.0", "v0.1.9", "v0.1.10"), ["0.2.0", "0.2", "latest"])
        self.assertEqual(self.pushed("0.2.0"), ["0.2.0", "0.2", "latest"])
        self.assertEqual(self.pushed("0.10.0", "v0.9.0", "v0.10.0"), ["0.10.0", "0.10", "latest"])

    def test_a_fix_of_an_older_version_leaves_the_newer_ones_alone(self):
        self.assertEqual(self.pushed("0.2.1", "v0.2.0", "v0.3.0", "v0.2.1"), ["0.2.1", "0.2"])
        self.assertEqual(self.pushed("0.2.1", "v0.2.2", "v0.2.1"), ["0.2.1"])

    def test_all_architectures_are_pushed_with_their_digests(self):
        told = self.publish("0.2.0")
        self.assertRegex(told[0], r"^copy --all --preserve-digests oci-archive:\S+/engarde-bot-0\.2\.0\.oci\.tar "
                                  r"docker://registry\.example/engarde-bot:0\.2\.0$")

    def test_the_password_is_no_argument(self):
        told = self.publish("0.2.0", REGISTRY_USER="me", REGISTRY_PASSWORD="secret")
        self.assertEqual(told[0], "login --username me --password-stdin registry.example password=secret")
        self.assertEqual(len(told), 4)
        self.assertNotIn("secret", self.done.stdout)

    def test_without_an_image_nothing_is_pushed(self):
        self.assertEqual(self.publish(""), [])
        self.assertNotEqual(self.done.returncode, 0)
        self.assertIn("there is no image ", self.done.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
