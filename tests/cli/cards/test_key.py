"""`duo key`."""

import json

import pytest

CARD = ".x.../g.ggx/...x./g.ggg/gg... g.x.g/..g.g/..gxg/g..../xg.g."
CODE = "HDNQXZJ2WH1~"


def test_a_new_card_is_the_same_for_the_same_seed(duo):
    card = json.loads(duo("key", "new", "--seed", "7", "--json").stdout)
    assert card == json.loads(duo("key", "new", "--seed", "7", "--json").stdout)
    assert card != json.loads(duo("key", "new", "--seed", "8", "--json").stdout)
    assert duo("key", "check", card["key"]).code == 0


@pytest.mark.parametrize("name", [CODE, "hdnq-xzj2-whl~", CARD])
def test_a_card_is_shown_by_number_or_text(duo, name):
    shown = duo("key", "show", name)
    assert shown.code == 0
    assert CODE in shown.stdout
    assert CARD in shown.stdout
    assert "■" in shown.stdout


def test_one_side_shows_nothing_of_the_other(duo):
    shown = duo("key", "show", CODE, "--side", "a").stdout
    assert "Side A" in shown
    assert "Side B" not in shown
    assert CARD.split()[1] not in shown


def test_a_deck_of_a_thousand_cards_passes_its_check(duo, tmp_path):
    path = tmp_path / "d.json"
    assert duo("key", "deck", "--count", "1000", "--seed", "7", "--out", path).code == 0
    assert duo("key", "check", path).code == 0
    lines = path.read_text().splitlines()
    lines[500] = lines[500].replace("g", "x", 1)
    path.write_text("\n".join(lines))
    checked = duo("key", "check", path)
    assert checked.code == 3
    assert "card 500 (" in checked.stderr
    assert "side A must have 9 cells g, not 8" in checked.stderr
    answer = json.loads(duo("key", "check", path, "--json").stdout)
    assert answer["valid"] is False
    assert answer["problems"]


def test_a_deck_comes_in_from_standard_input(duo):
    assert duo("key", "check", "-", stdin=f"{CARD}\n{CODE}\n").code == 0
    assert duo("key", "check", "-", stdin="\x1b[31m").code == 3


@pytest.mark.parametrize(
    ("source", "code"),
    [("nowhere.json", 1), ("nowhere/at/all", 1), ("HDNQXZJ2WH10", 3), (CARD[:29], 3), ("ggg ggg", 3)],
)
def test_what_cannot_be_read_fails_and_what_is_no_card_is_answered_no(duo, source, code):
    checked = duo("key", "check", source)
    assert checked.code == code
    assert checked.stderr.startswith("duo: ")


def test_a_csv_deck_can_be_checked_avoided_and_reported(duo, tmp_path):
    path = tmp_path / "d.csv"
    assert duo("key", "deck", "--count", "50", "--seed", "7", "--balanced", "--out", path).code == 0
    assert duo("key", "check", path).code == 0
    other = json.loads(duo("key", "deck", "--count", "50", "--seed", "7", "--balanced", "--avoid", path).stdout)
    codes = {line.split(",")[0] for line in path.read_text().splitlines()}
    assert not codes & {card["number"] for card in other["cards"]}
    figures = json.loads(duo("key", "deck", "--report", path, "--json").stdout)
    assert figures["imbalance"] == 0
    assert figures["apart"] >= 20
    assert "differ in" in duo("key", "deck", "--report", path).stdout


def test_wrong_usage_is_said_so(duo, tmp_path):
    assert duo("key", "deck", "--out", tmp_path / "d.pdf").code == 2
    assert duo("key", "deck", "--count", "0").code == 2
    assert duo("key", "nonsense").code == 2
    (tmp_path / "file").write_text("")
    assert duo("key", "deck", "--count", "2", "--out", tmp_path / "file" / "d.json").code == 1


def test_french_speaks_french(duo):
    assert "Côté A" in duo("--ui", "fr", "key", "show", CODE).stdout
    assert "symbole de contrôle" in duo("--ui", "fr", "key", "check", "HDNQXZJ2WH10").stderr
