#!/usr/bin/env python3
"""Load test of the web front end: games at people's pace, while processes are killed and the database restarts.

    python scripts/benchmarks/load_web.py             1,000 games, 4 processes, both stores (about 15 minutes)
    python scripts/benchmarks/load_web.py --games 100 --pace 10 --seconds 15 --stores sqlite

Every table has a browser at each seat that listens to the event stream and reloads the page after an event. Some tables
have the AI partner at one seat. Each store is measured first with one process, then with several: before, during and
after the kills. Every game starts after two turns, so that pages cost the same in every phase. Times are ratios to
those of one process. At the end the script checks that every game has all acknowledged moves and takes another one.
"""

import argparse
import asyncio
import contextlib
import os
import random
import re
import secrets
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx2

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from bench_web import CLUE_WORDS, cookie_header, new_game, p95
from postgres import Cluster

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.moves import Clue, Guess, Stop
from duo.core.public import Phase
from duo.table.store.connect import open_database
from duo.table.store.database import Database, DatabaseUnavailable
from duo.table.store.database_store import DatabaseStore, timestamp
from duo.table.store.game_store import StoredGame
from duo.web.visitor import hash_secret

_OPENING_TURNS = 2  # of every game before the load starts
_TIMEOUT_SECONDS = 60.0  # after which a request or a game counts as stuck


class WebService:
    """`duo web` with several processes, on a port that survives restarts."""

    def __init__(self, folder: Path, store: str, workers: int) -> None:
        self._folder, self._store, self._workers, self.port = folder, store, workers, 0
        self.start()

    def start(self) -> None:
        command = [
            *(sys.executable, "-m", "duo", "web", "--no-open", "--port"),
            str(self.port),
            "--store",
            self._store,
            "--workers",
            str(self._workers),
        ]
        env = {**os.environ, "DUO_HOME": str(self._folder / "home"), "LANG": "C.UTF-8", "DUO_PACE": "0"}
        with (self._folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                command, env=env, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True
            )
        line = self.process.stdout.readline() if self.process.stdout else ""
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line) or sys.exit(f"the server did not start: {line}")
        self.address, self.port = found[0], int(found[1])

    def pids(self) -> list[int]:
        """Return the processes that answer requests."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(each) for each in children] or [self.process.pid]

    def cpu_seconds(self) -> float:
        """Return the processor seconds used so far by the processes that run now."""
        return sum(_cpu_seconds(pid) for pid in self.pids())

    def format_memory(self) -> str:
        """Format the private memory and the proportional set size of each process."""
        own, proportional = (
            [f"{_kilobytes(pid, name) / 1024:.0f}" for pid in self.pids()] for name in ("Private_Dirty:", "Pss:")
        )
        return f"{', '.join(own)} MB of its own, {', '.join(proportional)} MB with its share of common pages (PSS)"

    def kill_all(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(60)


def _cpu_seconds(pid: int) -> float:
    with contextlib.suppress(FileNotFoundError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _kilobytes(pid: int, name: str) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name))


@dataclass
class LoadTable:
    """A game with people at its seats, with the number of acknowledged moves."""

    id: str
    game: Game
    rng: random.Random
    secrets: dict[Seat, str]
    acknowledged: int = 0  # moves of people, including those of the opening
    opening_moves: int = 0

    def moves_of_people(self, game: Game) -> int:
        return sum(move.seat in self.secrets for move in game.moves)

    def next_move(self, game: Game) -> tuple[Seat, str, dict[str, str]] | None:
        """Return the next move of a person, or None if it is not a person's turn or the game is over."""
        final = game.final
        if final.outcome() or len(final.clues) > 7 or final.phase is Phase.SUDDEN_DEATH:
            return None
        if final.phase is Phase.CLUE:
            seat = Seat.A if not final.clues else (final.to_act or Seat.A)
            form = {"word": self.rng.choice(CLUE_WORDS), "count": "1"}
            return (seat, "clue", form) if seat in self.secrets else None
        seat = final.guessers[0]
        if seat not in self.secrets:
            return None
        if final.clues[-1].touches:
            return seat, "stop", {}
        side = final.key.side(seat.other)
        greens = [place for place in range(25) if side[place] == "g" and final.marks.open_to(seat) >> place & 1]
        return (seat, "touch", {"place": str(greens[0])}) if greens else None


