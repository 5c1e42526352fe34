"""Writes the list of what a release contains (SBOM), in CycloneDX's JSON format.

The list has the files of the source archive, the other files of the release, the libraries from Debian
with which the packages were built, all packages from Debian that are in the container's image, and the crates of
Cargo.lock. It is the same whenever it is written.
"""

import argparse
import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
import tomllib
import uuid
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

CRATE = "adapters/matrix/e2ee/crypto"
RUST_TARGETS = {"amd64": "x86_64-unknown-linux-gnu", "arm64": "aarch64-unknown-linux-gnu"}


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--version", required=True)
    parser.add_argument("--commit", required=True)
    parser.add_argument("--time", required=True, type=int, help="of the commit, in seconds since 1970")
    parser.add_argument("--source", required=True, type=Path, help="the unpacked source archive")
    parser.add_argument("--artefacts", required=True, type=Path, help="the other files of the release")
    parser.add_argument("--packages", required=True, action="append", metavar="ARCHITECTURE=FOLDER",
                        help="the folder with dpkg's database of an architecture")
    parser.add_argument("--image", required=True, type=Path, help="the folder in which image.sh has worked")
    parser.add_argument("--out", required=True, type=Path)
    return parser.parse_args()


def licence(expression):
    """Returns a crate's licence. Older crates write "MIT/Apache-2.0" for "MIT OR Apache-2.0"."""
    return [LicenseFactory().make_from_string(expression.replace("/", " OR "))]


def file_component(name, path):
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return Component(name=name, type=ComponentType.FILE, bom_ref=f"file:{name}",
                     hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)])


def files(chosen):
    """Yields the files of the source archive, and the packages and the archive themselves."""
    built = chosen.source / "build"
    for path in sorted(chosen.source.rglob("*")):
        if path.is_file() and built not in path.parents:
            yield file_component(str(path.relative_to(chosen.source)), path)
    for path in sorted(chosen.artefacts.iterdir()):
        if path != chosen.out:
            yield file_component(path.name, path)


def metadata(chosen, *more):
    """Returns what cargo knows about the crates of Cargo.lock."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1",
               "--manifest-path", str(chosen.source / CRATE / "Cargo.toml"), *more]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True,
                          env={**os.environ, "PATH": "/usr/bin:" + os.environ["PATH"]})
    return json.loads(done.stdout)["packages"]


def crates(chosen):
    """Yields the crates. A crate that is not needed on Linux has the scope "excluded"."""
    used = {crate["id"] for target in RUST_TARGETS.values()
            for crate in metadata(chosen, "--filter-platform", target)}
    known = {(crate["name"], crate["version"]): crate for crate in metadata(chosen)}
    lock = tomllib.loads((chosen.source / CRATE / "Cargo.lock").read_text())
    for entry in lock["package"]:
        name, version = entry["name"], entry["version"]
        if "source" not in entry:
            continue  # our own crate, whose files are in the source archive
        crate = known[name, version]
        if not crate["license"]:
            sys.exit(f"sbom: the crate {name} {version} names no licence")
        yield Component(
            name=name, version=version, type=ComponentType.LIBRARY, bom_ref=f"crate:{name}@{version}",
            purl=PackageURL("cargo", None, name, version), licenses=licence(crate["license"]),
            scope=ComponentScope.REQUIRED if crate["id"] in used else ComponentScope.EXCLUDED,
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=entry["checksum"])])


def needed_libraries(package):
    """Returns the names of the libraries on which a Debian package depends."""
    depends = subprocess.run(["dpkg-deb", "-f", package, "Depends"], stdout=subprocess.PIPE, text=True,
                             check=True).stdout
    return re.findall(r"(?:^|, )(lib[^ ,]+)", depends.strip())


def debian_package(name, version, architecture):
    purl = PackageURL("deb", "debian", name, version, {"arch": architecture})
    return Component(name=name, version=version, type=ComponentType.LIBRARY, purl=purl,
                     bom_ref=str(purl), properties=[Property(name="architecture", value=architecture)])


def installed(database, *names):
    """Yields the name and version of packages in a database of dpkg, by default of all."""
    done = subprocess.run(["dpkg-query", f"--admindir={database}", "-W", "-f", "${Package} ${Version}\\n", *names],
                          stdout=subprocess.PIPE, text=True, check=True)
    return [line.split() for line in done.stdout.splitlines()]


def debian_packages(chosen):
    """Yields the libraries of the build, for each architecture, Rust's standard library, which is partly
    linked into the bot's program, and the packages in the image. Most of these are the same ones."""
    for choice in chosen.packages:
        architecture, database = choice.split("=", 1)
        package, = chosen.artefacts.glob(f"*_{architecture}.deb")
        names = [f"{name}:{architecture}" for name in {*needed_libraries(package), "libstd-rust-web-dev"}]
        image = [(name, version) for name, version in installed(chosen.image / architecture / "bot/var/lib/dpkg")
                 if name != "engarde-bot"]
        for name, version in sorted({*map(tuple, installed(database, *names)), *image}):
            yield debian_package(name, version, architecture)


def bill(chosen):
    bot = Component(name="engarde-bot", version=chosen.version, type=ComponentType.APPLICATION,
                    bom_ref="engarde-bot", licenses=licence("MIT"),
                    properties=[Property(name="commit", value=chosen.commit)])
    bom = Bom(components=[*files(chosen), *crates(chosen), *debian_packages(chosen)],
              serial_number=uuid.uuid5(uuid.NAMESPACE_URL, f"engarde-bot/{chosen.commit}"))
    bom.metadata.component = bot
    bom.metadata.timestamp = datetime.datetime.fromtimestamp(chosen.time, datetime.timezone.utc)
    bom.register_dependency(bot, [part for part in bom.components if part.type == ComponentType.LIBRARY])
    return bom


def main():
    chosen = options()
    text = JsonV1Dot6(bill(chosen)).output_as_string(indent=1) + "\n"
    fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if fault:
        sys.exit(f"sbom: {fault}")
    chosen.out.write_text(text)


main()
