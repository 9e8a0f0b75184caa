"""The printed mission map: every city, every road and a team's progress."""

import json

import numpy as np
import pypdfium2
import pytest
from paper import print_simulation

from duo.table.campaign.mission_map import shipped_map


@pytest.fixture(autouse=True)
def data_dir(tmp_path, monkeypatch):
    monkeypatch.setenv("DUO_HOME", str(tmp_path / "home"))


def text_of(path):
    document = pypdfium2.PdfDocument(path)
    found = "\n".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    return found


def green(path):
    page = print_simulation.pages_of(path, dpi=60)[0].astype(int)
    return (np.abs(page - [0x35, 0xA5, 0x56]).sum(axis=2) < 40).sum()


def test_an_empty_pad_has_every_city_with_its_mission(duo, tmp_path):
    out = tmp_path / "pad.pdf"
    ran = duo("campaign", "print", "--out", out, "--json")
    assert ran.code == 0, ran.stderr
    assert json.loads(ran.stdout)["cities"] == len(shipped_map().cities)
    text = text_of(out)
    for city in shipped_map().cities:
        assert city.name in text
        assert f"{city.tokens}-{city.mistakes}" in text
    assert green(out) == 0
    (page,) = print_simulation.pages_of(out, dpi=20)
    assert page.shape[1] > page.shape[0]  # the shipped map is wider than tall


def test_a_teams_pad_shows_what_is_won(duo, tmp_path):
    assert duo("campaign", "new", "Ann+Bob").code == 0
    assert duo("campaign", "enter", "Prague", "won").code == 0
    assert duo("campaign", "enter", "Cairo", "lost").code == 0
    out = tmp_path / "pad.pdf"
    assert duo("campaign", "print", "--team", "Ann+Bob", "--out", out).code == 0
    assert "Ann+Bob" in text_of(out)
    assert "9-5 0:1" in text_of(out)
    green_of_one_win = green(out)
    assert green_of_one_win > 0
    assert duo("campaign", "enter", "Berlin", "won").code == 0
    assert duo("campaign", "print", "--team", "Ann+Bob", "--out", out).code == 0
    assert green(out) == pytest.approx(2 * green_of_one_win, rel=0.2)


def test_a_pad_is_french_and_svg_too(duo, tmp_path):
    out = tmp_path / "carte.svg"
    assert duo("--ui", "fr", "campaign", "print", "--format", "svg", "--out", out).code == 0
    assert 'aria-label="Le Caire"' in out.read_text()
    assert print_simulation.page_of_svg(out.read_text(), dpi=30).min() < 128


def test_a_map_without_places_is_listed_over_as_many_pages_as_it_takes(duo, tmp_path):
    cities = "\n".join(
        f'[[city]]\nname = "City {n}"\ntokens = 9\nmistakes = 3\nlinks = {[f"City {n + 1}"] if n < 79 else []}\n'
        + ("start = true\n" if n == 0 else "")
        for n in range(80)
    )
    (tmp_path / "mine.toml").write_text(cities)
    out = tmp_path / "pad.pdf"
    assert duo("campaign", "print", "--map", tmp_path / "mine.toml", "--out", out).code == 0
    assert len(print_simulation.pages_of(out, dpi=10)) == 3
    assert all(f"City {n}" in text_of(out) for n in range(80))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--page", "60x60mm"), "does not fit"),
        (("--team", "Nobody"), "has no campaign yet"),
        (("--team", "A", "--map", "x.toml"), "not both"),
    ],
)
def test_what_cannot_be_printed_is_refused(duo, tmp_path, options, reason):
    ran = duo("campaign", "print", *options, "--out", tmp_path / "pad.pdf")
    assert ran.code in (1, 2)
    assert reason in ran.stderr
    assert not (tmp_path / "pad.pdf").exists()
