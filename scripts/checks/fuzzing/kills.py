"""Commands that are killed at any moment: what they said they did is on disk, and the next command goes on from there.

A case names a command and a moment: `play 0.4` is killed after four tenths of the time that it takes, `play w3` when it
has changed its files three times.
"""

import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from duo.core.game import Game
from duo.core.game import read as read_record
from duo.core.moves import Clue, Touch
from duo.files.reading import read_text
from duo.puzzle.making.draft import draft_path
from duo.puzzle.pack import puzzle_from_json, puzzle_to_line
from duo.puzzle.pack import Pack
from duo.table.campaign.campaign_store import CampaignFolder
from duo.table.store.folder import FolderStore

DRAFT_AGE_SECONDS = 3600  # seconds, after which nobody can still be writing a draft
MAX_CLEANUP_SECONDS = 30  # seconds in which those who work for a killed command notice it
_CLUES = "ZEPPELIN QUARTZ ORCHID VIOLIN CACTUS PEPPER FALCON BISHOP COPPER SADDLE VELVET WALNUT WIZARD YOGURT".split()
_MOVE_LINE = re.compile(r"^([AB])(?:'s clue: (\S+) \d| touches (.+?): )", re.MULTILINE)
_DRAFT_NAME = re.compile(r"\..*\.[0-9a-f]{8}")


@dataclass(frozen=True)
class Victim:
    """A command that is killed in a folder where others of its kind were before."""

    arguments: Callable[[Path], list[str]]
    state: Callable[[Path], Any]  # what is kept in the folder; raises if it cannot be read
    check: Callable[["KillResult"], None]
    stdin: Callable[[], str] = lambda: ""
    writes_files: bool = True


@dataclass(frozen=True)
class KillResult:
    """What was there before and after, what would be there if nobody had killed the command, and what it had said."""

    before: Any
    after: Any
    expected: Any
    output: str
    has_ended: bool


def random_case(rng: random.Random, commands: Sequence[bytes]) -> bytes:
    """A command and a moment: half of them at a time, half of them at a change of its files."""
    command = rng.choice(commands)
    by_time = rng.random() < 0.5 or not VICTIMS[command.decode()].writes_files
    return command + (f" {1.2 * rng.random():.3f}" if by_time else f" w{rng.randint(1, 8)}").encode()


def run(data: bytes, folder: Path) -> None:
    """Kill the command at this moment; if it ended before, that must have gone well, and an earlier moment is tried."""
    name, moment = data.decode().split()
    victim, home = VICTIMS[name], folder / name
    home.mkdir(exist_ok=True)
    seconds, whole = _run_undisturbed(name, folder)
    ended = True
    while ended:
        arguments = victim.arguments(home)
        before = victim.state(home)
        with _start(victim, home, arguments) as process:
            _wait_for_moment(process, home, moment, seconds)
            ended = process.poll() is not None
            process.kill()  # it alone: those that work for it end by themselves
        said = _read_output(process, home)
        _backdate_drafts(home)
        victim.check(KillResult(before, victim.state(home), whole, said, ended))
        if ended and (drafts := _draft_names(home)):
            raise AssertionError(f"drafts that nobody sweeps: {drafts}")
        moment = f"w{max(1, int(moment[1:]) // 2)}" if moment.startswith("w") else f"{float(moment) * 0.7:.3f}"


def _start(victim: Victim, home: Path, arguments: list[str]) -> "subprocess.Popen[bytes]":
    """The command in a session of its own; what is typed and told is in files, so that it never waits for us."""
    typed = home.with_suffix(".typed")
    typed.write_text(victim.stdin(), "utf-8")
    command = [sys.executable, "-c", "from duo.cli.main import main; main()", "--ui", "en", *arguments]
    settings = {**os.environ, "DUO_HOME": str(home), "DUO_PACE": "0", "LANG": "C.UTF-8"}
    files = [home.with_suffix(suffix) for suffix in (".typed", ".said", ".errors")]
    with files[0].open("rb") as keys, files[1].open("wb") as said, files[2].open("wb") as errors:
        return subprocess.Popen(
            command, env=settings, stdin=keys, stdout=said, stderr=errors, cwd=home, start_new_session=True
        )


