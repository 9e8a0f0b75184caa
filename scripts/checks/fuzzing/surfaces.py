"""Everything that reads what others wrote, by name: good input to begin with, and what must hold for any input.

A surface takes bytes. A Refusal is an answer; any other exception is a crash.
"""

import io
import json
import os
import random
import shutil
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from duo import text
from duo.core.key import KeyCard
from duo.core.mission import Mission
from duo.core.record import read as read_record
from duo.core.refusal import Refusal
from duo.core.word import has_control
from fuzzing import kills, seeds
from fuzzing.mutate import mutated
from fuzzing.seeds import files, plain

MOST_TOLD = 20


def held(condition: object, what: str) -> None:
    """Something that must hold for any input."""
    if not condition:
        raise AssertionError(what)


def told(refusal: Refusal) -> None:
    """A refusal can be told in every language, and nothing in it is obeyed by a terminal."""
    for language in text.LANGUAGES:
        with text.speaking(language):
            for problem in refusal.each()[:MOST_TOLD]:
                held(not has_control(text.tell(problem)), "a refusal with a control character")


@dataclass(frozen=True)
class Surface:
    """What is tried: seeds to change, and a function that takes any bytes, given a folder of its own."""

    seeds: Callable[[], Iterable[bytes]]
    run: Callable[[bytes, Path], None]
    limit: float = 5.0  # seconds of the processor for one case
    vary: Callable[[random.Random, Sequence[bytes]], bytes] = mutated
    slow: bool = False  # tried only when it is asked for by name, on a real disk

    @cached_property
    def corpus(self) -> tuple[bytes, ...]:
        return tuple(self.seeds())

    def try_(self, data: bytes, folder: Path) -> None:
        try:
            self.run(data, folder)
        except Refusal as refusal:
            told(refusal)


