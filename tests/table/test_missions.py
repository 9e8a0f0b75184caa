"""The rules for missions that the terminal and the browser share: dealing, daily games, campaigns, learning."""

import datetime as dt

import pytest
from boards import KEY, A, B, winning_moves
from boards import WORDS as BOARD

from duo.core.game import Game, read
from duo.core.moves import Clue, Guess
from duo.core.refusal import Refusal
from duo.table import dealing, missions
from duo.table.campaign.campaign_store import CampaignFolder
from duo.table.campaign.mission_map import shipped_map
from duo.table.dealing import SeatHolder
from duo.table.missions import MissionSettings
from duo.table.narration import describe_campaign_progress
from duo.words.wordlist import shipped_wordlist

WORDS = (
    "WHALE SHARK PIRATE KING TOWER FALL QUEEN ROSE NOTE BELL RIVER CASTLE PIANO"
    " ROBOT DRAGON MOON TIGER BRIDGE ENGINE GLASS HONEY LEMON MARBLE NEEDLE NEW_YORK"
)
RECORD = """[Duo "1"]
[Mission "Short 3-3"]
[Lang "en"]
[Daily "{name}"]
[Words "{words}"]
[Key "gxgg./g...g/ggx../..x../.g..g xg..g/g..gg/....g/g.x.x/..g.g"]
[Result "{result}"]

{moves}"""
WON = (
    "1A OCEAN 9: WHALE+ PIRATE+ KING+ FALL+ BELL+ RIVER+ CASTLE+ LEMON+ NEW_YORK+ =\n"
    "2B REST 6: SHARK+ TOWER+ NOTE+ DRAGON+ MOON+ MARBLE+\n"
)
LOST = "1A OCEAN 1: SHARK#\n"


def game(day, *, won=True):
    return read(
        RECORD.format(
            words=WORDS, name=f"{day} en 1 2", result="won" if won else "lost:assassin", moves=WON if won else LOST
        )
    )


def waiting(day):
    return read(RECORD.format(words=WORDS, name=f"{day} en 1 2", result="*", moves=""))


def test_only_a_game_that_is_over_has_been_played():
    today = "2026-05-03 en 1 2"
    assert missions.finished_daily([waiting("2026-05-03"), game("2026-05-02")], today) is None
    assert missions.finished_daily([waiting("2026-05-03"), game("2026-05-03")], today) is not None


def test_a_streak_counts_days_won_in_a_row_and_waits_for_todays_game():
    days = [game(f"2026-05-0{day}") for day in (1, 2, 3)]
    assert missions.daily_streak(days, "en", dt.date(2026, 5, 3)) == 3
    assert missions.daily_streak(days, "en", dt.date(2026, 5, 4)) == 3
    assert missions.daily_streak(days, "en", dt.date(2026, 5, 5)) == 0
    assert missions.daily_streak(days, "fr", dt.date(2026, 5, 3)) == 0


def test_the_first_time_counts_and_a_defeat_ends_the_streak():
    days = [game("2026-05-02"), game("2026-05-03", won=False), game("2026-05-03")]
    assert missions.daily_streak(days, "en", dt.date(2026, 5, 3)) == 0


SEATS = {A: SeatHolder(), B: SeatHolder("bold", "regular")}
ALL_SETTINGS = [
    MissionSettings(),
    MissionSettings(practice=True, learning=False),
    MissionSettings(team="Ann", city="Prague", first=B),
    MissionSettings(daily="2026-05-31 en 123456 abcdef", first=A),
]


@pytest.mark.parametrize("settings", ALL_SETTINGS)
def test_settings_come_back_from_the_record_of_a_dealt_mission(settings):
    dealt = missions.deal_mission(shipped_wordlist("en"), SEATS, settings, seed=7)
    assert MissionSettings.from_game(read(str(dealt))) == settings
    assert dealing.seat_holders(dealt) == SEATS
    assert dealt.header("Wordlist") == shipped_wordlist("en").digest


