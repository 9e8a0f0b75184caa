"""Event streams: their bytes, their limits and their end."""

import asyncio
import re

from anyio.from_thread import start_blocking_portal

from duo.core.key import Seat
from duo.core.moves import Clue
from duo.web.live.event_stream import MAX_STREAMS, MAX_STREAMS_PER_CLIENT


def read_stream(site, game, *, actions):
    """The messages of a stream, with one action before each message after the first two."""

    async def main():
        site.state.change_notifier.start()
        messages = []
        stream = site.state.streams.open_stream(game, None, "client").body_iterator
        messages += [await anext(stream), await anext(stream)]
        for action in actions:
            await asyncio.to_thread(action)
            messages.append(await asyncio.wait_for(anext(stream), 10))
        messages += [message async for message in stream]
        await asyncio.to_thread(site.state.change_notifier.stop)
        return messages

    with start_blocking_portal() as portal:
        return portal.call(main)


def test_a_stream_sends_versions_and_people_and_ends_with_a_time_to_reconnect(site):
    game, a, _b = site.table()
    state = site.state

    def give_clue():
        stored = state.games.store.load(game)
        state.games.make_saver(stored)(stored.game.play(Clue(Seat.A, "ZEBRA", 1)))

    def rename():
        state.seats.assign_role(game, a.player, state.seats.find_role(game, a.player), "Ada")

    *messages, last = read_stream(site, game, actions=(give_clue, rename, state.streams.end_all))
    assert messages == [
        "retry: 2000\n\n",
        "event: version\ndata: 1\n\n",
        "event: version\ndata: 2\n\n",
        "event: people\ndata: \n\n",
    ]
    assert re.fullmatch(r"retry: \d+\n\n", last)
    assert not state.streams.stream_counts_by_client
    assert not state.streams.stream_counts_by_player


def test_a_deleted_game_ends_its_streams(site):
    game, _a, _b = site.table()
    site.state.games.store.discard(game)
    with start_blocking_portal() as portal:

        async def read_all():
            return [message async for message in site.state.streams.open_stream(game, None, "client").body_iterator]

        assert portal.call(read_all) == ["retry: 2000\n\n"]


def test_a_head_request_gets_the_headers_of_the_stream_and_ends(site):
    game, a, _b = site.table()
    answer = a.head(f"/game/{game}/events")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    assert answer.headers["X-Accel-Buffering"] == "no"
    assert site.visitor().head(f"/game/{game}/events").status_code == 404


def test_event_streams_are_limited_for_one_address_and_in_all(public_site):
    game, a, _b = public_site.table()
    streams, here = public_site.state.streams, "testclient"
    streams.stream_counts_by_client[here] = MAX_STREAMS_PER_CLIENT
    answer = a.get(f"/game/{game}/events")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "5")
    del streams.stream_counts_by_client[here]
    streams.stream_counts_by_client["203.0.113.5"] = MAX_STREAMS
    assert a.get(f"/game/{game}/events").status_code == 503
    del streams.stream_counts_by_client["203.0.113.5"]
    streams.is_ending = True  # else the stream would go on
    answer = a.get(f"/game/{game}/events")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/event-stream; charset=utf-8")
    assert re.fullmatch(r"retry: 2000\n\nretry: \d+\n\n", answer.text)
    assert not streams.stream_counts_by_client
    assert not streams.stream_counts_by_player
