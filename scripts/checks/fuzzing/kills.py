"""Kills commands at random moments, and checks that what they reported is on disk and that they can be resumed.

A case is a command and a moment. `play 0.4` is killed after four tenths of its usual time, `play w3` after it has
changed its files three times.
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
from duo.puzzle.pack import Pack, puzzle_from_json, puzzle_to_line
from duo.table.campaign.campaign_store import CampaignFolder
from duo.table.store.folder import FolderStore

DRAFT_AGE_SECONDS = 3600  # older drafts are abandoned
MAX_CLEANUP_SECONDS = 30  # until the worker processes of a killed command have ended
_CLUES = "ZEPPELIN QUARTZ ORCHID VIOLIN CACTUS PEPPER FALCON BISHOP COPPER SADDLE VELVET WALNUT WIZARD YOGURT".split()
_MOVE_LINE = re.compile(r"^([AB])(?:'s clue: (\S+) \d| touches (.+?): )", re.MULTILINE)
_DRAFT_NAME = re.compile(r"\..*\.[0-9a-f]{8}")


@dataclass(frozen=True)
class Victim:
    """A command to kill. It runs repeatedly in the same data directory."""

    arguments: Callable[[Path], list[str]]
    state: Callable[[Path], Any]  # reads what is saved in the directory; raises if it cannot be read
    check: Callable[["KillResult"], None]
    stdin: Callable[[], str] = lambda: ""
    writes_files: bool = True


@dataclass(frozen=True)
class KillResult:
    """The saved state before and after a kill, and the output of the command."""

    before: Any
    after: Any
    expected: Any  # the state after an undisturbed run
    output: str
    has_ended: bool  # whether the command ended before it was killed


def random_case(rng: random.Random, commands: Sequence[bytes]) -> bytes:
    """Return a random command and moment, half of them by time and half by file changes."""
    command = rng.choice(commands)
    by_time = rng.random() < 0.5 or not VICTIMS[command.decode()].writes_files
    return command + (f" {1.2 * rng.random():.3f}" if by_time else f" w{rng.randint(1, 8)}").encode()


def run(data: bytes, folder: Path) -> None:
    """Kill the command at this moment and check the result.

    If the command ends first, it must have succeeded, and an earlier moment is tried.
    """
    name, moment = data.decode().split()
    victim, data_dir = VICTIMS[name], folder / name
    data_dir.mkdir(exist_ok=True)
    seconds, expected = _run_undisturbed(name, folder)
    has_ended = True
    while has_ended:
        arguments = victim.arguments(data_dir)
        before = victim.state(data_dir)
        with _start(victim, data_dir, arguments) as process:
            _wait_for_moment(process, data_dir, moment, seconds)
            has_ended = process.poll() is not None
            process.kill()  # not its workers, which have to end by themselves
        output = _read_output(process, data_dir)
        _backdate_drafts(data_dir)
        victim.check(KillResult(before, victim.state(data_dir), expected, output, has_ended))
        if has_ended and (drafts := _draft_names(data_dir)):
            raise AssertionError(f"drafts that are never removed: {drafts}")
        moment = f"w{max(1, int(moment[1:]) // 2)}" if moment.startswith("w") else f"{float(moment) * 0.7:.3f}"


def _start(victim: Victim, data_dir: Path, arguments: list[str]) -> "subprocess.Popen[bytes]":
    """Start the command in its own session. Input and output are files, so that it never blocks."""
    typed = data_dir.with_suffix(".typed")
    typed.write_text(victim.stdin(), "utf-8")
    command = [sys.executable, "-c", "from duo.cli.main import main; main()", "--ui", "en", *arguments]
    settings = {**os.environ, "DUO_HOME": str(data_dir), "DUO_PACE": "0", "LANG": "C.UTF-8"}
    files = [data_dir.with_suffix(suffix) for suffix in (".typed", ".said", ".errors")]
    with files[0].open("rb") as keys, files[1].open("wb") as output, files[2].open("wb") as errors:
        return subprocess.Popen(
            command, env=settings, stdin=keys, stdout=output, stderr=errors, cwd=data_dir, start_new_session=True
        )


def _read_output(process: "subprocess.Popen[bytes]", data_dir: Path) -> str:
    """Return the output of the command. Raise if it failed by itself or if a worker process is left."""
    output, errors = (data_dir.with_suffix(suffix).read_text("utf-8", "replace") for suffix in (".said", ".errors"))
    # A worker that is starting while its parent is killed prints a traceback from Python's own code.
    if process.returncode != -signal.SIGKILL and (process.returncode != 0 or "Traceback" in errors):
        raise AssertionError(f"exit code {process.returncode}: {errors}")
    end = time.monotonic() + MAX_CLEANUP_SECONDS
    while time.monotonic() < end:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return output
        time.sleep(0.01)
    raise AssertionError("worker processes are left")


@cache
def _run_undisturbed(name: str, folder: Path) -> tuple[float, Any]:
    """Return the seconds and the saved state of a run that is not killed."""
    victim, data_dir = VICTIMS[name], folder / f"{name}-unharmed"
    data_dir.mkdir()
    victim.state(data_dir)
    started = time.perf_counter()
    with _start(victim, data_dir, victim.arguments(data_dir)) as process:
        process.wait()
    _read_output(process, data_dir)
    return time.perf_counter() - started, victim.state(data_dir)


def _wait_for_moment(process: "subprocess.Popen[bytes]", data_dir: Path, moment: str, usual: float) -> None:
    if not moment.startswith("w"):
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(float(moment) * usual)
        return
    changes, seen = int(moment[1:]), _snapshot(data_dir)
    while changes and process.poll() is None:
        time.sleep(0.0005)
        if (now := _snapshot(data_dir)) != seen:
            seen, changes = now, changes - 1


def _snapshot(data_dir: Path) -> list[tuple[str, int, int]]:
    return sorted(_file_states(data_dir))


def _file_states(data_dir: Path) -> Iterator[tuple[str, int, int]]:
    for entry in data_dir.rglob("*"):
        try:
            status = entry.stat()
        except FileNotFoundError:
            continue
        yield str(entry), status.st_size, status.st_mtime_ns


def _backdate_drafts(data_dir: Path) -> None:
    """Make the drafts of a killed command old, so that the next command removes them."""
    past = time.time() - DRAFT_AGE_SECONDS
    for path in data_dir.rglob(".*"):
        os.utime(path, (past, past))


def _draft_names(data_dir: Path) -> list[str]:
    return [path.name for path in data_dir.rglob(".*") if _DRAFT_NAME.fullmatch(path.name)]


# Arguments, saved state and checks of each command


def _saved_games(data_dir: Path) -> dict[str, Game]:
    """Return the saved games by file name.

    All must be readable. The unfinished one must not be locked, and saving it must remove old drafts.
    """
    store = FolderStore(data_dir / "games")
    unfinished, broken = store.unfinished()
    if broken or len(unfinished) > 1:
        raise AssertionError(f"{len(unfinished)} games are unfinished, {broken} cannot be read")
    for game in unfinished:
        resumed = store.resume(game.id)
        if resumed is None:
            raise AssertionError("a game that nobody plays is locked")
        with resumed[1] as saved:
            saved.save(resumed[0])
    if unfinished and (drafts := _draft_names(data_dir)):
        raise AssertionError(f"drafts that are never removed: {drafts}")
    return {path.name: read_record(read_text(str(path), 1 << 20)) for path in (data_dir / "games").glob("*.duo")}


def _play_arguments(data_dir: Path) -> list[str]:
    unfinished = FolderStore(data_dir / "games").unfinished()[0]
    return ["play"] if unfinished else ["play", "--hot-seat", "--no-guide"]


def _random_keys() -> str:
    """Return input that gives clues and touches words. The prompt refuses and repeats what does not fit."""
    rng = random.Random(time.time_ns())
    keys = [f"{clue} 1\n\n{rng.randint(1, 25)}\nstop\n\n" for clue in rng.sample(_CLUES, len(_CLUES)) * 2]
    return "\n" + "".join(keys)


def _check_no_move_lost(killed: KillResult) -> None:
    for name, game in killed.before.items():
        if not _move_text(killed.after[name]).startswith(_move_text(game)):
            raise AssertionError(f"{name} has lost a move")
    reported = {(seat, clue or touched) for seat, clue, touched in _MOVE_LINE.findall(killed.output)}
    saved = {(str(each.seat), each.word) for game in killed.after.values() for each in _clues_and_touches(game)}
    if not reported <= saved:
        raise AssertionError(f"reported but not saved: {reported - saved}")


def _move_text(game: Game) -> str:
    return str(game).partition("\n\n")[2].rstrip()


def _clues_and_touches(game: Game) -> Iterator[Clue | Touch]:
    yield from (turn.clue for turn in game.final.clues)
    yield from game.final.touches()


def _campaign_notes(data_dir: Path) -> list[str]:
    """Return the notes of the missions entered, which are consecutive numbers."""
    campaigns = CampaignFolder(data_dir / "campaigns")
    if not campaigns.teams():
        from duo.table.campaign.mission_map import shipped_map

        campaigns.create("Ann", shipped_map())
    loaded = campaigns.load("Ann")
    if loaded.damage:
        raise AssertionError(loaded.damage)
    return [played.note for played in loaded.campaign.games]


def _enter_arguments(data_dir: Path) -> list[str]:
    return ["campaign", "enter", "Prague", "won", "--note", str(len(_campaign_notes(data_dir)))]


def _check_entered_once(killed: KillResult) -> None:
    extended = [*killed.before, str(len(killed.before))]
    if killed.after != extended and (killed.has_ended or "Entered" in killed.output or killed.after != killed.before):
        raise AssertionError(f"{killed.before} became {killed.after}, and it said {killed.output!r}")


def _whole_lines(path: Path) -> list[str]:
    """Return the complete lines of a file. The last line may be cut off."""
    return path.read_text("utf-8").rpartition("\n")[0].split("\n") if path.exists() else []


def _selfplay_arguments(data_dir: Path) -> list[str]:
    """Continue the same run until it is complete, then start again."""
    games, out = 8, data_dir / "run.jsonl"
    if len(_whole_lines(out)) > games:
        out.unlink()
    players = ["--giver", "margin", "--guesser", "beginner"]
    return ["lab", "selfplay", "--count", str(games), "--seed", "3", "--jobs", "2", *players, "--out", out.name]


def _selfplay_lines(data_dir: Path) -> list[str]:
    return _whole_lines(data_dir / "run.jsonl")


def _pack_arguments(data_dir: Path) -> list[str]:
    """Continue the same pack until it is complete and its draft removed, then start again."""
    out = data_dir / "pack.json"
    if not draft_path(out).exists():
        out.unlink(missing_ok=True)
    return ["puzzle", "make", "--kind", "deduce", "--count", "12", "--seed", "3", "--jobs", "2", "--out", out.name]


def _puzzle_lines(data_dir: Path) -> list[str]:
    """Return the puzzles of the pack, or those of its draft."""
    if (pack := data_dir / "pack.json").exists():
        return [puzzle_to_line(puzzle) for puzzle in Pack.parse(pack.read_text("utf-8")).puzzles]
    entries = _whole_lines(draft_path(pack))[1:]
    return [puzzle_to_line(puzzle_from_json(json.loads(line)["puzzle"])) for line in entries]


def _check_only_grown(killed: KillResult) -> None:
    """Check that nothing is lost, that the lines equal those of an undisturbed run, and that a full run has all."""
    count = len(killed.after)
    if (
        count < len(killed.before)
        or killed.after != killed.expected[:count]
        or (killed.has_ended and count < len(killed.expected))
    ):
        raise AssertionError(f"{len(killed.before)} lines became {count} of {len(killed.expected)}")


def _finished_games(data_dir: Path) -> dict[str, str]:
    """Create games to count if there are none, and return their texts by file name."""
    folder = data_dir / "games"
    if not folder.exists():
        folder.mkdir(parents=True)
        for number, path in enumerate(sorted((Path(__file__).parents[3] / "tests/playthroughs").glob("*.duo"))):
            (folder / f"2026-01-01-0000{number:02}-abcd.duo").write_bytes(path.read_bytes())
    return {path.name: path.read_text("utf-8") for path in folder.iterdir()}


def _check_unchanged(killed: KillResult) -> None:
    if killed.before != killed.after:
        raise AssertionError("stats changed the saved games")
    if killed.has_ended and "Missions" not in killed.output:
        raise AssertionError(killed.output)


VICTIMS = {
    "play": Victim(_play_arguments, _saved_games, _check_no_move_lost, _random_keys),
    "campaign": Victim(_enter_arguments, _campaign_notes, _check_entered_once),
    "lab": Victim(_selfplay_arguments, _selfplay_lines, _check_only_grown),
    "puzzle": Victim(_pack_arguments, _puzzle_lines, _check_only_grown),
    "stats": Victim(lambda _data_dir: ["stats"], _finished_games, _check_unchanged, writes_files=False),
}