def _read_output(process: "subprocess.Popen[bytes]", home: Path) -> str:
    """What the command told before it ended; by itself it ends well, and nobody who worked for it stays."""
    said, errors = (home.with_suffix(suffix).read_text("utf-8", "replace") for suffix in (".said", ".errors"))
    # A process that is being started for one that is killed meanwhile complains, in Python's own code.
    if process.returncode != -signal.SIGKILL and (process.returncode != 0 or "Traceback" in errors):
        raise AssertionError(f"exit code {process.returncode}: {errors}")
    end = time.monotonic() + MAX_CLEANUP_SECONDS
    while time.monotonic() < end:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return said
        time.sleep(0.01)
    raise AssertionError("processes that work for nobody")


@cache
def _run_undisturbed(name: str, folder: Path) -> tuple[float, Any]:
    """How many seconds the command takes when nobody kills it, and what is there when it has ended."""
    victim, home = VICTIMS[name], folder / f"{name}-unharmed"
    home.mkdir()
    victim.state(home)
    started = time.perf_counter()
    with _start(victim, home, victim.arguments(home)) as process:
        process.wait()
    _read_output(process, home)
    return time.perf_counter() - started, victim.state(home)


def _wait_for_moment(process: "subprocess.Popen[bytes]", home: Path, moment: str, usual: float) -> None:
    if not moment.startswith("w"):
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(float(moment) * usual)
        return
    changes, seen = int(moment[1:]), _snapshot(home)
    while changes and process.poll() is None:
        time.sleep(0.0005)
        if (now := _snapshot(home)) != seen:
            seen, changes = now, changes - 1


def _snapshot(home: Path) -> list[tuple[str, int, int]]:
    return sorted(_file_states(home))


def _file_states(home: Path) -> Iterator[tuple[str, int, int]]:
    for entry in home.rglob("*"):
        try:
            told = entry.stat()
        except FileNotFoundError:
            continue
        yield str(entry), told.st_size, told.st_mtime_ns


def _backdate_drafts(home: Path) -> None:
    """Make old what a killed writer left: the next one must remove it."""
    past = time.time() - DRAFT_AGE_SECONDS
    for path in home.rglob(".*"):
        os.utime(path, (past, past))


def _draft_names(home: Path) -> list[str]:
    return [path.name for path in home.rglob(".*") if _DRAFT_NAME.fullmatch(path.name)]


# What is kept by each command


def _saved_games(home: Path) -> dict[str, Game]:
    """Every game of the folder, by its file; all can be read, the one that waits is free, and its drafts are swept."""
    store = FolderStore(home / "games")
    waiting, broken = store.unfinished()
    if broken or len(waiting) > 1:
        raise AssertionError(f"{len(waiting)} games wait, {broken} cannot be read")
    for left in waiting:
        taken = store.resume(left.id)
        if taken is None:
            raise AssertionError("a game that nobody plays is held")
        with taken[1] as saved:
            saved.save(taken[0])
    if waiting and (drafts := _draft_names(home)):
        raise AssertionError(f"drafts that nobody sweeps: {drafts}")
    return {path.name: read_record(read_text(str(path), 1 << 20)) for path in (home / "games").glob("*.duo")}


def _play_arguments(home: Path) -> list[str]:
    waits = FolderStore(home / "games").unfinished()[0]
    return ["play"] if waits else ["play", "--hot-seat", "--no-guide"]


def _random_keys() -> str:
    """Keys that say and touch something whatever is asked; what does not fit is refused and asked again."""
    rng = random.Random(time.time_ns())
    keys = [f"{clue} 1\n\n{rng.randint(1, 25)}\nstop\n\n" for clue in rng.sample(_CLUES, len(_CLUES)) * 2]
    return "\n" + "".join(keys)


def _check_no_move_lost(killed: KillResult) -> None:
    for name, game in killed.before.items():
        if not _move_text(killed.after[name]).startswith(_move_text(game)):
            raise AssertionError(f"{name} has lost a move")
    done = {(seat, clue or touched) for seat, clue, touched in _MOVE_LINE.findall(killed.output)}
    kept = {(str(each.seat), each.word) for game in killed.after.values() for each in _clues_and_touches(game)}
    if not done <= kept:
        raise AssertionError(f"told and not kept: {done - kept}")


def _move_text(game: Game) -> str:
    return str(game).partition("\n\n")[2].rstrip()


