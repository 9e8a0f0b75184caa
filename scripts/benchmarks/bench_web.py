#!/usr/bin/env python3
"""Measure the web front end against the same work in process, as ratios within one run.

    python scripts/benchmarks/bench_web.py                  moves, clues, pages, 300 games, 200 kills (about 15 minutes)
    python scripts/benchmarks/bench_web.py --games 50 --kills 20 --seconds 20     a shorter run

Every figure is printed beside what it is compared with. Ratios within one run are comparable between machines.
"""

import argparse
import asyncio
import gzip
import http.client
import os
import random
import re
import resource
import secrets
import sqlite3
import statistics
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import httpx2

from duo.blas import ONE_THREAD_ENVIRONMENT

# As the command has it, before NumPy is loaded: the engine here is that of `duo engine`.
os.environ.update(ONE_THREAD_ENVIRONMENT)
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

import servers
from bench_browser import measure_clicks

from duo.core.game import Game, read
from duo.core.key import Seat, deal
from duo.core.moves import Clue, Guess, Stop
from duo.core.public import Phase
from duo.table.session import HouseRules, Session
from duo.table.store.database_store import DatabaseStore
from duo.table.store.sqlite import SqliteDatabase
from duo.web.seats import Role, Seats
from duo.web.visitor import PLAYER_COOKIE, hash_secret
from duo.words import wordlist

_MIN_WAVE_SECONDS = 10.0  # of a wave of kills
_MAX_IDLE_SECONDS = 2.0  # before a connection is reopened; the server closes it after 5
CLUE_WORDS = "zebra yacht opera lunar velvet canyon pepper sonnet anchor glacier turbine walnut".split()


class Server(servers.Server):
    """`duo web` in its own process, with its memory and processor time."""

    @property
    def memory_mb(self) -> float:
        """Resident megabytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 2**20

    @property
    def cpu_seconds(self) -> float:
        """Processor seconds used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def new_game(seed: int, seat_b: str = "person") -> Game:
    rng = random.Random(seed)
    words = wordlist.draw_words(wordlist.shipped_wordlist("en"), rng)
    return Game.start(words, deal(rng), extra_headers={"A": "person", "B": seat_b, "First": "A"})


class BenchTable:
    """A game with a browser at each seat, with all moves that were acknowledged."""

    def __init__(self, store: DatabaseStore, seats: Seats, seed: int) -> None:
        self.id = store.add(new_game(seed)).id
        self.secrets = {seat: secrets.token_urlsafe(16) for seat in Seat}
        for seat, secret in self.secrets.items():
            seats.assign_role(self.id, hash_secret(secret), Role(seat.value))
        self.game = new_game(seed)
        self.rng = random.Random(seed)

    def next_move(self) -> tuple[Seat, str, dict[str, str], Game]:
        """Return the seat, the kind and the form of a move, and the game after it. The game must not be over."""
        final = self.game.final
        if final.phase is Phase.CLUE:
            seat = final.to_act or Seat.A
            seat = Seat.A if not final.clues else seat
            word = next(word for word in self.rng.sample(CLUE_WORDS, len(CLUE_WORDS)))
            move = Clue(seat, word.upper(), 1)
            return seat, "clue", {"word": word, "count": "1", "invalid": ""}, self.game.play(move)
        seat = final.guessers[0]
        side = final.key.side(seat.other)
        greens = [p for p in range(25) if side[p] == "g" and final.marks.open_to(seat) >> p & 1]
        if final.phase is Phase.GUESS and final.clues[-1].touches:
            return seat, "stop", {}, self.game.play(Stop(seat))
        place = greens[0]
        return seat, "touch", {"place": str(place)}, self.game.play(Guess(seat, final.words[place]))


def cookie_header(secret: str) -> dict[str, str]:
    return {"Cookie": f"{PLAYER_COOKIE}={secret}"}


def p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1] if len(values) > 1 else values[0]


def format_ms(values: list[float]) -> str:
    return f"median {1000 * statistics.median(values):.1f} ms, p95 {1000 * p95(values):.1f} ms"