def play_opening(table: LoadTable) -> Game:
    """Return the table's game after the opening turns."""
    game = table.game
    while len(game.final.clues) < _OPENING_TURNS or game.final.phase is not Phase.CLUE:
        planned = LoadTable.next_move(replace(table, secrets=dict.fromkeys(Seat, "")), game)
        if planned is None:
            break
        seat, kind, form = planned
        match kind:
            case "clue":
                game = game.play(Clue(seat, form["word"].upper(), int(form["count"])))
            case "touch":
                game = game.play(Guess(seat, game.final.words[int(form["place"])]))
            case _:
                game = game.play(Stop(seat))
    return game


def create_tables(database: Database, first: int, games: int, ai_games: int) -> list[LoadTable]:
    """Create tables in one transaction, the first `ai_games` of them with the AI partner."""
    tables, rows, holders = [], [], []
    for number in range(games):
        with_ai = number < ai_games
        game = new_game(first + number, "duo balanced expert" if with_ai else "person")
        people = {seat: secrets.token_urlsafe(16) for seat in ((Seat.A,) if with_ai else Seat)}
        table = LoadTable(secrets.token_hex(8), game, random.Random(first + number), people)
        table.game = game = play_opening(table)
        table.acknowledged = table.opening_moves = table.moves_of_people(game)
        tables.append(table)
        rows.append((table.id, str(game), 1, 0, timestamp(), timestamp(), 1))
        holders += [(table.id, hash_secret(secret), seat.value) for seat, secret in people.items()]
    with database.transaction() as writer:
        writer.execute_many(
            "INSERT INTO games (id, record, version, sequence, begun, changed, waits) VALUES (?, ?, ?, ?, ?, ?, ?)",
            rows,
        )
        writer.execute_many("INSERT INTO holders (game, player, role) VALUES (?, ?, ?)", holders)
    return tables


@dataclass
class PhaseStats:
    """Times and errors of one phase."""

    times: list[float] = field(default_factory=list)
    news_delays: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    cpu_seconds: float = 0.0

    def __str__(self) -> str:
        if len(self.times) < 2:
            return "nothing was answered"
        errors = ", ".join(f"{count} {name}" for name, count in sorted(self.errors.items())) or "no errors"
        seen = (
            f", seen at the other seat after {1000 * statistics.median(self.news_delays):.0f} ms"
            if self.news_delays
            else ""
        )
        return (
            f"{len(self.times)} moves, median {1000 * statistics.median(self.times):.0f} ms, p95 "
            f"{1000 * p95(self.times):.0f} ms{seen}; {errors}"
        )


class Crowd:
    """People who play at all tables. Assign `tally` to count times and errors separately."""

    def __init__(self, service: WebService, store: DatabaseStore, tables: list[LoadTable], pace: float) -> None:
        self._service, self._store, self._tables, self._pace = service, store, tables, pace
        self._rng = random.Random(1)
        self._sent: dict[str, float] = {}
        self.tally = PhaseStats()
        limits = httpx2.Limits(max_connections=300, max_keepalive_connections=300)
        self._client = httpx2.AsyncClient(
            base_url=service.address, headers={"Origin": service.address}, limits=limits, timeout=_TIMEOUT_SECONDS
        )
        self._players: list[asyncio.Task[None]] = []
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        for table in self._tables:
            self._players.append(asyncio.create_task(self._play(table)))
            self._tasks += [asyncio.create_task(self._listen(table, seat)) for seat in table.secrets]

    async def end(self) -> None:
        tasks = (*self._players, *self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._client.aclose()

    def stop_players(self) -> None:
        """Stop all moves. The browsers keep listening."""
        for task in self._players:
            task.cancel()

    async def _play(self, table: LoadTable) -> None:
        await asyncio.sleep(self._rng.random() * self._pace)
        while True:
            with contextlib.suppress(httpx2.TransportError, DatabaseUnavailable):
                await self.move(table)
            await asyncio.sleep(self._pace * (0.5 + self._rng.random()))

    async def move(self, table: LoadTable) -> bool:
        """Play one move of a person at this table. Return whether it was acknowledged."""
        stored = await asyncio.to_thread(self._load, table)
        planned = table.next_move(stored.game)
        if planned is None:
            return False
        seat, kind, form = planned
        sent = {**form, "version": str(stored.version)}
        headers = cookie_header(table.secrets[seat]) | {"HX-Request": "true"}
        tally, started = self.tally, time.perf_counter()
        self._sent[table.id] = started
        try:
            answer = await self._client.post(f"/game/{table.id}/{kind}", data=sent, headers=headers)
        except httpx2.TransportError:
            tally.errors["cut off"] += 1  # not acknowledged: it may or may not have been saved
            raise
        if answer.status_code in (200, 204) and 'class="notice bad"' not in answer.text:
            tally.times.append(time.perf_counter() - started)
            table.acknowledged += 1
            return True
        tally.errors[f"answered {answer.status_code}"] += 1
        return False

    def _load(self, table: LoadTable) -> StoredGame:
        return self._store.load(table.id) or sys.exit(f"game {table.id} is gone")

    async def _listen(self, table: LoadTable, seat: Seat) -> None:
        """Read the event stream like a browser, and reconnect whenever it ends."""
        await asyncio.sleep(self._rng.random() * 5)
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await self._read_events(table, seat)
            await asyncio.sleep(2)

    async def _read_events(self, table: LoadTable, seat: Seat) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._service.port)
        try:
            head = f"GET /game/{table.id}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            writer.write(f"{head}Cookie: duo={table.secrets[seat]}\r\n\r\n".encode())
            await writer.drain()
            first = True
            while line := await reader.readline():
                if line.startswith(b"data: ") and line.strip() != b"data:":
                    if not first:
                        if table.id in self._sent:
                            self.tally.news_delays.append(time.perf_counter() - self._sent.pop(table.id))
                        await self._fetch_page(table, seat)
                    first = False
        finally:
            writer.close()

    async def _fetch_page(self, table: LoadTable, seat: Seat) -> None:
        with contextlib.suppress(httpx2.TransportError):
            headers = cookie_header(table.secrets[seat]) | {"HX-Request": "true"}
            await self._client.get(f"/game/{table.id}", headers=headers)


