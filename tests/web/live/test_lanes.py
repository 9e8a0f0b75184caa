"""Lanes: expensive requests wait their turn, and too many are refused."""

import asyncio
import threading

import pytest
from anyio.from_thread import start_blocking_portal
from starlette.requests import HTTPConnection

from duo.web.live.lanes import Lane, TooManyRequests
from duo.web.visitor import client_address


class Work:
    """A function that blocks until the test lets it end, and counts its concurrent calls."""

    def __init__(self):
        self.end = threading.Event()
        self.running = self.max_running = 0

    def __call__(self):
        self.running += 1
        self.max_running = max(self.max_running, self.running)
        assert self.end.wait(10)
        self.running -= 1
        return "done"


def run(main):
    with start_blocking_portal() as portal:  # a loop of its own: a browser's may run in this thread
        portal.call(main)


async def start_call(lane, client, work):
    task = asyncio.create_task(lane.run(client, work))
    await asyncio.sleep(0.02)
    return task


def test_one_piece_at_a_time_and_the_others_wait():
    async def main():
        lane, work = Lane(), Work()
        tasks = [await start_call(lane, "a", work) for _ in range(4)]
        assert work.running == 1
        work.end.set()
        assert await asyncio.gather(*tasks) == ["done"] * 4
        assert work.max_running == 1

    run(main)


def test_when_too_many_wait_the_next_is_told_to_come_again():
    async def main():
        lane, work = Lane(max_waiting=2), Work()
        tasks = [await start_call(lane, f"client {number}", work) for number in range(3)]
        with pytest.raises(TooManyRequests) as busy:
            await lane.run("another", work)
        assert busy.value.status == 503
        work.end.set()
        await asyncio.gather(*tasks)
        assert await lane.run("another", work) == "done"

    run(main)


def test_one_client_does_not_take_the_whole_lane():
    async def main():
        lane, work = Lane(max_per_client=2), Work()
        tasks = [await start_call(lane, "greedy", work) for _ in range(2)]
        with pytest.raises(TooManyRequests) as busy:
            await lane.run("greedy", work)
        assert busy.value.status == 429
        tasks.append(await start_call(lane, "other", work))
        work.end.set()
        assert await asyncio.gather(*tasks) == ["done"] * 3
        assert await lane.run("greedy", work) == "done"  # what is done counts no more

    run(main)


def test_nobody_waits_for_ever():
    async def main():
        lane, work = Lane(timeout=0.1), Work()
        first = await start_call(lane, "a", work)
        with pytest.raises(TooManyRequests) as busy:
            await lane.run("b", work)
        assert busy.value.status == 503
        work.end.set()
        assert await first == "done"

    run(main)


def test_what_fails_leaves_its_place():
    def fails():
        raise TimeoutError("its own")

    async def main():
        lane = Lane(max_per_client=1)
        for _ in range(2):
            with pytest.raises(TimeoutError, match="its own"):
                await lane.run("a", fails)

    run(main)


def test_a_full_lane_is_told_on_a_page_and_in_the_engine_while_the_game_goes_on(site, monkeypatch):
    game, a, _b = site.table()
    monkeypatch.setattr(site.state.lanes.slow, "_max_waiting", -1)
    monkeypatch.setattr(site.state.lanes.quick, "_max_waiting", -1)
    answer = a.get("/keys?count=500&seed=1&balance=yes")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "The server is busy" in answer.text
    hint = a.post(f"/game/{game}/hint", headers={"HX-Request": "true"})
    assert (hint.status_code, "<html" in hint.text) == (503, False)
    assert "très sollicité" in site.visitor("fr").get("/puzzles/daily?now=yes").text
    engine = site.program().post("/engine", json={"op": "hello"})
    assert (engine.status_code, engine.json()["error"]["code"]) == (503, "busy")
    assert a.get(f"/game/{game}").status_code == 200
    assert a.post(f"/game/{game}/clue", data={"word": "zebra", "count": "1"}).status_code == 303


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_subscriber_counts_once_whatever_address_it_chooses(host, counted):
    assert client_address(HTTPConnection({"type": "http", "headers": [], "client": (host, 1)})) == counted
