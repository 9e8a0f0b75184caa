"""Every command in the documentation runs and prints the documented output."""

import re
import shlex
from pathlib import Path

import pytest
from boards import KEY, WORDS, winning_moves

from duo.core.game import Game

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "LISEZMOI.md", *sorted((ROOT / "docs").glob("*.md"))]
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_PICTURE = re.compile(r"!\[[^]]*\]\(([^)]+)\)")
_LINK = re.compile(r"(?<!!)\[[^]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
LINKING_PAGES = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*/*.md"))]


def documented_commands(page):
    """Each command of a page with the output lines that follow it."""
    for block in _BLOCK.findall(page.read_text()):
        lines = block.splitlines()
        starts = [place for place, line in enumerate(lines) if line.startswith("$ ")]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            yield lines[start].removeprefix("$ "), lines[start + 1 : end]


@pytest.fixture
def documented_duo(tmp_path, monkeypatch, duo):
    """The `duo` command in a folder with the files that the pages mention."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DUO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("DUO_PACE", "0")
    monkeypatch.setenv("COLUMNS", "120")
    game = Game.start(WORDS, KEY)
    for move in winning_moves():
        game = game.play(move)
    (tmp_path / "game.duo").write_text(str(game))
    (tmp_path / "table.txt").write_text("\n".join(WORDS))
    (tmp_path / "harbour.txt").write_text("\n".join(WORDS))
    duo("key", "deck", "--count", "4", "--seed", "7", "--out", "deck.json")
    return duo


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_shown_works(page, documented_duo):
    for command, output in documented_commands(page):
        words = shlex.split(command, comments=True)
        if words[0] != "duo":
            continue
        ran = documented_duo(*words[1:], stdin="")
        assert ran.code in (0, 3), f"{command}: {ran.stderr}"
        printed = " ".join((ran.stdout + ran.stderr).split())
        for line in output:
            for part in re.split(r"\.\.\.|…", line):
                assert " ".join(part.split()) in printed, f"{command} does not print {line!r}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_picture_is_there(page):
    for picture in _PICTURE.findall(page.read_text()):
        assert (page.parent / picture).is_file(), picture


def heading_anchors(page):
    """The anchors that GitHub gives the headings of a page."""
    headings = _HEADING.findall(page.read_text())
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", LINKING_PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_inside_the_project_leads_somewhere(page):
    for link in _LINK.findall(page.read_text()):
        if link.startswith(("http://", "https://", "mailto:")):
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), link
        assert not anchor or target.suffix != ".md" or anchor in heading_anchors(target), link


@pytest.mark.parametrize("folder", ["decisions", "notebook"])
def test_an_index_lists_every_page_of_its_folder(folder):
    index = ROOT / "docs" / folder / "README.md"
    linked = set(_LINK.findall(index.read_text()))
    assert {page.name for page in index.parent.glob("*.md")} - {"README.md"} <= linked