def test_a_daily_game_is_dealt_by_its_name_and_any_other_by_chance():
    words, daily = shipped_wordlist("en"), MissionSettings(daily="2026-05-31 en 123456 abcdef")
    first, again = (missions.deal_mission(words, SEATS, daily) for _ in range(2))
    assert first.final == again.final
    assert missions.deal_mission(words, SEATS, MissionSettings()).final != first.final


@pytest.mark.parametrize("choice", [{"key": "1"}, {"seed": 0}, {"own_words": True}, {"practice": True}])
def test_nobody_chooses_anything_of_the_daily_game(choice):
    assert missions.daily_settings("fr").daily == dealing.daily_name(shipped_wordlist("fr"))
    with pytest.raises(Refusal, match="daily game has its own words"):
        missions.daily_settings("fr", **choice)


def test_a_mission_of_the_same_day_or_city_is_the_same_and_no_other():
    dealt = [missions.deal_mission(shipped_wordlist("en"), SEATS, settings, seed=7) for settings in ALL_SETTINGS]
    same = [[settings.is_same_mission(game) for game in dealt] for settings in ALL_SETTINGS]
    assert same == [[False] * 4, [False] * 4, [False, False, True, False], [False, False, False, True]]
    assert [settings.is_repeatable for settings in ALL_SETTINGS] == [True, True, False, False]


def test_only_an_open_city_is_played(tmp_path):
    campaign = CampaignFolder(tmp_path).create("Ann", shipped_map())
    city, settings = missions.city_settings(campaign, "prague")
    assert (city.name, settings) == ("Prague", MissionSettings(team="Ann", city="Prague"))
    with pytest.raises(Refusal, match="still locked"):
        missions.city_settings(campaign, "Cairo")


def won_in_prague(team="Ann", **headers):
    mission = shipped_map().city("Prague").mission
    won = Game.start(BOARD, KEY, mission, extra_headers={"Team": team, "City": "Prague", **headers})
    for move in winning_moves():
        won = won.play(move)
    return won


def test_a_finished_mission_is_entered_once_with_those_that_were_missed(tmp_path):
    campaigns = CampaignFolder(tmp_path)
    campaigns.create("Ann", shipped_map())
    missed, last = won_in_prague(Date="2026-05-30"), won_in_prague(Date="2026-05-31")
    progress = missions.enter_in_campaign(campaigns, last, [missed, last, waiting("2026-05-31")])
    assert [city.name for city in progress.opened] == ["Berlin", "Cairo", "Moscow"]
    assert len(campaigns.load("Ann").campaign.games) == 2
    assert describe_campaign_progress(progress)[0] == "Added to the campaign of Ann: Prague."
    again = missions.enter_in_campaign(campaigns, last)
    assert (again.opened, again.problem) == ((), None)
    assert len(campaigns.load("Ann").campaign.games) == 2


def test_a_mission_of_no_campaign_is_not_entered_and_a_lost_campaign_is_told(tmp_path):
    campaigns = CampaignFolder(tmp_path)
    assert missions.enter_in_campaign(campaigns, game("2026-05-03")) is None
    assert describe_campaign_progress(None) == []
    progress = missions.enter_in_campaign(campaigns, won_in_prague("Bob"))
    assert "Bob has no campaign" in str(progress.problem)
    assert describe_campaign_progress(progress) == [str(progress.problem)]


def test_the_partner_learns_from_finished_games_unless_it_must_not():
    seats = {"A": "person", "B": "duo balanced expert"}
    under_way = Game.start(BOARD, KEY, extra_headers=seats).play(Clue(B, "ZEBRA", 2))
    side = KEY.side(B)
    under_way = under_way.play(Guess(A, BOARD[side.index("g")]))
    finished = under_way.play(Guess(A, BOARD[side.index("x")]))
    tally = missions.touch_tally_for_learning(under_way, [finished, under_way])
    assert (tally.touches, tally.hits) == (2, 1)
    for header in ({"Daily": "2026-05-31 en"}, {"Learning": "no"}):
        declined = Game.start(BOARD, KEY, extra_headers=seats | header)
        assert missions.touch_tally_for_learning(declined, [finished]) is None
