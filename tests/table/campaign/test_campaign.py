"""Campaigns in memory and on disk, which survive kills, full disks and broken files."""

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from duo.core.game import read
from duo.core.refusal import Refusal
from duo.files import locks
from duo.table.campaign.campaign import Campaign, CampaignEntry, CityState
from duo.table.campaign.campaign_store import CampaignFolder
from duo.table.campaign.mission_map import shipped_map

PLAYTHROUGHS = Path(__file__).parents[2] / "playthroughs"
DATE = "2024-05-01T12:00:00Z"


@pytest.fixture
def data_dir(tmp_path, monkeypatch):
    monkeypatch.setenv("DUO_HOME", str(tmp_path))
    return tmp_path / "campaigns"


@pytest.fixture
def campaigns(data_dir):
    return CampaignFolder(data_dir)


def enter_results(campaign, *results):
    for result in results:
        city, _, how = result.partition(" ")
        campaign = campaign.with_entry(CampaignEntry(city, how, DATE))
    return campaign


def states(campaign, *names):
    return [campaign.state(campaign.map.city(name)) for name in names]


# The rules of the map


def test_a_campaign_starts_with_prague():
    campaign = Campaign("Ann", shipped_map())
    assert [city.name for city in campaign.cities_in_state(CityState.OPEN)] == ["Prague"]


def test_winning_a_city_opens_the_cities_linked_to_it():
    campaign = enter_results(Campaign("Ann", shipped_map()), "Prague won")
    assert states(campaign, "Prague", "Berlin", "Cairo", "Moscow", "Tunis") == ["won", "open", "open", "open", "locked"]


def test_losing_opens_nothing():
    campaign = enter_results(Campaign("Ann", shipped_map()), "Prague lost:assassin")
    assert states(campaign, "Prague", "Berlin") == ["open", "locked"]


def test_cities_may_be_replayed_and_wins_and_losses_are_counted():
    campaign = enter_results(
        Campaign("Ann", shipped_map()), "Prague lost", "Prague won", "Prague won", "Prague lost:tokens"
    )
    prague = campaign.map.start
    assert (campaign.wins(prague), campaign.losses(prague), campaign.state(prague)) == (2, 2, CityState.WON)


def test_a_locked_city_cannot_be_entered():
    with pytest.raises(Refusal, match="Cairo is still locked: win one of Isfahan, Nairobi, Prague, Tunis first"):
        enter_results(Campaign("Ann", shipped_map()), "Cairo won")


def test_a_recorded_game_must_be_of_the_citys_mission_and_finished():
    cairo = shipped_map().city("Cairo")

    def read_playthrough(name):
        return read((PLAYTHROUGHS / f"{name}.duo").read_text(encoding="utf-8"))

    assert CampaignEntry.from_game(cairo, read_playthrough("cairo-won"), DATE).score == 2
    with pytest.raises(Refusal, match="played as 9-9"):
        CampaignEntry.from_game(cairo, read_playthrough("won-in-two-turns"), DATE)
    with pytest.raises(Refusal, match="not finished"):
        CampaignEntry.from_game(cairo, read_playthrough("laid-table"), DATE)


def test_text_to_campaign_to_text_is_the_identity():
    campaign = enter_results(Campaign("Léa + Tom", shipped_map()), "Prague won", "Cairo lost")
    assert Campaign.parse(str(campaign)) == campaign
    assert str(Campaign.parse(str(campaign))) == str(campaign)


@pytest.mark.parametrize("team", ["", " Ann", "Ann ", "A\nB", "x" * 41, "\x1b[31m"])
def test_a_team_has_a_name_that_can_be_shown(team):
    with pytest.raises(Refusal):
        Campaign(team, shipped_map())


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda value: value.update(version=2), "has version 2"),
        (lambda value: value.update(team=5), "team is not a text"),
        (lambda value: value.update(duo="\x1b", extra=1), "extra is not known"),
        (lambda value: value.update(map=[]), "cities"),
        (lambda value: value["games"][0].update(result="drawn"), "game 1: drawn is not a result"),
        (lambda value: value["games"][0].update(extra=1), "games[0].extra is not known"),
        (lambda value: value["games"][0].update(record="?"), "game 1: "),
        (lambda value: value["games"][0].update(city="Cairo"), "game 1: Cairo is still locked"),
    ],
)
def test_a_file_that_is_no_campaign_is_refused(change, reason):
    value = json.loads(str(enter_results(Campaign("Ann", shipped_map()), "Prague won")))
    change(value)
    with pytest.raises(Refusal) as refusal:
        Campaign.parse(json.dumps(value))
    assert reason in str(refusal.value)