async def measure_phase(crowd: Crowd, service: WebService, seconds: float) -> PhaseStats:
    """Return the times and errors of the next seconds."""
    crowd.tally, used = PhaseStats(), service.cpu_seconds()
    await asyncio.sleep(seconds)
    tally, crowd.tally = crowd.tally, PhaseStats()
    tally.cpu_seconds = service.cpu_seconds() - used
    return tally


async def disturb(service: WebService, restart: "StoreRestart", seconds: float, kills: int) -> int:
    """Kill processes at random moments and restart the store in the middle. Return the number of kills."""
    rng, done, end = random.Random(2), 0, time.monotonic() + seconds
    for number in range(kills):
        await asyncio.sleep(seconds / (kills + 1) * (0.6 + 0.8 * rng.random()))
        if number == kills // 2:
            await asyncio.to_thread(restart)
        with contextlib.suppress(ProcessLookupError, FileNotFoundError, IndexError):
            os.kill(rng.choice(service.pids()), signal.SIGKILL)
            done += 1
    await asyncio.sleep(max(0.0, end - time.monotonic()))
    return done


class StoreRestart:
    """Restarts the store: the PostgreSQL server crashes and recovers; with SQLite all processes are killed at once."""

    def __init__(self, service: WebService, cluster: Cluster | None) -> None:
        self._service, self._cluster = service, cluster

    def __call__(self) -> None:
        if self._cluster:
            self._cluster.stop("immediate")
            self._cluster.start()
        else:
            self._service.kill_all()
            self._service.start()


async def check_games(
    crowd: Crowd, database: Database, store: DatabaseStore, tables: list[LoadTable]
) -> tuple[int, int, int]:
    """Return the numbers of lost moves, of games that wait for the AI, and of games that take no move."""
    end = time.monotonic() + _TIMEOUT_SECONDS
    while database.row("SELECT 1 FROM games WHERE due = 1") and time.monotonic() < end:
        time.sleep(0.5)  # noqa: ASYNC251 - no other task should run now
    lost = waiting = stuck = 0
    places = asyncio.Semaphore(20)

    async def takes_move(table: LoadTable) -> bool:
        async with places:
            for _attempt in range(5):
                with contextlib.suppress(httpx2.TransportError):
                    if await crowd.move(table):
                        return True
                await asyncio.sleep(0.2)
        return False

    movable = []
    for table in tables:
        stored = store.load(table.id) or sys.exit("gone")
        lost += max(0, table.acknowledged - table.moves_of_people(stored.game))
        waiting += stored.ai_due
        if table.next_move(stored.game):
            movable.append(table)
    stuck = (await asyncio.gather(*(takes_move(table) for table in movable))).count(False)
    return lost, waiting, stuck


