"""Missions begun in the browser: today's game once, a city once at a time, and who gives the first clue."""

import pytest
from boards import KEY, WORDS, winning_moves

from duo.core.game import Game
from duo.core.key import Seat
from duo.table.missions import MissionSettings, daily_settings, deal_mission
from duo.table.store.folder import FolderStore
from duo.web.seats import Role
from duo.words.wordlist import shipped_wordlist

DAILY = {"daily": "yes", "lang": "en", "with": "person"}


def begin(visitor, form, path="/games"):
    answer = visitor.post(path, data=form)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/game/")


def begun_game(site, visitor, **form):
    return site.state.games.store.load(begin(visitor, {"with": "person", "lang": "en"} | form)).game


def finished_daily():
    game = Game.start(WORDS, KEY, extra_headers=daily_settings("en").headers())
    for move in winning_moves():
        game = game.play(move)
    return game


def test_todays_game_under_way_is_gone_on_with(site):
    visitor, other = site.visitor(), site.visitor()
    first = begin(visitor, DAILY)
    assert begin(visitor, DAILY) == first
    assert begin(other, DAILY) != first


def test_todays_game_is_played_once_and_then_shown(site):
    visitor = site.visitor()
    played = site.state.games.begin(finished_daily(), visitor.player, Role.A)
    assert begin(visitor, DAILY) == played.id
    assert begin(visitor, DAILY | {"lang": "fr"}) != played.id


def test_who_only_looked_on_can_still_play_todays_game(site):
    for role in (Role.READER, Role.ONLOOKER):
        visitor = site.visitor()
        seen = site.state.games.begin(finished_daily(), visitor.player, role)
        assert begin(visitor, DAILY) != seen.id


def test_todays_game_played_at_the_terminal_is_shown_in_the_browser(site, tmp_path):
    files = FolderStore(tmp_path / "home" / "games")
    game = deal_mission(shipped_wordlist("en"), {}, daily_settings("en"))
    with files.begin(game) as saved:
        pass
    assert begin(site.visitor(), DAILY) == f"file-{saved.id}"
    _game, again = files.resume(saved.id)
    with again:
        again.save(finished_daily())
    assert begin(site.visitor(), DAILY) == f"file-{saved.id}"


def test_strangers_play_todays_game_whatever_the_host_has_played(public_site, tmp_path):
    with FolderStore(tmp_path / "home" / "games").begin(finished_daily()):
        pass
    assert not begin(public_site.visitor(), DAILY).startswith("file-")


@pytest.mark.parametrize(
    "choice", [{"practice": "yes"}, {"seed": "0"}, {"key": "1"}, {"words": ",".join(WORDS)}], ids=min
)
def test_nobody_chooses_anything_of_todays_game(site, choice):
    answer = site.visitor().post("/games", data=DAILY | choice)
    assert answer.status_code == 400
    assert "The daily game has its own words and card and cannot be practice." in answer.text


def test_a_city_under_way_is_gone_on_with_and_a_finished_one_begins_anew(site):
    visitor = site.visitor()
    visitor.post("/map/teams", data={"team": "Ann"})
    city = {"team": "Ann", "city": "Prague", "with": "person", "lang": "en"}
    first = begin(visitor, city, "/map/play")
    assert begin(visitor, city, "/map/play") == first
    stored = site.state.games.store.load(first)
    assert MissionSettings.from_game(stored.game) == MissionSettings(team="Ann", city="Prague")
    assert visitor.post(f"/game/{first}/give-up").status_code == 303
    assert begin(visitor, city, "/map/play") != first


def test_an_ordinary_mission_always_begins_anew(site):
    visitor = site.visitor()
    assert begin(visitor, {"with": "person"}) != begin(visitor, {"with": "person"})


@pytest.mark.parametrize(
    ("form", "first"),
    [
        ({}, None),
        ({"first": "either"}, None),
        ({"first": "A"}, Seat.A),
        ({"first": "B"}, Seat.B),
        ({"with": "duo"}, Seat.B),
        ({"with": "duo", "first": "either"}, None),
    ],
)
def test_the_first_clue_comes_from_the_chosen_seat(site, form, first):
    game = begun_game(site, site.visitor(), **form)
    assert MissionSettings.from_game(game).first is first


def test_practice_and_seed_are_as_chosen(site):
    game = begun_game(site, site.visitor(), practice="yes", seed="7")
    assert MissionSettings.from_game(game).practice
    assert game.header("Seed") == "7"