@pytest.mark.parametrize("text", ["", "[", "[" * 100_000, "null", "NaN", '{"format":"duo-campaign"}'])
def test_what_is_no_campaign_at_all_is_refused(text):
    with pytest.raises(Refusal):
        Campaign.parse(text)


# On disk


def test_teams_have_campaigns_of_their_own(data_dir, campaigns):
    campaigns.create("Ann", shipped_map())
    campaigns.create("Léa / Tom", shipped_map())
    campaigns.enter("Ann", CampaignEntry("Prague", "won", DATE))
    assert campaigns.teams() == ["Ann", "Léa / Tom"]
    assert len(campaigns.load("ANN").campaign.games) == 1
    assert campaigns.load("léa / tom").campaign.games == ()
    with pytest.raises(Refusal, match="already"):
        campaigns.create("ann", shipped_map())
    with pytest.raises(Refusal, match="no campaign yet"):
        campaigns.load("Bob")


def test_what_is_no_file_among_the_campaigns_stops_nobody(data_dir, campaigns):
    campaigns.create("Ann", shipped_map())
    (data_dir / "team-folder.json").mkdir()
    (data_dir / "team-loop.json").symlink_to("team-loop.json")
    os.mkfifo(data_dir / "team-pipe.json")
    assert campaigns.teams() == ["Ann"]
    assert campaigns.load("Ann").damage is None
    with pytest.raises(Refusal, match=r"team-pipe\.broken-1: it is no file"):
        campaigns.load("pipe")


def test_a_team_may_have_any_name(data_dir, campaigns):
    names = ["..", "CON", "a/b", "a.json", "a", "長" * 40, "長" * 39 + "名", "100 %"]
    for name in names:
        campaigns.create(name, shipped_map())
        campaigns.enter(name, CampaignEntry("Prague", "won", DATE))
    assert set(campaigns.teams()) == set(names)
    assert all(len(campaigns.load(name).campaign.games) == 1 for name in names)


