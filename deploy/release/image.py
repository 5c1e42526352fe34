"""Writes the container's image, for all architectures, as one OCI archive.

The archive is a tar file of an OCI image layout (https://github.com/opencontainers/image-spec). Its index names
one image index, which names an image for each architecture. Each image has a layer with the Debian packages,
which rarely change, and above it a layer with the bot. The same files always give the same bytes.
"""

import argparse
import datetime
import gzip
import hashlib
import io
import json
import tarfile
from pathlib import Path

LAYERS = ("debian", "bot")
USER = 10001
STORE = "var/lib/engarde"
MEDIA = "application/vnd.oci.image."
SECOND = 10**9


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--version", required=True)
    parser.add_argument("--commit", required=True)
    parser.add_argument("--time", required=True, type=int, help="of the commit, in seconds since 1970")
    parser.add_argument("--root", required=True, action="append", metavar="ARCHITECTURE=FOLDER",
                        help="the folder that image_root.sh has made")
    parser.add_argument("--out", required=True, type=Path)
    return parser.parse_args()


def iso(time):
    return datetime.datetime.fromtimestamp(time, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def labels(chosen):
    names = {
        "title": "engarde-bot",
        "description": "Matrix bot that hosts matches of En Garde",
        "version": chosen.version,
        "revision": chosen.commit,
        "created": iso(chosen.time),
        "licenses": "MIT",
    }
    return {f"org.opencontainers.image.{name}": value for name, value in names.items()}


def compressed(data):
    return gzip.compress(data, compresslevel=9, mtime=0)


def layer(folder, latest):
    """Returns a tar file of the folder. All files belong to root, except the store's folder. No file is
    newer than `latest`. Folders have this time, because unpacking has given them the time of day."""
    def settle(entry):
        entry.mtime = latest if entry.isdir() else min(int(entry.mtime), latest)
        entry.uid = entry.gid = USER if entry.name == STORE else 0
        entry.uname = entry.gname = ""
        if entry.name == STORE:
            entry.mode = 0o700
        return entry

    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path in sorted(folder.rglob("*")):
            tar.add(path, path.relative_to(folder), recursive=False, filter=settle)
    return out.getvalue()


class Layout:
    """The blobs of the image, by their digest."""

    def __init__(self):
        self.blobs = {}

    def add(self, kind, data):
        """Adds a blob and returns the descriptor that names it."""
        digest = hashlib.sha256(data).hexdigest()
        self.blobs[digest] = data
        return {"mediaType": MEDIA + kind, "digest": f"sha256:{digest}", "size": len(data)}

    def add_json(self, kind, value):
        return self.add(kind, as_json(value))

    def write(self, out, index):
        files = {f"blobs/sha256/{digest}": data for digest, data in self.blobs.items()}
        files["index.json"] = as_json(index)
        files["oci-layout"] = as_json({"imageLayoutVersion": "1.0.0"})
        with tarfile.open(out, "w", format=tarfile.USTAR_FORMAT) as tar:
            for name in sorted(files):
                entry = tarfile.TarInfo(name)
                entry.size = len(files[name])
                tar.addfile(entry, io.BytesIO(files[name]))


def as_json(value):
    return json.dumps(value, indent=1, sort_keys=True).encode() + b"\n"


def configuration(chosen, architecture, layers):
    """What a container of the image runs, as deploy/container/Containerfile says it. OCI has no health check,
    but Docker reads the one that it writes into its own OCI images."""
    return {
        "architecture": architecture,
        "os": "linux",
        "created": iso(chosen.time),
        "config": {
            "User": f"{USER}:{USER}",
            "Env": ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"],
            "Entrypoint": ["engarde-bot"],
            "WorkingDir": f"/{STORE}",
            "Volumes": {f"/{STORE}": {}},
            "Labels": labels(chosen),
            "Healthcheck": {"Test": ["CMD", "engarde-bot", "health"], "Interval": 60 * SECOND,
                            "Timeout": 15 * SECOND, "StartPeriod": 60 * SECOND},
        },
        "rootfs": {"type": "layers",
                   "diff_ids": ["sha256:" + hashlib.sha256(data).hexdigest() for data in layers]},
        "history": [{"created": iso(chosen.time), "created_by": f"deploy/release/image_root.sh: {name}"}
                    for name in LAYERS],
    }


def image(layout, chosen, architecture, folder):
    """Adds the image of one architecture, and returns its descriptor."""
    newest = max(int(path.lstat().st_mtime) for path in (folder / "debian").rglob("*") if not path.is_dir())
    layers = [layer(folder / name, latest) for name, latest in zip(LAYERS, (newest, chosen.time))]
    manifest = {
        "schemaVersion": 2,
        "mediaType": MEDIA + "manifest.v1+json",
        "config": layout.add_json("config.v1+json", configuration(chosen, architecture, layers)),
        "layers": [layout.add("layer.v1.tar+gzip", compressed(data)) for data in layers],
        "annotations": labels(chosen),
    }
    platform = {"architecture": architecture, "os": "linux"}
    if architecture == "arm64":
        platform["variant"] = "v8"
    return {**layout.add_json("manifest.v1+json", manifest), "platform": platform}


def index(manifests, annotations):
    return {"schemaVersion": 2, "mediaType": MEDIA + "index.v1+json", "manifests": manifests,
            "annotations": annotations}


def main():
    chosen = options()
    layout = Layout()
    images = []
    for root in chosen.root:
        architecture, folder = root.split("=", 1)
        images.append(image(layout, chosen, architecture, Path(folder)))
    all_of_them = layout.add_json("index.v1+json", index(images, labels(chosen)))
    # `docker load` and `podman load` give the image this name.
    all_of_them["annotations"] = {"org.opencontainers.image.ref.name": chosen.version,
                                  "io.containerd.image.name": f"docker.io/library/engarde-bot:{chosen.version}"}
    layout.write(chosen.out, index([all_of_them], {}))
    print(all_of_them["digest"])


main()
