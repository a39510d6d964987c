"""`railbird doctor`: what on this machine would spoil an evening, and what to do about it."""

import argparse
import os
import platform
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import localtime, strftime, time
from typing import Final

from companion.settings import PACKAGE, data_home, source_file
from companion.setup.cameras import cameras
from vision.errors import ModelError, SourceError
from vision.eyes import Eyes
from vision.frames import open_source
from vision.live import is_camera
from vision.models import MODELS

LEAST_DISK, LEAST_MEMORY = 1_000, 500
"""MB that must be free: for games and pictures, and for the eyes."""
HOT: Final = 80.0
"""Degrees Celsius from which a Raspberry Pi slows itself down."""
LEAST_HEIGHT: Final = 720
"""Pixels that a picture must be high for cards on a whole table to be read."""
PARTS: Final = ("railbird", "numpy", "opencv-python", "onnxruntime")
MEMORY, HEAT = Path("/proc/meminfo"), Path("/sys/class/thermal")


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at and found, and what to do where that is not well."""

    about: str
    found: str
    advice: str = ""


def main(args: argparse.Namespace) -> int:
    """Prints a line a finding; exit status 1 where something is to be done."""
    data = Path(args.data) if args.data else data_home()
    models = Path(args.models) if args.models else MODELS
    is_well = True
    for finding in findings(args.source, data, models):
        is_well &= not finding.advice
        print(f"{'look' if finding.advice else 'ok':6}{finding.about:13}{finding.found}")
        if finding.advice:
            print(f"{'':19}{finding.advice}")
    return int(not is_well)


def findings(source: str | None, data: Path, models: Path) -> Iterator[Finding]:
    """All that is looked at; without a source every camera that is plugged in."""
    yield versions()
    sources = [each.source for each in cameras()] if source is None else [source]
    yield from map(camera, sources)
    if not sources:
        yield Finding("camera", "none", "Plug one in, or use a phone: its app shows an address, to be given as SOURCE.")
    yield weights(models)
    yield disk(data)
    yield clock()
    yield memory(MEMORY)
    yield temperature(HEAT)


def versions() -> Finding:
    """What is installed."""
    return Finding("versions", f"Python {platform.python_version()}, {', '.join(map(_installed, PARTS))}")


def camera(source: str) -> Finding:
    """What a source gives; one that does not open, hangs, or shows nothing is said to do so."""
    try:
        with closing(open_source(source_file(source))) as opened:
            frame = next(iter(opened), None)
    except SourceError as error:
        return Finding("camera", source, error.message)
    if frame is None:
        return Finding("camera", source, "It gives no picture: look after its cable, power and network.")
    height, width = frame.image.shape[:2]
    mode = opened.live and opened.live.mode
    told = f"{mode.format}, {mode.rate:.0f} a second" if mode else "a file"
    advice = ""
    if height < LEAST_HEIGHT:
        advice = f"Cards are too small in it: have it give {LEAST_HEIGHT} pixels of height at least, or take another."
    elif mode and is_camera(source) and mode.format == "YUYV":
        advice = "It does not compress its pictures, so that only few come: use a USB 3 port."
    return Finding("camera", f"{source}: {width} x {height}, {told}", advice)


def weights(models: Path) -> Finding:
    """Whether the models are there and whole."""
    try:
        Eyes(models)
    except ModelError as error:
        return Finding("models", str(models), error.message)
    return Finding("models", f"whole, in {models}")


def disk(data: Path) -> Finding:
    """Whether the data folder can be written to and has room."""
    there = next(each for each in (data, *data.absolute().parents) if each.exists())
    free = shutil.disk_usage(there).free // 1_000_000
    advice = ""
    if not os.access(there, os.W_OK):
        advice = "It cannot be written to: change its owner, or name another folder with --data."
    elif free < LEAST_DISK:
        advice = "Make room, delete old pictures with `railbird evidence delete`, or name another folder with --data."
    return Finding("disk", f"{free} MB free in {data}", advice)


def clock() -> Finding:
    """Whether the clock is later than this railbird: a computer without a battery starts in the past."""
    is_past = time() < (PACKAGE / "doctor.py").stat().st_mtime
    advice = "It is in the past: set it, or have it set by the network (on Linux: timedatectl set-ntp true)."
    return Finding("clock", strftime("%Y-%m-%d %H:%M", localtime()), advice if is_past else "")


def memory(told: Path) -> Finding:
    """How much memory can be had, where the system tells it as Linux does."""
    try:
        lines = dict(line.split(":") for line in told.read_text().splitlines())
        free = int(lines["MemAvailable"].split()[0]) // 1000
    except (OSError, KeyError, ValueError):
        return Finding("memory", "not told here")
    advice = "Close other programs, a browser first." if free < LEAST_MEMORY else ""
    return Finding("memory", f"{free} MB can be had", advice)


def temperature(zones: Path) -> Finding:
    """How hot the hottest part is, where the system tells it as Linux does."""
    degrees = [heat for zone in zones.glob("thermal_zone*/temp") if (heat := _degrees(zone)) is not None]
    if not degrees:
        return Finding("temperature", "not told here")
    advice = "It slows itself down: let air to it, or give it a heat sink or a fan." if max(degrees) >= HOT else ""
    return Finding("temperature", f"{max(degrees):.0f} °C", advice)


def _degrees(zone: Path) -> float | None:
    try:
        return int(zone.read_text()) / 1000
    except (OSError, ValueError):
        return None


def _installed(part: str) -> str:
    try:
        return f"{part} {version(part)}"
    except PackageNotFoundError:
        return f"{part} (not installed)"