def _string(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


# The engine


def _engine(data: bytes, _folder: Path) -> None:
    from duo.engine.serve import lines, reply

    for line in lines(io.BytesIO(data)):
        answer = json.loads(reply(line).body)
        held(isinstance(answer, dict), "an answer that is no object")
        held(answer.get("error", {}).get("code") != "internal", f"internal: {answer.get('error')}")


# Games


def _record(data: bytes, _folder: Path) -> None:
    written = data.decode("utf-8", "replace")
    game = read_record(written)
    again = read_record(str(game))
    held(again == game, "a record that reads back as another game")
    held(str(again) == str(game), "a record that is written differently the second time")
    lines = [line.rstrip(" ") for line in written.replace("\r\n", "\n").split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    held("\n".join(lines).casefold() == str(game).rstrip("\n").casefold(), "a record that loses something when written")


def _games(data: bytes, folder: Path) -> None:
    from duo.table.store.folder import FolderStore

    home = folder / "games"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()
    path = home / "2026-01-01-000000-abcd.duo"
    path.write_bytes(data)
    store = FolderStore(home)
    list(store.all_games())
    waiting, broken = store.unfinished()
    aside = home / "broken" / path.name
    held(path.is_file() != aside.is_file(), "a saved game that is gone")
    held(bool(broken) == aside.is_file(), "a saved game that was put aside without a word")
    for each in broken:
        told(each.reason)
    for left in waiting:
        taken = store.resume(left.id)
        if taken is None:
            raise AssertionError("a waiting game that cannot be gone on with")
        taken[1].close()


# What is typed


def _typed(data: bytes, _folder: Path) -> None:
    from duo.cli.terminal import prompt
    from duo.core.position import Position
    from duo.words import legality

    line = prompt.clean(_string(data))
    prompt.command(line)
    table = Position.start(seeds.BOARD, KeyCard.from_number(0))
    try:
        prompt.pick(line, table, range(25))
    except Refusal as refusal:
        told(refusal)
    typed = prompt.clue(line)
    for lang in text.LANGUAGES:
        legality.check(typed.word, typed.count, seeds.BOARD, lang)


def _clue(data: bytes, _folder: Path) -> None:
    from duo.words import legality

    for lang in text.LANGUAGES:
        with text.speaking(lang):
            ruling = legality.check(_string(data), 2, seeds.BOARD, lang)
            held(not has_control(ruling.why + (ruling.caution or "")), "a ruling with a control character")


def _cards(data: bytes, _folder: Path) -> None:
    line = _string(data)
    for parse in (KeyCard.parse, KeyCard.from_code, Mission.parse):
        try:
            value: Any = parse(line)
        except Refusal as refusal:
            told(refusal)
        else:
            held(parse(str(value) if parse != KeyCard.from_code else value.code) == value, "a value without its text")


# Files


def _deck(data: bytes, _folder: Path) -> None:
    from duo.deck.file import read

    deck = read(_string(data))
    held(read(deck.to_json()) == deck, "a deck that reads back as another")
    held(read(deck.to_csv()).cards == deck.cards, "a table of cards that reads back as others")


def _pack(data: bytes, _folder: Path) -> None:
    from duo.puzzle.pack import read

    pack = read(_string(data))
    held(read(str(pack)) == pack, "a pack that reads back as another")


def _campaign(data: bytes, _folder: Path) -> None:
    from duo.table.campaign.campaign import Campaign

    campaign = Campaign.parse(_string(data))
    held(Campaign.parse(str(campaign)) == campaign, "a campaign that reads back as another")


def _map(data: bytes, _folder: Path) -> None:
    from duo.table.campaign.mission_map import MissionMap

    found = MissionMap.parse(_string(data))
    held(MissionMap.from_value(found.value()) == found, "a map that reads back as another")


def _theme(data: bytes, folder: Path) -> None:
    from duo.paper import theme

    (folder / "theme.toml").write_bytes(data)
    theme.load(str(folder / "theme.toml"))


def _art(data: bytes, folder: Path) -> None:
    """A picture or a font beside a theme; one that was taken is printed, too."""
    from duo.paper import pdf, svg
    from duo.paper.art import Art
    from duo.paper.shapes import Page, Picture, Text
    from duo.paper.typeface import Typeface

    home = folder / f"{zlib.crc32(data):x}"  # fonts are remembered by their paths
    home.mkdir(exist_ok=True)
    path = home / "art.ttf"
    path.write_bytes(data)
    try:
        shape: Picture | Text = Picture(0, 0, 60, 40, Art.load(path))
    except Refusal:
        face = Typeface.load(path)
        face.check("A")
        shape = Text((30, 20), "A", 5, typeface=face)
    page = Page(60, 40, (shape,))
    pdf.document([page], "art")
    svg.document(page, "art")
    shutil.rmtree(home)


def _table(data: bytes, _folder: Path) -> None:
    from duo.table.real_table import RealTable

    table = RealTable.parse(_string(data))
    held(RealTable.parse(str(table)) == table, "a real table that reads back as another")
    table.outcome()


def _draft(data: bytes, folder: Path) -> None:
    """A pack that grows, begun by somebody else, or cut off."""
    from duo.puzzle.making.draft import _kept

    path = folder / "pack.json.part"
    path.write_bytes(data)
    head = data.partition(b"\n")[0] + b"\n"
    puzzles, whole = _kept(path, head)
    held(whole <= len(data) and (not puzzles or whole > len(head)), "puzzles that stand nowhere")


def _lab(data: bytes, _folder: Path) -> None:
    from duo.lab.report import report

    json.dumps(report(io.BytesIO(data)).figures(), allow_nan=False)


def _diary(data: bytes, _folder: Path) -> None:
    from duo.puzzle.daily import Diary

    diary = Diary.parse(data)
    held(Diary.parse(str(diary)) == diary, "a diary that reads back as another")


def _solver(data: bytes, _folder: Path) -> None:
    """What is kept of one who solves puzzles: any rating goes on after a try."""
    from duo.puzzle.solver import Solver

    solver = Solver.parse(data)
    held(Solver.parse(str(solver)) == solver, "a solver that reads back as another")
    for solved in (True, False):
        after = replace(solver, puzzles={}).with_first_try(seeds.puzzles()[0], solved=solved)
        held(np.isfinite([after.player.rating, after.player.deviation, after.player.volatility]).all(), "no rating")
        held(after.level in range(1, 6), "no level")


def _wordlist(data: bytes, folder: Path) -> None:
    from duo.words import wordlist

    path = folder / "words.txt"
    path.write_bytes(data)
    listed = wordlist.read(str(path))
    for line, problem in [*wordlist.problems(listed)[:MOST_TOLD], *wordlist.kinships(listed)[:MOST_TOLD]]:
        told(wordlist.located(line, problem))
    wordlist.load(str(path), "en")


def _vectors(data: bytes, folder: Path) -> None:
    from duo.vectors.readers import read_file

    path = folder / "vectors"
    path.write_bytes(data)
    words, rows = read_file(path)
    held(len(words) == len(rows) and rows.ndim == 2, "words without vectors")


def _model(data: bytes, folder: Path) -> None:
    from duo.mind.listener.listener import Listener
    from duo.mind.model.manifest import describe_files
    from duo.mind.model.model import Model

    home = folder / "model"
    shutil.copytree(seeds.COMPAT / "model", home, dirs_exist_ok=True)
    files = seeds.model_files(home)
    chosen, right = files[data[0] % len(files)] if data else files[0], data[1:2] == b"\x01"
    chosen.write_bytes(data[2:])
    manifest = home / "manifest.json"
    if right and chosen != manifest:
        kept = json.loads(manifest.read_text("utf-8"))
        kept["files"] = describe_files(home, list(kept["files"]))
        manifest.write_text(json.dumps(kept))
    for ear in list(Model.open(home).manifest.ears):
        listener = Listener(Model.open(home, ear))
        held(np.isfinite(listener.touch("ocean", seeds.BOARD)).all(), "a chance that is no number")
        held(np.isfinite(listener.touch_all(seeds.BOARD)).all(), "a chance that is no number")


# The command

_SLOW = {"selfplay", "import", "print", "deck", "similar", "compare", "play", "make"}


def _command(data: bytes, folder: Path) -> None:
    from click.testing import CliRunner

    from duo.cli.main import duo

    arguments = _string(data).replace("\0", "").split("\x1f")  # no process can be given a NUL
    if not set(seeds.VERBS) & set(arguments) or _SLOW & set(arguments):
        return
    os.chdir(folder)
    (folder / "file").write_bytes(data)
    environment = {"DUO_HOME": str(folder / "home"), "DUO_MODEL": None}
    ran = CliRunner().invoke(duo, arguments, input=data, env=environment)
    if ran.exception and not isinstance(ran.exception, SystemExit):
        raise ran.exception
    held(ran.exit_code in {0, 1, 2, 3}, f"exit code {ran.exit_code}")
    obeyed = {letter for letter in ran.output if has_control(letter) and letter not in "\n\t"}
    held(not obeyed, f"a terminal could obey {obeyed}")


SURFACES = {
    "engine": Surface(seeds.requests, _engine),
    "record": Surface(files("playthroughs/*.duo", "data/compat/records/*.duo"), _record),
    "games": Surface(files("data/compat/home/games/*.duo"), _games),
    "typed": Surface(plain("ocean 2", "ocean 2 (whale, shark)", "why whale", "c3", "7", "/stop", "règles"), _typed),
    "clue": Surface(plain("OCEAN", "sea-dog", "whaling", "New York", "kingly", "l'eau", "œuvre"), _clue),
    "card": Surface(plain("HDNQXZJ2WH1~", "Cairo 9-5", "gxgg./g...g/ggx../..x../.g..g xg..g/g..gg/....g/g.x.x/..g.g"),
                    _cards),
    "deck": Surface(files("data/compat/decks/*"), _deck),
    "pack": Surface(files("data/compat/packs/*"), _pack),
    "campaign": Surface(files("data/compat/home/campaigns/*.json", "data/compat/campaign-export.json"), _campaign),
    "map": Surface(files("data/compat/maps/*", "../missions/map.toml"), _map),
    "theme": Surface(seeds.themes, _theme),
    "art": Surface(seeds.art, _art),
    "table": Surface(seeds.tables, _table),
    "draft": Surface(seeds.drafts, _draft),
    "lab": Surface(files("data/compat/lab/*"), _lab),
    "diary": Surface(files("data/compat/home/daily-en.json"), _diary),
    "solver": Surface(seeds.solvers, _solver),
    "wordlist": Surface(plain("\n".join(seeds.WORDS), ",".join(seeds.WORDS), "# a list\nwhale\nWHALE\n"), _wordlist),
    "vectors": Surface(seeds.vectors, _vectors),
    "model": Surface(seeds.models, _model),
    "command": Surface(seeds.commands, _command),
    "kill": Surface(plain(*kills.VICTIMS), kills.run, limit=60.0, vary=kills.cases, slow=True),
}  # fmt: skip
