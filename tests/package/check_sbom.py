"""Checks that a release's list of contents (SBOM) is valid and complete.

usage: check_sbom.py CLONE ARTEFACTS
"""

import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

clone, artefacts = map(Path, sys.argv[1:])
(sbom,) = artefacts.glob("*.cdx.json")
(archive,) = artefacts.glob("*.tar.gz")
text = sbom.read_text()
fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
assert not fault, fault
parts = json.loads(text)["components"]


def sha256(part):
    (digest,) = part["hashes"]
    assert digest["alg"] == "SHA-256"
    return digest["content"]


# The archive has the files that git knows, and the list has them all with their checksums.
files = {part["name"]: sha256(part) for part in parts if part["type"] == "file"}
known = subprocess.run(["git", "-C", clone, "ls-files", "-z"], stdout=subprocess.PIPE, check=True)
with tarfile.open(archive) as tar:
    packed = {member.name.partition("/")[2]: hashlib.sha256(tar.extractfile(member).read()).hexdigest()
              for member in tar.getmembers() if not member.isdir()}
assert set(packed) == set(filter(None, known.stdout.decode().split("\0"))), "the files of the archive"
made = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in artefacts.iterdir()
        if path.is_file() and path.name not in (sbom.name, "SHA256SUMS")}
assert len(made) == 4, made
assert files == packed | made, "the files of the list"

# Every crate of Cargo.lock has its checksum and a licence.
lock = tomllib.loads((clone / "adapters/matrix/e2ee/crypto/Cargo.lock").read_text())
wanted = {(crate["name"], crate["version"], crate["checksum"])
          for crate in lock["package"] if "source" in crate}
crates = [part for part in parts if part.get("purl", "").startswith("pkg:cargo/")]
assert {(part["name"], part["version"], sha256(part)) for part in crates} == wanted, "the crates"
assert all(part["licenses"] for part in crates), "the licences"

# Every library on which a package depends is there, in a version that satisfies the package.
for package in artefacts.glob("*.deb"):
    fields = subprocess.run(["dpkg-deb", "-f", package, "Depends"], stdout=subprocess.PIPE, text=True, check=True)
    needed = re.findall(r"(lib[^\s,|]+)(?: \(>= ([^)]+)\))?", fields.stdout)
    assert needed, package
    architecture = package.stem.rpartition("_")[2]
    listed = {part["name"]: part["version"] for part in parts
              if part.get("purl", "").startswith("pkg:deb/") and f"arch={architecture}" in part["purl"]}
    assert {"libstd-rust-web-dev", "ca-certificates", "fonts-dejavu-core"} <= listed.keys()  # the latter in the image
    for name, least in needed:
        subprocess.run(["dpkg", "--compare-versions", listed[name], "ge", least or "0"], check=True)
print(f"{len(files)} files, {len(crates)} crates, {len(parts) - len(files) - len(crates)} libraries")
