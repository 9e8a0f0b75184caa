"""What operators need: health checks, metrics, settings and deletion of old games."""

import os
import re
import sys

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from duo.core.key import Seat
from duo.core.moves import Clue
from duo.core.refusal import Refusal
from duo.table.campaign.mission_map import shipped_map
from duo.table.store.database import DatabaseUnavailable
from duo.table.store.database_store import timestamp
from duo.table.store.sqlite import SqliteDatabase
from duo.web.campaign_store import BrowserCampaigns
from duo.web.retention import delete_old_games_and_notes
from duo.web.settings import Settings


@pytest.fixture
def store(any_store):
    return any_store


def machine(site, client="127.0.0.1", host="10.1.2.3:8380"):
    """A client with a given address and Host header."""
    return TestClient(site.app, base_url=f"http://{host}", client=(client, 5000), raise_server_exceptions=False)


def test_a_process_lives_whatever_the_store_does_and_is_ready_when_it_can_serve(site, monkeypatch):
    with machine(site) as probe:
        assert probe.get("/healthz").text == "ok\n"
        site.state.ai_runner._model_loads[0].result()
        site.state.ai_runner._model_loads[1].result()
        ready = probe.get("/readyz")
        assert (ready.status_code, ready.json()) == (200, {"store": True, "partner": True, "staying": True})

        def away(*_values):
            raise DatabaseUnavailable("away")

        with monkeypatch.context() as patch:
            patch.setattr(site.state.database, "row", away)
            assert probe.get("/readyz").status_code == 503
            assert probe.get("/healthz").status_code == 200
        site.state.streams.end_all()
        assert probe.get("/readyz").json()["staying"] is False


def test_figures_are_told_in_the_text_format_and_count_by_patterns(site):
    game, a, _b = site.table()
    a.post(f"/game/{game}/clue", data={"word": "zebra", "count": "1"})
    a.get("/nothing/at/all")
    text = machine(site).get("/metrics").text
    samples = {
        (sample.name, sample.labels.get("route"), sample.labels.get("status")): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert samples["duo_requests_total", "/game/{game}/clue", "303"] == 1
    assert samples["duo_requests_total", "none", "404"] == 1
    assert samples["duo_request_seconds_count", "/game/{game}/clue", None] == 1
    assert samples["duo_games_waiting", None, None] == 1
    assert samples["duo_house_queue", None, None] == 0
    assert game not in text


def test_figures_are_for_those_who_may_read_them(site, make_site, store):
    assert machine(site, "127.0.0.1").get("/metrics").status_code == 200
    assert machine(site, "203.0.113.5").get("/metrics").status_code == 404
    other = make_site(store=store, metrics_from="203.0.113.0/24")
    assert machine(other, "203.0.113.5").get("/metrics").status_code == 200


def test_behind_a_proxy_links_name_the_site_and_no_other_name_is_answered(make_site, store):
    site = make_site(store=store, public_url="https://duo.example.org")
    game, a, _b = site.table()
    proxied = {"Host": "duo.example.org", "Origin": "https://duo.example.org"}
    page = a.post(f"/game/{game}/invite", data={"role": "B"}, headers=proxied).text
    assert re.search(r"https://duo\.example\.org/join/[\w-]{22}", page)
    assert a.get("/", headers={"Host": "evil.example"}).status_code == 421
    assert site.state.settings.is_public


@pytest.mark.parametrize("url", ["duo.example.org", "https://", "https://duo.example.org/path", "ftp://x", "http://["])
def test_what_is_no_site_is_refused(url):
    with pytest.raises(Refusal, match="is not the address of a site"):
        Settings(store="x", public_url=url)


def test_networks_that_are_none_are_refused():
    with pytest.raises(Refusal, match="is no list of addresses"):
        Settings(store="x", metrics_from="everybody")
    with pytest.raises(Refusal, match="is no list of addresses"):
        Settings(store="x", trusted_proxies="10.0.0.0/99")
    assert Settings(store="x", trusted_proxies="*").trusted_proxies == "*"


@pytest.mark.parametrize("size", [1, 300, 511, 5000])
def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(tmp_path, size):
    notes = tmp_path / "notes.txt"
    notes.write_bytes(b"x" * size)
    with pytest.raises(Refusal, match="is not a database"):
        SqliteDatabase(notes)
    assert notes.read_bytes() == b"x" * size
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes with a name")
def test_a_pipe_as_the_store_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Refusal, match="is not a database"):
        SqliteDatabase(tmp_path / "pipe")


def test_options_come_from_the_environment_and_bad_ones_are_named(duo):
    ran = duo("web", "--no-open", DUO_WEB_PUBLIC_URL="nonsense", DUO_WEB_PORT="0")
    assert (ran.code, "nonsense is not the address of a site" in ran.stderr) == (1, True)
    ran = duo("web", "--no-open", DUO_WEB_WORKERS="many")
    assert ran.code == 2
    assert "many" in ran.stderr
    ran = duo("web", "--no-open", "--port", "0", DUO_WEB_STORE="postgresql://duo:SECRET@127.0.0.1:1/x")
    assert ran.code == 1
    assert "cannot be opened" in ran.stderr
    assert "SECRET" not in ran.stderr


def test_old_games_go_only_if_they_shall_and_take_their_seats_along(site):
    game, a, _b = site.table()
    other = site.table()[0]
    site.state.notes.write(a.player, "table", "something")
    with site.state.database.transaction() as writer:
        writer.execute("UPDATE games SET changed = ? WHERE id = ?", timestamp(-40 * 86_400.0), game)
    assert delete_old_games_and_notes(site.state.database, 60) == 0
    assert delete_old_games_and_notes(site.state.database, 30) == 1
    assert a.get(f"/game/{game}").status_code == 404
    assert site.state.games.store.load(other)
    assert site.state.database.rows("SELECT 1 FROM holders WHERE game = ?", game) == []
    assert site.state.notes.read(a.player, "table") == "something"
    assert Settings(store="x").keep_days == 0


def test_campaigns_of_visitors_are_in_the_store_where_every_process_finds_them(make_site, store):
    here, there = (make_site(store=store, host="192.0.2.1") for _ in range(2))
    a = here.visitor()
    assert a.post("/map/teams", data={"team": "Les Écureuils"}).status_code == 303
    entered = {"team": "Les Écureuils", "city": shipped_map().cities[0].name, "result": "lost"}
    assert a.post("/map/enter", data=entered).status_code == 303
    friend = there.visitor()
    assert "Les Écureuils" not in friend.get("/map").text
    friend.cookies = a.cookies
    assert "Les Écureuils" in friend.get("/map").text
    found = BrowserCampaigns(there.state.notes, a.player)
    assert len(found.load("les écureuils").campaign.games) == 1
    with pytest.raises(Refusal, match="already"):
        found.create("LES ÉCUREUILS", shipped_map())
    assert friend.post("/map/undo", data={"team": "Les Écureuils"}).status_code == 303
    assert found.load("Les Écureuils").campaign.games == ()


def test_a_clue_is_answered_by_another_process_than_the_one_that_dealt(make_site, store):
    here, there = make_site(store=store), make_site(store=store)
    game, a, b = here.table()
    a.post(f"/game/{game}/clue", data={"word": "zebra", "count": "1"})
    friend = there.visitor()
    friend.cookies = b.cookies
    assert "ZEBRA" in friend.get(f"/game/{game}").text
    assert there.state.games.store.load(game).game.final.clues[0].clue == Clue(Seat.A, "ZEBRA", 1)