def campaign_file(data_dir, kind="json"):
    return next(data_dir.glob(f"*.{kind}"))


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff\xfe", None])
def test_a_broken_file_is_reported_kept_aside_and_the_state_before_is_used(data_dir, damage, campaigns):
    campaigns.create("Ann", shipped_map())
    campaigns.enter("Ann", CampaignEntry("Prague", "won", DATE))
    campaigns.enter("Ann", CampaignEntry("Cairo", "won", DATE))
    whole = campaign_file(data_dir).read_bytes()
    broken = whole[: len(whole) // 2] if damage is None else damage
    campaign_file(data_dir).write_bytes(broken)
    loaded = campaigns.load("Ann")
    assert [played.city for played in loaded.campaign.games] == ["Prague"]
    assert "broken-1" in str(loaded.damage)
    assert campaign_file(data_dir, "broken-1").read_bytes() == broken
    assert campaigns.load("Ann").damage is None


def test_broken_files_never_overwrite_one_another(data_dir, campaigns):
    campaigns.create("Ann", shipped_map())
    for text in ("one", "two", "three"):
        campaigns.enter("Ann", CampaignEntry("Prague", "won", DATE))
        campaign_file(data_dir).write_text(text)
        campaigns.load("Ann")
    assert [campaign_file(data_dir, f"broken-{number}").read_text() for number in (1, 2, 3)] == ["one", "two", "three"]


def test_with_nothing_left_to_read_the_broken_file_is_kept_and_named(data_dir, campaigns):
    campaigns.create("Ann", shipped_map())
    campaign_file(data_dir).write_text("?")
    with pytest.raises(Refusal, match=r"kept as .*broken-1"):
        campaigns.load("Ann")
    assert campaign_file(data_dir, "broken-1").read_text() == "?"


def test_a_kill_between_putting_aside_and_writing_anew_loses_nothing(data_dir, campaigns):
    campaigns.create("Ann", shipped_map())
    campaigns.enter("Ann", CampaignEntry("Prague", "won", DATE))
    campaign_file(data_dir).unlink()
    assert campaigns.load("Ann").damage is not None
    assert campaigns.load("Ann").damage is None


def test_a_full_disk_leaves_the_campaign_as_it_was(data_dir, monkeypatch, campaigns):
    campaigns.create("Ann", shipped_map())
    before = campaign_file(data_dir).read_bytes()

    def fail_to_sync(_descriptor):
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", fail_to_sync)
    with pytest.raises(OSError, match="No space"):
        campaigns.enter("Ann", CampaignEntry("Prague", "won", DATE))
    monkeypatch.undo()
    assert campaign_file(data_dir).read_bytes() == before


def run(*arguments, **options):
    command = [sys.executable, "-c", "from duo.cli.main import main; main()", "campaign", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, **options)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on file sizes")
def test_a_file_that_cannot_grow_is_a_failure_with_a_message_and_nothing_is_lost(data_dir):
    import resource

    assert run("new", "Ann").returncode == 0
    assert run("enter", "Prague", "won").returncode == 0
    before = campaign_file(data_dir).read_bytes()
    limited = run("enter", "Cairo", "won", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500)))
    assert limited.returncode == 1
    assert limited.stderr.startswith("duo: ")
    assert "Traceback" not in limited.stderr
    assert campaign_file(data_dir).read_bytes() == before
    assert json.loads(run("status", "--json").stdout)["won"] == ["Prague"]


ENTERING = """
import sys
from pathlib import Path
from duo.table.campaign.campaign import CampaignEntry
from duo.table.campaign.campaign_store import CampaignFolder
for number in range(int(sys.argv[2]), 100_000):
    CampaignFolder(Path(sys.argv[1])).enter("Ann", CampaignEntry("Prague", "won", str(number)))
    print(number, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9")
def test_a_campaign_survives_kill_9_at_any_moment(data_dir, campaigns):
    """After the kill, every reported entry is there, and at most one more."""
    campaigns.create("Ann", shipped_map())
    rng = random.Random(7)
    last_entered = -1
    for _ in range(12):
        command = [sys.executable, "-c", ENTERING, data_dir, str(last_entered + 1)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        time.sleep(rng.random() * 0.06)
        process.kill()
        lines += process.stdout.read().splitlines()
        process.wait()
        process.stdout.close()
        last_entered = max(int(line) for line in lines if line.strip())
        loaded = campaigns.load("Ann")
        assert loaded.damage is None
        dates = [played.date for played in loaded.campaign.games]
        assert dates == [str(number) for number in range(len(dates))]
        assert len(dates) - 1 in (last_entered, last_entered + 1)
        last_entered = len(dates) - 1
    assert not list(data_dir.glob(".*"))
    assert last_entered >= 11


@pytest.mark.skipif(sys.platform == "win32", reason="one machine's locks are enough")
def test_two_processes_at_once_lose_nothing(data_dir, campaigns):
    campaigns.create("Ann", shipped_map())
    program = ENTERING.replace("100_000", "25")
    both = [
        subprocess.Popen([sys.executable, "-c", program, data_dir, "0"], stdout=subprocess.DEVNULL) for _ in range(2)
    ]
    assert [process.wait(timeout=60) for process in both] == [0, 0]
    assert len(campaigns.load("Ann").campaign.games) == 50


def test_the_lock_is_waited_for(data_dir):
    data_dir.mkdir(parents=True)
    path = data_dir / "x.lock"
    with locks.hold_lock(path):
        assert locks.try_lock(path) is None
    held = locks.try_lock(path)
    assert held is not None
    held.release()