def _clues_and_touches(game: Game) -> Iterator[Clue | Touch]:
    yield from (turn.clue for turn in game.final.clues)
    yield from game.final.touches()


def _campaign_notes(home: Path) -> list[str]:
    """The notes of the missions entered, which are numbers in turn."""
    campaigns = CampaignFolder(home / "campaigns")
    if not campaigns.teams():
        from duo.table.campaign.mission_map import shipped_map

        campaigns.create("Ann", shipped_map())
    loaded = campaigns.load("Ann")
    if loaded.damage:
        raise AssertionError(loaded.damage)
    return [played.note for played in loaded.campaign.games]


def _enter_arguments(home: Path) -> list[str]:
    return ["campaign", "enter", "Prague", "won", "--note", str(len(_campaign_notes(home)))]


def _check_entered_once(killed: KillResult) -> None:
    more = [*killed.before, str(len(killed.before))]
    if killed.after != more and (killed.has_ended or "Entered" in killed.output or killed.after != killed.before):
        raise AssertionError(f"{killed.before} became {killed.after}, and it said {killed.output!r}")


def _whole_lines(path: Path) -> list[str]:
    """Those of a file that grows; the last may be cut."""
    return path.read_text("utf-8").rpartition("\n")[0].split("\n") if path.exists() else []


def _selfplay_arguments(home: Path) -> list[str]:
    """The same run until it is whole; then it begins anew."""
    games, out = 8, home / "run.jsonl"
    if len(_whole_lines(out)) > games:
        out.unlink()
    players = ["--giver", "margin", "--guesser", "beginner"]
    return ["lab", "selfplay", "--games", str(games), "--seed", "3", "--jobs", "2", *players, "--out", out.name]


def _selfplay_lines(home: Path) -> list[str]:
    return _whole_lines(home / "run.jsonl")


def _pack_arguments(home: Path) -> list[str]:
    """The same pack until it is whole, and its draft gone; then it begins anew."""
    out = home / "pack.json"
    if not draft_path(out).exists():
        out.unlink(missing_ok=True)
    return ["puzzle", "make", "--kind", "deduce", "--count", "12", "--seed", "3", "--jobs", "2", "--out", out.name]


def _puzzle_lines(home: Path) -> list[str]:
    """Those of the pack, if it is there, and else those of its draft."""
    if (pack := home / "pack.json").exists():
        return [puzzle_to_line(puzzle) for puzzle in Pack.parse(pack.read_text("utf-8")).puzzles]
    entries = _whole_lines(draft_path(pack))[1:]
    return [puzzle_to_line(puzzle_from_json(json.loads(line)["puzzle"])) for line in entries]


def _check_only_grown(killed: KillResult) -> None:
    """Nothing is lost, nothing else is there than if nobody had killed it, and one that ended has everything."""
    kept = len(killed.after)
    if (
        kept < len(killed.before)
        or killed.after != killed.expected[:kept]
        or (killed.has_ended and kept < len(killed.expected))
    ):
        raise AssertionError(f"{len(killed.before)} lines became {kept} of {len(killed.expected)}")


def _finished_games(home: Path) -> dict[str, str]:
    """Games to count: one of each ending, as they are written."""
    folder = home / "games"
    if not folder.exists():
        folder.mkdir(parents=True)
        for number, path in enumerate(sorted((Path(__file__).parents[3] / "tests/playthroughs").glob("*.duo"))):
            (folder / f"2026-01-01-0000{number:02}-abcd.duo").write_bytes(path.read_bytes())
    return {path.name: path.read_text("utf-8") for path in folder.iterdir()}


def _check_unchanged(killed: KillResult) -> None:
    if killed.before != killed.after:
        raise AssertionError("counting has changed what it counts")
    if killed.has_ended and "Missions" not in killed.output:
        raise AssertionError(killed.output)


VICTIMS = {
    "play": Victim(_play_arguments, _saved_games, _check_no_move_lost, _random_keys),
    "campaign": Victim(_enter_arguments, _campaign_notes, _check_entered_once),
    "lab": Victim(_selfplay_arguments, _selfplay_lines, _check_only_grown),
    "puzzle": Victim(_pack_arguments, _puzzle_lines, _check_only_grown),
    "stats": Victim(lambda _home: ["stats"], _finished_games, _check_unchanged, writes_files=False),
}
