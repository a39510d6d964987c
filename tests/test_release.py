"""What is given to others: the wheel, installed outside the checkout, and the examples of the README."""

import json
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections import deque
from email.parser import Parser
from pathlib import Path

import cv2
import pytest

from vision.frames import open_source

ROOT = Path(__file__).parents[1]
DEMO = ROOT / "companion" / "demo" / "portland.mp4"
LARGEST_DEMO = 8_000_000
WEIGHTS = ("models/detector/detector.onnx", "models/reader/reader.onnx")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("railbird-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs' folder of a fresh environment with the wheel in it; what railbird needs is borrowed from here."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    if not python.exists():
        pytest.skip("an environment of this system has no bin/python")
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(command, capture_output=True, check=True, timeout=300)
    (packages,) = home.glob("lib/python*/site-packages")
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return home / "bin"


def test_the_wheel_holds_what_railbird_needs(wheel: Path) -> None:
    """Weights, manifests, the page, its sentences and the demo travel in the wheel; tests, data and training do not."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    page = [path.name for path in (ROOT / "companion" / "static").iterdir() if path.is_file()]
    needed = [*WEIGHTS, "models/detector/model.toml", "models/reader/model.toml", "companion/demo/portland.mp4"]
    needed += [f"companion/static/{name}" for name in page]
    needed += [f"companion/sentences/{path.name}" for path in (ROOT / "companion" / "sentences").iterdir()]
    assert [name for name in needed if name not in names] == []
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    assert tops == {"engine", "vision", "companion", "models"}
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_the_plain_install_asks_for_no_torch(wheel: Path) -> None:
    """What training needs is asked for only with the extra `train`."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        about = Parser().parsestr(archive.read(name).decode())
    asked = about.get_all("Requires-Dist") or []
    plain = {re.split(r"[ ;>=<\[]", line)[0] for line in asked if "extra ==" not in line}
    assert {"onnxruntime", "opencv-python", "fastapi"} <= plain
    assert not {"torch", "ultralytics", "torchvision"} & plain
    assert about["License-Expression"] == "AGPL-3.0-or-later"


def test_the_installed_wheel_reads_a_picture(installed: Path, tmp_path: Path) -> None:
    """`railbird read` works outside the checkout, with the weights that came with it."""
    (frame,) = deque(open_source(str(DEMO)), maxlen=1)
    cv2.imwrite(str(tmp_path / "table.png"), frame.image)
    code = "import vision.models, companion; print(vision.models.MODELS, companion.__file__)"
    command = [str(installed / "python"), "-c", code]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=True)
    assert all(path.startswith(str(installed.parent)) for path in told.stdout.split())
    command = [str(installed / "railbird"), "read", "table.png"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert (answer["image"], answer["width"]) == ("table.png", 1280)
    assert len(answer["cards"]) >= 12


def test_the_demo_is_small_enough_to_ship() -> None:
    """The demo's video takes 8 MB at most."""
    assert DEMO.stat().st_size <= LARGEST_DEMO


@pytest.mark.parametrize("command", ["score", "replay"])
def test_the_readme_s_examples_answer_as_written(command: str, tmp_path: Path) -> None:
    """Each `railbird score` or `replay` shown with its input gives the output shown below it, to the letter."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(
        rf"```(?:console|shell)?\n\$ cat (\S+)\n(.*?)\$ railbird {command} \1\n(.*?)```", text, re.DOTALL
    )
    assert shown
    for name, given, answers in shown:
        (tmp_path / name).write_text(given, encoding="utf-8")
        asked = [sys.executable, "-m", "companion.cli", command, str(tmp_path / name)]
        done = subprocess.run(asked, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
        assert done.stdout == answers
