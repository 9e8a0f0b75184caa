#!/usr/bin/env python3
"""Measure the web face beside the same work in process, in one run, so that the ratios hold on any machine.

    python scripts/benchmarks/bench_web.py                  moves, clues, pages, 300 games, 200 kills (about 15 minutes)
    python scripts/benchmarks/bench_web.py --games 50 --kills 20 --seconds 20     a shorter run

Every figure is printed beside what it is compared with. Nothing is compared with another run or another machine.
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

from duo.blas import ONE_THREAD

os.environ.update(ONE_THREAD)  # as the command has it, before NumPy is loaded: the engine here is that of `duo engine`
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

_MIN_WAVE_SECONDS = 10.0  # seconds of a wave of kills
_MAX_IDLE_SECONDS = 2.0  # seconds after which a connection is not used again; a server closes it after 5
CLUE_WORDS = "zebra yacht opera lunar velvet canyon pepper sonnet anchor glacier turbine walnut".split()


class Server(servers.Server):
    """`duo web` in a process of its own, and what it uses."""

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
    """A game with a browser at each seat, and what those browsers have been told is done."""

    def __init__(self, store: DatabaseStore, seats: Seats, seed: int) -> None:
        self.id = store.add(new_game(seed)).id
        self.secrets = {seat: secrets.token_urlsafe(16) for seat in Seat}
        for seat, secret in self.secrets.items():
            seats.assign_role(self.id, hash_secret(secret), Role(seat.value))
        self.game = new_game(seed)
        self.rng = random.Random(seed)

    def next_move(self) -> tuple[Seat, str, dict[str, str], Game]:
        """A move, its form, and the game after it; over games are begun anew by the caller."""
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
    """One connection that stays open, and nothing else of a client that would take time of its own."""

    def __init__(self, server: Server) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self._headers = {"Origin": server.address, "Accept-Encoding": "gzip"}
        self._used = 0.0

    def request(
        self, path: str, secret: str, form: dict[str, str] | None = None, *, part: bool = False
    ) -> tuple[float, int, http.client.HTTPMessage, bytes]:
        """Seconds until the whole answer was there, its status, its headers, and its bytes as they were sent."""
        headers = self._headers | cookie_header(secret) | ({"HX-Request": "true"} if part else {})
        body = None
        if form is not None:
            body, headers = urlencode(form), headers | {"Content-Type": "application/x-www-form-urlencoded"}
        if time.monotonic() - self._used > _MAX_IDLE_SECONDS:
            self._connection.close()  # the server may have; the request opens another
            self._connection.connect()
        started = time.perf_counter()
        self._connection.request("GET" if form is None else "POST", path, body, headers)
        answer = self._connection.getresponse()
        data = answer.read()
        self._used = time.monotonic()
        return time.perf_counter() - started, answer.status, answer.headers, data


def play_in_process(store: DatabaseStore, table: BenchTable, seat: Seat, kind: str, form: dict[str, str]) -> float:
    """A move through the same session and the same kind of store, without the web between."""
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
    """The times of the same moves: in process, as a form, as a form of htmx with the new table in its answer; pages."""

    in_process: list[float] = field(default_factory=list)
    forms: list[float] = field(default_factory=list)
    htmx: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    max_page_bytes: int = 0


def measure_moves(server: Server, folder: Path, count: int) -> MoveTimes:
    """Every move three times, one directly after the other, so that a busy disk or processor meets all three alike."""
    caller, found = KeepAliveClient(server), MoveTimes()
    stores = [DatabaseStore(SqliteDatabase(folder / name)) for name in ("in-process.sqlite", *["games.sqlite"] * 2)]
    tables: list[BenchTable] = []
    while len(found.in_process) < count:
        if not tables or tables[0].game.final.outcome() or len(tables[0].game.final.clues) > 7:
            tables = [BenchTable(store, Seats(store.database), len(found.in_process)) for store in stores]
        alone, plain, part = tables
        seat, kind, form, after = alone.next_move()
        found.in_process.append(play_in_process(stores[0], alone, seat, kind, form))
        for table, times in ((plain, found.forms), (part, found.htmx)):
            address, secret = f"/game/{table.id}", table.secrets[seat]
            seconds, status, *_rest = caller.request(f"{address}/{kind}", secret, form, part=table is part)
            if status not in ((200, 204) if table is part else (303,)):
                sys.exit(f"{kind} was answered with {status}")
            times.append(seconds)
        seconds, _status, _headers, data = caller.request(f"/game/{plain.id}", plain.secrets[seat])
        found.pages.append(seconds)
        found.max_page_bytes = max(found.max_page_bytes, len(data))
        for table in tables:
            table.game = after
    return found


def asset_bytes(server: Server) -> int:
    """The bytes of everything that the first visit loads beside the page itself."""
    caller = KeepAliveClient(server)
    names = set(re.findall(rb'/static/[^"]+', gzip.decompress(caller.request("/", "")[3])))
    sheet = caller.request(next(name for name in names if b".css" in name).decode(), "")[3]
    names |= {b"/static/" + name for name in re.findall(rb"url\(['\"]?([\w.-]+)", gzip.decompress(sheet))}
    return sum(len(caller.request(name.decode(), "")[3]) for name in names)


def measure_clues(server: Server, store: DatabaseStore, count: int) -> tuple[list[float], list[float]]:
    """The partner's first clue: by the engine in this process, and from a click on Play to the table that shows it."""
    from duo.table.partner import partner

    house, engine, web, caller = partner("en"), [], [], KeepAliveClient(server)
    for number in range(count + 1):
        secret = secrets.token_urlsafe(16)
        started = time.perf_counter()
        _seconds, _status, headers, _data = caller.request(
            "/games", secret, {"lang": "en", "seed": str(10_000 + number)}
        )
        # As the browser does: the page, its stream of news, and the new table when there is news.
        address = headers["Location"]
        page = caller.request(address, secret)[3]
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)) as stream:
            stream.request("GET", f"{address}/events", headers=cookie_header(secret))
            news = stream.getresponse()
            while b'id="touch"' not in gzip.decompress(page):
                while news.readline().strip() != b"event: version":
                    pass
                page = caller.request(address, secret, part=True)[3]
        web.append(time.perf_counter() - started)
        stored = store.load(address.rpartition("/")[2]) or sys.exit("a game is gone")
        view = next(iter(stored.game.positions())).view(Seat.B)
        started = time.perf_counter()
        house.clue(view)
        engine.append(time.perf_counter() - started)
    return engine[1:], web[1:]  # the first of each warms up


