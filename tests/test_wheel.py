"""The installed wheel finds its data."""

import email
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest
from filelock import FileLock

from databuild.sources import SOURCES

ROOT = Path(__file__).parents[1]
PROGRAM = """
import duo.data, duo.deck.file, pathlib, sys
here = pathlib.Path(duo.__file__).resolve()
assert here.is_relative_to(pathlib.Path(sys.argv[1]).resolve()), here
for name in ("wordlists", "models", "keycards", "missions"):
    assert duo.data.shipped_data_dir(name).is_relative_to(here.parent), name
deck = duo.deck.file.Deck.parse((duo.data.shipped_data_dir("keycards") / "standard-100.json").read_text())
print(len(deck.cards), sum(1 for _ in (duo.data.shipped_data_dir("wordlists") / "fr.txt").open(encoding="utf-8")))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory, testrun_uid):
    """Build the wheel once for all test processes."""
    out = tmp_path_factory.getbasetemp().parent / f"wheel-{testrun_uid}"
    out.mkdir(exist_ok=True)
    with FileLock(out / "lock"):
        if not (built := list(out.glob("*.whl"))):
            build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", out]
            subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
            built = list(out.glob("*.whl"))
    return built[0]


def test_the_wheel_carries_the_data_and_the_catalogues(wheel):
    names = ZipFile(wheel).namelist()
    for wanted in ("duo/_data/wordlists/fr.txt", "duo/_data/keycards/standard-100.json", "duo/py.typed"):
        assert wanted in names
    assert "duo/text/locale/fr/LC_MESSAGES/duo.mo" in names
    assert "duo/paper/fonts/DejaVuSansCondensed-Bold.ttf" in names
    assert not [name for name in names if name.startswith(("tests/", "scripts/"))]


def test_the_wheel_tells_every_licence_of_what_it_carries_and_has_its_text(wheel):
    with ZipFile(wheel) as archive:
        [home] = {name.partition("/")[0] for name in archive.namelist() if ".dist-info/" in name}
        metadata = email.message_from_bytes(archive.read(f"{home}/METADATA"))
        texts = {name.removeprefix(f"{home}/licenses/") for name in archive.namelist() if "/licenses/" in name}
    expression = set(metadata["License-Expression"].split(" AND "))
    taken = {licence for source in SOURCES.values() for licence in source.spdx.split(" AND ")}
    assert expression == taken | {"MIT", "Bitstream-Vera"}
    elsewhere = {"MIT": "LICENSE", "Bitstream-Vera": "duo/paper/fonts/LICENSE"}
    assert texts == {elsewhere.get(licence, f"LICENSES/{licence}.txt") for licence in expression}


def test_the_wheel_finds_its_data_where_it_is_installed(wheel, tmp_path):
    home = tmp_path / "elsewhere"
    venv.create(home, with_pip=True)
    python = home / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", "--no-index", wheel], check=True)
    # Dependencies come from the environment of the tests, duo itself must not.
    [site] = home.glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    run = subprocess.run([python, "-c", PROGRAM, home], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    cards, words = map(int, run.stdout.split())
    assert cards == 100
    assert words >= 500
