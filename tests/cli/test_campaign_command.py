"""`duo campaign`, as a team uses it."""

import json
from pathlib import Path

import jsonschema
import pytest

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
SCHEMA = Path(__file__).parents[2] / "docs/schemas/duo-campaign.json"


@pytest.fixture
def campaign(duo, tmp_path, monkeypatch):
    monkeypatch.setenv("DUO_HOME", str(tmp_path / "home"))

    def call(*arguments, **environment):
        return duo("campaign", *arguments, **environment)

    return call


def test_a_campaign_from_its_beginning(campaign):
    assert "Prague 9-9" in campaign("new", "Ann").stdout
    assert "Berlin is open now: mission Berlin 11-2." in campaign("enter", "Prague", "won").stdout
    assert campaign("enter", "cairo", PLAYTHROUGHS / "cairo-won.duo").code == 0
    assert campaign("enter", "Moscow", "lost").code == 0
    status = json.loads(campaign("status", "--json").stdout)
    assert status["won"] == ["Prague", "Cairo"]
    assert (status["wins"], status["losses"]) == (2, 1)
    assert "Tunis" in status["open"]
    log = campaign("log").stdout.splitlines()
    assert [line.split(": ")[1] for line in log] == ["won", "won, 2 points", "lost"]


def test_the_map_is_drawn_in_80_columns_with_won_open_and_locked(campaign):
    campaign("new", "Ann")
    campaign("enter", "Prague", "won")
    lines = campaign("map").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert "✓ Prague ───────○ Moscow ───────· Samarkand" in lines[6]
    assert "│ 9-9 (1:0)     │ 8-6           │ 7-6" in lines[7]
    assert lines[-1] == "✓ won   ○ open   · locked"


def test_the_map_is_drawn_without_unicode_and_in_french(campaign, duo):
    campaign("new", "Ann")
    assert "o Prague -------. Moscow -------. Samarkand" in campaign("map", TERM="dumb").stdout
    assert "· Le Caire" in duo("--ui", "fr", "campaign", "map").stdout


def test_the_map_is_told_as_json(campaign):
    campaign("new", "Ann")
    told = json.loads(campaign("map", "--json").stdout)
    prague = next(city for city in told["cities"] if city["name"] == "Prague")
    assert (prague["state"], prague["linked"]) == ("open", ["Berlin", "Cairo", "Moscow"])


def test_an_owners_map_is_typed_in_from_the_template(campaign, tmp_path):
    path = tmp_path / "pad.toml"
    assert campaign("template", "--out", path).code == 0
    assert campaign("template", "--out", path).code == 1
    text = (
        path.read_text().replace("links = []", 'links = ["Rome"]')
        + '\n[[city]]\nname = "Rome"\ntokens = 8\nmistakes = 3\n'
    )
    path.write_text(text)
    assert campaign("new", "Ann", "--map", path).code == 0
    assert campaign("map").stdout.splitlines()[:2] == ["○ Prague 9-9 ─ Rome", "  · Rome 8-3 ─ Prague"]
    path.write_text(text.replace("tokens = 8", "tokens = 80"))
    refused = campaign("new", "Bob", "--map", path)
    assert refused.code == 1
    assert "pad.toml: city 2: a mission has 1 to 11 tokens, not 80" in refused.stderr


def test_lines_that_cannot_be_drawn_straight_are_named(campaign, tmp_path):
    path = tmp_path / "pad.toml"
    cities = [("Prague", 0, 0, '"Rome", "Oslo"'), ("Rome", 1, 1, '"Oslo"'), ("Oslo", 0, 2, "")]
    path.write_text(
        "".join(
            f'[[city]]\nname = "{name}"\ntokens = 9\nmistakes = 9\nat = [{column}, {row}]\nlinks = [{links}]\n'
            f"start = {str(name == 'Prague').lower()}\n"
            for name, column, row, links in cities
        )
    )
    campaign("new", "Ann", "--map", path)
    lines = campaign("map").stdout.splitlines()
    assert [line[:1] for line in lines[:7]] == ["○", "│", "│", "│", "│", "│", "·"]
    assert "Also linked: Prague - Rome, Rome - Oslo" in lines


def test_the_map_can_be_seen_before_there_is_a_campaign(campaign):
    shown = campaign("map")
    assert shown.code == 0
    assert "○ Prague" in shown.stdout
    assert "duo campaign new" in shown.stderr


def test_a_team_needs_no_name_while_there_is_only_one(campaign):
    assert campaign("new").code == 0
    again = campaign("new")
    assert again.code == 1
    assert "choose another name" in again.stderr
    assert campaign("new", "--team", "Bob").code == 0


def test_with_several_campaigns_the_team_must_be_named(campaign):
    assert campaign("status").code == 1
    campaign("new", "Ann")
    campaign("new", "Bob")
    asked = campaign("status")
    assert asked.code == 2
    assert "Ann, Bob" in asked.stderr
    assert json.loads(campaign("status", "--team", "bob", "--json").stdout)["team"] == "Bob"


def test_a_locked_city_another_mission_and_an_unknown_city_are_refused(campaign):
    campaign("new", "Ann")
    for city, result, reason in [
        ("Cairo", "won", "still locked"),
        ("Prague", PLAYTHROUGHS / "cairo-won.duo", "played as Cairo 9-5"),
        ("Prague", PLAYTHROUGHS / "laid-table.duo", "not finished"),
        ("Atlantis", "won", "not on the map"),
        ("Prague", "maybe.duo", "maybe.duo"),
    ]:
        refused = campaign("enter", city, result)
        assert refused.code == 1
        assert reason in refused.stderr
    assert campaign("log").stdout == "No mission has been played yet.\n"


def test_an_export_holds_everything(campaign, tmp_path):
    campaign("new", "Ann")
    campaign("enter", "Prague", PLAYTHROUGHS / "won-in-two-turns.duo")
    path = tmp_path / "c.json"
    assert campaign("export", "--out", path).code == 0
    told = json.loads(path.read_text(encoding="utf-8"))
    assert told == json.loads(campaign("export").stdout)
    assert (told["format"], told["version"], told["team"]) == ("duo-campaign", 1, "Ann")
    assert told["games"][0]["record"] == (PLAYTHROUGHS / "won-in-two-turns.duo").read_text(encoding="utf-8")
    assert told["games"][0]["score"] == 23
    jsonschema.validate(told, json.loads(SCHEMA.read_text(encoding="utf-8")))


def test_a_broken_file_is_reported_and_the_command_goes_on(campaign, tmp_path):
    campaign("new", "Ann")
    campaign("enter", "Prague", "won")
    campaign("enter", "Cairo", "won")
    next((tmp_path / "home/campaigns").glob("*.json")).write_text("{")
    told = campaign("status", "--json")
    assert json.loads(told.stdout)["won"] == ["Prague"]
    assert "broken-1" in told.stderr