def resync(server: Server, table: BenchTable) -> None:
    """Go on from what the store has: at least every move that was acknowledged."""
    with closing(sqlite3.connect(server.store, timeout=30)) as connection:
        (record,) = connection.execute("SELECT record FROM games WHERE id = ?", (table.id,)).fetchone()
    kept = read(record)
    acknowledged = table.game.moves
    if kept.moves[: len(acknowledged)] != acknowledged:
        sys.exit(f"an acknowledged move is lost: {table.game} became {kept}")
    table.game = kept


async def play_crowd(
    server: Server, tables: list[BenchTable], seconds: float, pace: float, kills: int, rng: random.Random
) -> tuple[list[float], list[str], int]:
    """All tables at people's pace; each waits some seconds between requests. Returns times, losses and troubles."""
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
                # Not acknowledged: it may have been kept or not; the store says which.
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
    """How often each status was answered to which kind of move."""
    return ", ".join(f"{count} times {kind}" for kind, count in Counter(refused).most_common()) or "none"


def measure(server: Server, folder: Path, options: argparse.Namespace) -> None:
    store = DatabaseStore(SqliteDatabase(folder / "games.sqlite"))
    seats = Seats(store.database)
    measure_moves(server, folder, 20)
    found = measure_moves(server, folder, options.moves)
    alone = statistics.median(found.in_process)
    print(f"a move in process:         {format_ms(found.in_process)}")
    for how, times in (("as a form:        ", found.forms), ("with its new table:", found.htmx)):
        print(f"a move over HTTP, {how} {format_ms(times)}, ratio {statistics.median(times) / alone:.2f}")
    print(
        f"the game's page: {format_ms(found.pages)}, {found.max_page_bytes / 1000:.1f} kB over the wire, and "
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
        f"{format_ms(times)}, ratio of p95 to the move in process alone {p95(times) / p95(found.in_process):.2f}, "
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
    """The same load while the server is killed and started again; ends with an error if a move is lost."""
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
    parser.add_argument("--between", type=float, default=3.0, help="seconds between two kills, about")
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