class KeepAliveClient:
    """A minimal client with one persistent connection, whose own cost is negligible."""

    def __init__(self, server: Server) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self._headers = {"Origin": server.address, "Accept-Encoding": "gzip"}
        self._used = 0.0

    def request(
        self, path: str, secret: str, form: dict[str, str] | None = None, *, htmx: bool = False
    ) -> tuple[float, int, http.client.HTTPMessage, bytes]:
        """Return the seconds until the whole answer arrived, its status, its headers and its raw bytes."""
        headers = self._headers | cookie_header(secret) | ({"HX-Request": "true"} if htmx else {})
        body = None
        if form is not None:
            body, headers = urlencode(form), headers | {"Content-Type": "application/x-www-form-urlencoded"}
        if time.monotonic() - self._used > _MAX_IDLE_SECONDS:
            self._connection.close()  # the server may have closed it
            self._connection.connect()
        started = time.perf_counter()
        self._connection.request("GET" if form is None else "POST", path, body, headers)
        answer = self._connection.getresponse()
        data = answer.read()
        self._used = time.monotonic()
        return time.perf_counter() - started, answer.status, answer.headers, data


def play_in_process(store: DatabaseStore, table: BenchTable, seat: Seat, kind: str, form: dict[str, str]) -> float:
    """Play a move through the same kind of session and store, without the web, and return the seconds."""
    started = time.perf_counter()
    game, saved = store.resume(table.id) or sys.exit("a game is gone")
    session = Session(game, rules=HouseRules.from_game(game), keep=saved.save)
    move: Clue | Guess | Stop
    if kind == "clue":
        move = Clue(seat, form["word"].upper(), 1)
    else:
        move = Stop(seat) if kind == "stop" else Guess(seat, table.game.final.words[int(form["place"])])
    session.submit(move)
    return time.perf_counter() - started


@dataclass
class MoveTimes:
    """Seconds of the same moves by different means, and of the game's page."""

    in_process: list[float] = field(default_factory=list)
    forms: list[float] = field(default_factory=list)  # posted as a plain form
    htmx: list[float] = field(default_factory=list)  # posted by htmx, with the new table in the answer
    pages: list[float] = field(default_factory=list)
    max_page_bytes: int = 0


def measure_moves(server: Server, folder: Path, count: int) -> MoveTimes:
    """Play every move by all three means in a row, so that other load affects them alike."""
    client, found = KeepAliveClient(server), MoveTimes()
    stores = [DatabaseStore(SqliteDatabase(folder / name)) for name in ("in-process.sqlite", *["games.sqlite"] * 2)]
    tables: list[BenchTable] = []
    while len(found.in_process) < count:
        if not tables or tables[0].game.final.outcome() or len(tables[0].game.final.clues) > 7:
            tables = [BenchTable(store, Seats(store.database), len(found.in_process)) for store in stores]
        in_process, form_table, htmx_table = tables
        seat, kind, form, after = in_process.next_move()
        found.in_process.append(play_in_process(stores[0], in_process, seat, kind, form))
        for table, times in ((form_table, found.forms), (htmx_table, found.htmx)):
            address, secret = f"/game/{table.id}", table.secrets[seat]
            seconds, status, *_rest = client.request(f"{address}/{kind}", secret, form, htmx=table is htmx_table)
            if status not in ((200, 204) if table is htmx_table else (303,)):
                sys.exit(f"{kind} was answered with {status}")
            times.append(seconds)
        seconds, _status, _headers, data = client.request(f"/game/{form_table.id}", form_table.secrets[seat])
        found.pages.append(seconds)
        found.max_page_bytes = max(found.max_page_bytes, len(data))
        for table in tables:
            table.game = after
    return found


def asset_bytes(server: Server) -> int:
    """Return the bytes of all files that the first visit loads beside the page."""
    client = KeepAliveClient(server)
    names = set(re.findall(rb'/static/[^"]+', gzip.decompress(client.request("/", "")[3])))
    sheet = client.request(next(name for name in names if b".css" in name).decode(), "")[3]
    names |= {b"/static/" + name for name in re.findall(rb"url\(['\"]?([\w.-]+)", gzip.decompress(sheet))}
    return sum(len(client.request(name.decode(), "")[3]) for name in names)


