"""`duo campaign`."""

import json
from pathlib import Path

import jsonschema
import pytest

from duo.core.game import read
from duo.table.campaign.campaign import Campaign
from duo.table.campaign.campaign_store import CampaignFolder

PLAYTHROUGHS = Path(__file__).parents[2] / "playthroughs"
SCHEMA = Path(__file__).parents[3] / "docs/schemas/duo-campaign.json"


@pytest.fixture
def campaign(duo, tmp_path, monkeypatch):
    monkeypatch.setenv("DUO_HOME", str(tmp_path / "home"))

    def call(*arguments, **environment):
        return duo("campaign", *arguments, **environment)

    return call


def test_a_campaign_from_its_beginning(campaign):
    assert "begin in Prague: mission 9-9" in campaign("new", "Ann").stdout
    assert "Berlin is open now: mission 11-2." in campaign("enter", "Prague", "won").stdout
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
    answer = json.loads(campaign("map", "--json").stdout)
    prague = next(city for city in answer["cities"] if city["name"] == "Prague")
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
        ("Prague", PLAYTHROUGHS / "cairo-won.duo", "played as 9-5, and the mission is 9-9"),
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
    answer = json.loads(path.read_text(encoding="utf-8"))
    assert answer == json.loads(campaign("export").stdout)
    assert (answer["format"], answer["version"], answer["team"]) == ("duo-campaign", 1, "Ann")
    assert answer["games"][0]["record"] == (PLAYTHROUGHS / "won-in-two-turns.duo").read_text(encoding="utf-8")
    assert answer["games"][0]["score"] == 23
    jsonschema.validate(answer, json.loads(SCHEMA.read_text(encoding="utf-8")))


def test_a_broken_file_is_reported_and_the_command_goes_on(campaign, tmp_path):
    campaign("new", "Ann")
    campaign("enter", "Prague", "won")
    campaign("enter", "Cairo", "won")
    next((tmp_path / "home/campaigns").glob("*.json")).write_text("{")
    ran = campaign("status", "--json")
    assert json.loads(ran.stdout)["won"] == ["Prague"]
    assert "broken-1" in ran.stderr


# Changing entries


@pytest.fixture
def ann(duo, tmp_path, monkeypatch):
    """A campaign with one entry, Prague."""
    monkeypatch.setenv("DUO_HOME", str(tmp_path))
    assert duo("campaign", "new", "Ann").code == 0
    options = ("--date", "2026-01-31", "--score", 8, "--note", "with Bob")
    assert duo("campaign", "enter", "Prague", "won", *options).code == 0
    return tmp_path / "campaigns"


def log(duo):
    return json.loads(duo("campaign", "log", "--json").stdout)["games"]


def test_a_game_at_a_real_table_has_its_day_its_points_and_a_note(duo, ann):
    [entry] = log(duo)
    assert entry == {
        "city": "Prague",
        "result": "won",
        "date": "2026-01-31",
        "score": 8,
        "record": "",
        "note": "with Bob",
    }
    assert "2026-01-31  Prague 9-9: won, 8 points (with Bob)" in duo("campaign", "log").stdout
    exported = json.loads(duo("campaign", "export", "--json").stdout)
    jsonschema.validate(exported, json.loads(SCHEMA.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("Prauge", "won"), "did you mean Prague?"),
        (("Prague", "draw"), "draw cannot be entered: type won, lost, or the file of a record"),
        (("Prague", "lost", "--score", "3"), "Only a mission that was won has points"),
        (("Prague", "won", "--date", "yesterday"), "yesterday is not a date"),
        (("Prague", "won", "--note", "x" * 201), "at most 200"),
    ],
)
def test_what_cannot_be_entered_says_what_can(duo, ann, arguments, message):
    ran = duo("campaign", "enter", *arguments)
    assert ran.code in (1, 2)
    assert message in ran.stderr
    assert len(log(duo)) == 1


def test_the_same_record_is_entered_once(duo, ann, tmp_path):
    record = PLAYTHROUGHS / "cairo-won.duo"
    assert duo("campaign", "enter", "Cairo", record).code == 0
    again = duo("campaign", "enter", "Cairo", record)
    assert again.code == 1
    assert "entered already: it is number 2 of the log" in again.stderr


def test_an_entry_is_undone_or_removed_by_its_number(duo, ann):
    duo("campaign", "enter", "Cairo", PLAYTHROUGHS / "cairo-won.duo")
    refused = duo("campaign", "remove", 1)
    assert refused.code == 1
    assert "Prague cannot be removed: it opened Cairo, which is entry 2" in refused.stderr
    assert "Removed: Cairo" in duo("campaign", "undo").stdout
    assert [entry["city"] for entry in log(duo)] == ["Prague"]
    assert duo("campaign", "remove", 7).code == 1
    assert "Removed: Prague" in duo("campaign", "remove", 1).stdout
    assert duo("campaign", "undo").code == 1
    assert log(duo) == []


def test_a_record_that_was_taken_out_does_not_come_back_by_itself(ann):
    campaigns = CampaignFolder(ann)
    headers = '[Team "Ann"]\n[City "Cairo"]\n'
    game = read((PLAYTHROUGHS / "cairo-won.duo").read_text("utf-8").replace("\n\n", f"\n{headers}\n", 1))
    campaigns.enter_finished_games("Ann", [game], "2026-02-01")
    campaigns.remove("Ann")
    _, after = campaigns.enter_finished_games("Ann", [game], "2026-02-01")
    assert [entry.city for entry in after.campaign.games] == ["Prague"]
    assert Campaign.parse(str(after.campaign)) == after.campaign


def test_a_team_is_renamed_deleted_and_imported(duo, ann, tmp_path):
    assert duo("campaign", "export", "--out", tmp_path / "c.json").code == 0
    assert "Ann is now called Ann and Bob." in duo("campaign", "rename", "Ann and Bob").stdout
    assert json.loads(duo("campaign", "status", "--json").stdout)["team"] == "Ann and Bob"
    assert duo("campaign", "delete").code == 2
    answer = json.loads(duo("campaign", "delete", "--yes", "--json").stdout)
    assert Path(answer["kept"]).is_file()
    assert duo("campaign", "status").code == 1
    assert duo("campaign", "import", tmp_path / "c.json").code == 0
    assert duo("campaign", "import", tmp_path / "c.json").code == 1
    assert duo("campaign", "import", tmp_path / "c.json", "--team", "Others").code == 0
    assert len(json.loads(duo("campaign", "log", "--team", "Others", "--json").stdout)["games"]) == 1
    (tmp_path / "broken.json").write_text("{")
    ran = duo("campaign", "import", tmp_path / "broken.json")
    assert ran.code == 1
    assert "broken.json" in ran.stderr


def test_no_lock_files_are_left(duo, ann):
    duo("campaign", "status")
    duo("campaign", "map")
    assert not list(ann.glob("*.lock"))


def test_one_mission_is_told_as_one(duo, ann):
    assert "Ann: 1 of 29 cities won, 1 mission won, 0 lost." in duo("campaign", "status").stdout
    assert "1 mission gagnée, 0 perdue" in duo("--ui", "fr", "campaign", "status").stdout
