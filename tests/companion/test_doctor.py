"""What the doctor looks at, and what it says to do."""

from pathlib import Path

import numpy as np
import pytest

from companion.cli import main
from companion.doctor import Finding, camera, disk, memory, temperature, weights
from tests.companion.stream import Fault, Phone

TABLE = np.full((720, 1280, 3), (40, 120, 60), np.uint8)


def test_a_camera_that_gives_pictures_is_well() -> None:
    """What it really gives is told: size, format, pace."""
    with Phone(TABLE).serving() as address:
        finding = camera(address)
    assert finding.found.startswith(f"{address}: 1280 x 720, MJPG, ")
    assert finding.advice == ""


@pytest.mark.parametrize("fault", [Fault.FROZEN, Fault.BLACK])
def test_a_camera_that_shows_nothing_is_told(fault: Fault) -> None:
    """One that opens, and is black or stands still, is not well."""
    phone = Phone(TABLE)
    phone.fault = fault
    with phone.serving() as address:
        assert ("black" if fault is Fault.BLACK else "stands still") in camera(address).advice


def test_a_small_picture_is_told() -> None:
    """A camera may work and yet show cards too small."""
    with Phone(TABLE[:240, :320]).serving() as address:
        assert "too small" in camera(address).advice


def test_models_that_are_not_there_are_told(tmp_path: Path) -> None:
    """A folder without weights is no model."""
    assert "put the folder" in weights(tmp_path).advice


def test_heat_and_want_of_memory_are_told(tmp_path: Path) -> None:
    """The hottest zone counts; a system that tells nothing is not blamed."""
    for zone, degrees in (("thermal_zone0", "41000"), ("thermal_zone1", "83500")):
        (tmp_path / zone).mkdir()
        (tmp_path / zone / "temp").write_text(degrees)
    assert temperature(tmp_path) == Finding("temperature", "84 °C", temperature(tmp_path).advice)
    assert "fan" in temperature(tmp_path).advice
    (tmp_path / "meminfo").write_text("MemTotal: 4000000 kB\nMemAvailable: 300000 kB\n")
    assert "Close" in memory(tmp_path / "meminfo").advice
    assert memory(tmp_path / "nothing").advice == temperature(tmp_path / "nothing").advice == ""


def test_room_on_the_disk_is_looked_for_where_games_will_be(tmp_path: Path) -> None:
    """A folder that is not there yet is judged by the one in which it will be made."""
    assert "free in" in disk(tmp_path / "not" / "yet").found


def test_the_command_tells_all_and_fails_where_something_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line for each thing; a camera that is not there makes it fail, and the line after says what to do."""
    assert main(["doctor", "97", "--data", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    about = {line[6:19].strip() for line in lines if line[:6].strip()}
    assert about == {"versions", "camera", "models", "disk", "clock", "memory", "temperature"}
    (place,) = (k for k, line in enumerate(lines) if line.startswith("look  camera"))
    assert "plug it in" in lines[place + 1]