def measure_clues(server: Server, store: DatabaseStore, count: int) -> tuple[list[float], list[float]]:
    """Return the seconds of the AI's first clue: in process, and from the click on Play to the table that shows it."""
    from duo.table.players import partner

    ai, engine, web, client = partner("en"), [], [], KeepAliveClient(server)
    for number in range(count + 1):
        secret = secrets.token_urlsafe(16)
        started = time.perf_counter()
        _seconds, _status, headers, _data = client.request(
            "/games", secret, {"lang": "en", "seed": str(10_000 + number)}
        )
        # Like a browser: load the page, listen to its event stream, and load the new table after an event.
        address = headers["Location"]
        page = client.request(address, secret)[3]
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as stream:
            stream.request("GET", f"{address}/events", headers=cookie_header(secret))
            news = stream.getresponse()
            while b'id="touch"' not in gzip.decompress(page):
                while news.readline().strip() != b"event: version":
                    pass
                page = client.request(address, secret, htmx=True)[3]
        web.append(time.perf_counter() - started)
        stored = store.load(address.rpartition("/")[2]) or sys.exit("a game is gone")
        view = next(iter(stored.game.positions())).view(Seat.B)
        started = time.perf_counter()
        ai.clue(view)
        engine.append(time.perf_counter() - started)
    return engine[1:], web[1:]  # the first of each warms up


def resync(server: Server, table: BenchTable) -> None:
    """Reload the game from the store. Exit if an acknowledged move is missing."""
    with closing(sqlite3.connect(server.store, timeout=30)) as connection:
        (record,) = connection.execute("SELECT record FROM games WHERE id = ?", (table.id,)).fetchone()
    stored = read(record)
    acknowledged = table.game.moves
    if stored.moves[: len(acknowledged)] != acknowledged:
        sys.exit(f"an acknowledged move is lost: {table.game} became {stored}")
    table.game = stored


async def play_crowd(
    server: Server, tables: list[BenchTable], seconds: float, pace: float, kills: int, rng: random.Random
) -> tuple[list[float], list[str], int]:
    """Play all tables at people's pace while the server is killed.

    Returns the seconds of each move, the refusals and the number of kills.
    """
    times: list[float] = []
    refused: list[str] = []
    end = time.monotonic() + seconds
    limits = httpx2.Limits(max_connections=400, max_keepalive_connections=400)
    client = httpx2.AsyncClient(base_url=server.address, headers={"Origin": server.address}, limits=limits, timeout=60)

    async def play(table: BenchTable) -> None:
        await asyncio.sleep(rng.random() * pace)
        while time.monotonic() < end:
            if table.game.final.outcome() or len(table.game.final.clues) > 7:
                return
            seat, kind, form, after = table.next_move()
            started = time.perf_counter()
            try:
                answer = await client.post(
                    f"/game/{table.id}/{kind}", data=form, headers=cookie_header(table.secrets[seat])
                )
            except httpx2.TransportError:
                # Not acknowledged: only the store knows whether the move was saved.
                await asyncio.sleep(0.2)
                resync(server, table)
                continue
            if answer.status_code == 303:
                times.append(time.perf_counter() - started)
                table.game = after
            else:
                refused.append(f"{answer.status_code} {kind}")
                resync(server, table)
            await asyncio.sleep(pace * (0.5 + rng.random()))

    async def killer() -> None:
        for _ in range(kills):
            await asyncio.sleep(rng.random() * seconds / max(kills, 1) * 1.6)
            if time.monotonic() > end - 2:
                return
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            killer.done += 1  # type: ignore[attr-defined]

    killer.done = 0  # type: ignore[attr-defined]
    await asyncio.gather(*(play(table) for table in tables), killer())
    await client.aclose()
    for table in tables:
        resync(server, table)
    return times, refused, killer.done  # type: ignore[attr-defined]