async def run(options: argparse.Namespace, folder: Path, address: str, cluster: Cluster | None) -> None:
    print(
        f"{'PostgreSQL' if cluster else 'SQLite'}: {options.games} games, a move every {options.pace:g} s each, "
        f"{options.house} of them with the AI partner",
        flush=True,
    )
    with contextlib.closing(open_database(address)) as database:
        with running_service(folder, address, 1) as service:
            alone, memory = await measure_alone(options, database, service)
        with running_service(folder, address, options.workers) as service:
            phases = await measure_workers(options, database, service, cluster)
    ratios = [p95(each.times) / p95(alone.times) for each in phases if len(each.times) > 1 < len(alone.times)]
    print("  p95 as ratios to one process: before, during, after", ", ".join(f"{ratio:.2f}" for ratio in ratios))
    print(f"  memory of one process alone: {memory}", flush=True)


async def measure_alone(options: argparse.Namespace, database: Database, service: WebService) -> tuple[PhaseStats, str]:
    async with playing_crowd(options, database, service, 0) as (crowd, _tables):
        alone = await measure_phase(crowd, service, options.seconds)
        print(f"  one process:       {alone}; {_format_cost(alone)}", flush=True)
        return alone, service.format_memory()


async def measure_workers(
    options: argparse.Namespace, database: Database, service: WebService, cluster: Cluster | None
) -> tuple[PhaseStats, PhaseStats, PhaseStats]:
    print(f"  idle, each of {options.workers}: {service.format_memory()}", flush=True)
    async with playing_crowd(options, database, service, 100_000) as (crowd, tables):
        before = await measure_phase(crowd, service, options.seconds)
        print(f"  {options.workers} processes, before: {before}; {_format_cost(before)}", flush=True)
        print(f"  under load, each of them: {service.format_memory()}", flush=True)
        during, killed = await asyncio.gather(
            measure_phase(crowd, service, options.seconds),
            disturb(service, StoreRestart(service, cluster), options.seconds, options.kills),
        )
        print(f"  during {killed} kills and a restart: {during}", flush=True)
        after = await measure_phase(crowd, service, options.seconds)
        print(f"  after:             {after}", flush=True)
        crowd.stop_players()
        lost, waiting, stuck = await check_games(crowd, database, DatabaseStore(database), tables)
        print(
            f"  {sum(table.acknowledged - table.opening_moves for table in tables)} moves acknowledged, {lost} lost; "
            f"{waiting} games wait for the AI, {stuck} take no move",
            flush=True,
        )
        return before, during, after


@contextlib.asynccontextmanager
async def playing_crowd(
    options: argparse.Namespace, database: Database, service: WebService, first: int
) -> AsyncIterator[tuple[Crowd, list[LoadTable]]]:
    """Create tables for this service and play at them while the context is open."""
    tables = create_tables(database, first, options.games, options.house)
    crowd = Crowd(service, DatabaseStore(database), tables, options.pace)
    crowd.begin()
    try:
        await asyncio.sleep(options.warm)
        yield crowd, tables
    finally:
        await crowd.end()


@contextlib.contextmanager
def running_service(folder: Path, address: str, workers: int) -> Iterator[WebService]:
    service = WebService(folder, address, workers)
    try:
        yield service
    finally:
        service.stop()


def _format_cost(tally: PhaseStats) -> str:
    return f"{1000 * tally.cpu_seconds / max(len(tally.times), 1):.1f} ms of processor a move with its pages and news"


@contextlib.contextmanager
def postgres_cluster() -> Iterator[Cluster]:
    cluster = Cluster()
    try:
        yield cluster
    finally:
        cluster.remove()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--house", type=int, default=20, help="games with the AI partner at one seat")
    parser.add_argument("--seconds", type=float, default=60, help="of each phase")
    parser.add_argument("--warm", type=float, default=15, help="seconds before the first phase of each server")
    parser.add_argument("--pace", type=float, default=60.0, help="seconds between the moves of one game")
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--stores", default="postgresql,sqlite")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended early"))  # so that everything is cleaned up
    for store in options.stores.split(","):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            if store == "sqlite":
                asyncio.run(run(options, folder, str(folder / "games.sqlite"), None))
            else:
                with postgres_cluster() as cluster:
                    asyncio.run(run(options, folder, cluster.create("duo"), cluster))
    return 0


if __name__ == "__main__":
    sys.exit(main())