def _format_refusals(refused: list[str]) -> str:
    """Format how often each kind of move was refused with which status."""
    return ", ".join(f"{count} times {kind}" for kind, count in Counter(refused).most_common()) or "none"


def measure(server: Server, folder: Path, options: argparse.Namespace) -> None:
    store = DatabaseStore(SqliteDatabase(folder / "games.sqlite"))
    seats = Seats(store.database)
    measure_moves(server, folder, 20)
    move_times = measure_moves(server, folder, options.moves)
    in_process = statistics.median(move_times.in_process)
    print(f"a move in process:         {format_ms(move_times.in_process)}")
    for how, times in (("as a form:        ", move_times.forms), ("with its new table:", move_times.htmx)):
        print(f"a move over HTTP, {how} {format_ms(times)}, ratio {statistics.median(times) / in_process:.2f}")
    print(
        f"the game's page: {format_ms(move_times.pages)}, {move_times.max_page_bytes / 1000:.1f} kB over the wire, and "
        f"{asset_bytes(server) / 1000:.1f} kB of files that are cached"
    )
    engine, web = measure_clues(server, store, options.clues)
    ratios = [one / other for one, other in zip(web, engine, strict=True)]
    print(
        f"the partner's clue: engine {format_ms(engine)}; in the page {format_ms(web)}; "
        f"ratio of medians {statistics.median(web) / statistics.median(engine):.2f}, median of ratios "
        f"{statistics.median(ratios):.2f}"
    )
    cold, warm = measure_clicks(options.clicks) if options.clicks else (None, None)
    if cold and warm:
        print(f"from the click on Play in Chromium, cold ({len(cold.board)}): {cold}")
        print(f"from the click on Play in Chromium, warm ({len(warm.board)}): {warm}", flush=True)
    before = server.memory_mb
    tables = [BenchTable(store, seats, 100 + number) for number in range(options.games)]
    used = server.cpu_seconds
    times, refused, _ = asyncio.run(play_crowd(server, tables, options.seconds, options.pace, 0, random.Random(1)))
    used = server.cpu_seconds - used
    print(
        f"{options.games} games at once, a request every {options.pace:g} s each: {len(times)} moves, "
        f"{format_ms(times)}, ratio of p95 to the move in process alone {p95(times) / p95(move_times.in_process):.2f}, "
        f"{1000 * used / max(len(times), 1):.1f} ms of processor a move, {len(refused)} refused "
        f"({_format_refusals(refused)})"
    )
    print(
        f"memory: {before:.0f} MB before, {server.memory_mb:.0f} MB after: "
        f"{1000 * (server.memory_mb - before) / options.games:.0f} kB a game"
    )
    if options.kills:
        measure_kills(server, store, options)


def measure_kills(server: Server, store: DatabaseStore, options: argparse.Namespace) -> None:
    """Run the same load while the server is killed and restarted. Exit if an acknowledged move is lost."""
    seats = Seats(store.database)
    killed = 0
    started = time.monotonic()
    while killed < options.kills:
        tables = [BenchTable(store, seats, 100_000 * (killed + 1) + n) for n in range(options.games)]
        wave = min(25, options.kills - killed)
        times, refused, done = asyncio.run(
            play_crowd(
                server,
                tables,
                max(_MIN_WAVE_SECONDS, wave * options.between),
                options.pace,
                wave,
                random.Random(killed),
            )
        )
        killed += done
        print(
            f"  {killed} kills, {len(times)} moves acknowledged, {len(refused)} refused ({_format_refusals(refused)})",
            flush=True,
        )
    print(
        f"{killed} kills of the server under that load in {time.monotonic() - started:.0f} s: "
        f"no acknowledged move lost, no game broken"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pace", type=float, default=5.0, help="seconds between the requests of one game")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--between", type=float, default=3.0, help="mean seconds between two kills")
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--clues", type=int, default=10)
    parser.add_argument("--clicks", type=int, default=5, help="servers and browsers started for clicks on Play")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        server = Server(Path(name))
        try:
            measure(server, Path(name), options)
        finally:
            server.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
