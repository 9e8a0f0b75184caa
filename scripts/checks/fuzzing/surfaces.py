"""The surfaces to fuzz: everything that reads input, with seeds and with properties that hold for any input.

A surface takes bytes. A Refusal is a valid answer. Any other exception is a crash.
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
from duo.core.game import read as read_record
from duo.core.key import KeyCard
from duo.core.mission import Mission
from duo.core.refusal import Refusal
from duo.core.word import has_control_chars
from fuzzing import kills, seeds
from fuzzing.mutate import mutate
from fuzzing.seeds import encoded_texts, file_contents

MAX_PROBLEMS = 20


def require(condition: object, message: str) -> None:
    """Raise AssertionError unless the condition holds."""
    if not condition:
        raise AssertionError(message)


def check_refusal(refusal: Refusal) -> None:
    """Check that a refusal can be formatted in every language and has no control characters."""
    for language in text.LANGUAGES:
        with text.in_language(language):
            for problem in refusal.all_problems()[:MAX_PROBLEMS]:
                require(not has_control_chars(text.format_refusal(problem)), "a refusal with a control character")


@dataclass(frozen=True)
class Surface:
    """Something that reads input."""

    seeds: Callable[[], Iterable[bytes]]
    run: Callable[[bytes, Path], None]  # takes any bytes, and a folder to write to
    max_cpu_seconds: float = 5.0  # per case
    vary: Callable[[random.Random, Sequence[bytes]], bytes] = mutate
    is_slow: bool = False  # only run on request, and on a real disk

    @cached_property
    def corpus(self) -> tuple[bytes, ...]:
        return tuple(self.seeds())

    def run_case(self, data: bytes, folder: Path) -> None:
        try:
            self.run(data, folder)
        except Refusal as refusal:
            check_refusal(refusal)


def _decode(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


# The engine


def _engine(data: bytes, _folder: Path) -> None:
    from duo.engine.serve import read_lines, reply_to_request

    for line in read_lines(io.BytesIO(data)):
        answer = json.loads(reply_to_request(line).body)
        require(isinstance(answer, dict), "an answer that is not an object")
        require(answer.get("error", {}).get("code") != "internal", f"internal: {answer.get('error')}")


# Games


def _record(data: bytes, _folder: Path) -> None:
    source = data.decode("utf-8", "replace")
    game = read_record(source)
    again = read_record(str(game))
    require(again == game, "a record that reads back as another game")
    require(str(again) == str(game), "a record that is written differently the second time")
    lines = [line.rstrip(" ") for line in source.replace("\r\n", "\n").split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    require(
        "\n".join(lines).casefold() == str(game).rstrip("\n").casefold(), "a record that loses something when written"
    )


def _games(data: bytes, folder: Path) -> None:
    from duo.table.store.folder import FolderStore

    games_dir = folder / "games"
    shutil.rmtree(games_dir, ignore_errors=True)
    games_dir.mkdir()
    path = games_dir / "2026-01-01-000000-abcd.duo"
    path.write_bytes(data)
    store = FolderStore(games_dir)
    list(store.all_games())
    waiting, broken = store.unfinished()
    set_aside = games_dir / "broken" / path.name
    require(path.is_file() != set_aside.is_file(), "a saved game that is gone")
    require(bool(broken) == set_aside.is_file(), "a saved game that was set aside without a message")
    for damaged in broken:
        check_refusal(damaged.reason)
    for game in waiting:
        resumed = store.resume(game.id)
        if resumed is None:
            raise AssertionError("an unfinished game that cannot be resumed")
        resumed[1].close()


# What is typed


def _typed(data: bytes, _folder: Path) -> None:
    from duo.cli.terminal import prompt
    from duo.core.position import Position
    from duo.words import legality

    line = prompt.clean_typed_line(_decode(data))
    prompt.parse_command(line)
    table = Position.start(seeds.BOARD, KeyCard.from_number(0))
    try:
        prompt.parse_word_pick(line, table, range(25))
    except Refusal as refusal:
        check_refusal(refusal)
    typed = prompt.parse_clue(line)
    for lang in text.LANGUAGES:
        legality.check(typed.word, typed.count, seeds.BOARD, lang)


def _clue(data: bytes, _folder: Path) -> None:
    from duo.words import legality

    for lang in text.LANGUAGES:
        with text.in_language(lang):
            ruling = legality.check(_decode(data), 2, seeds.BOARD, lang)
            require(not has_control_chars(ruling.why + (ruling.caution or "")), "a ruling with a control character")


def _cards(data: bytes, _folder: Path) -> None:
    line = _decode(data)
    for parse in (KeyCard.parse, KeyCard.from_code, Mission.parse):
        try:
            value: Any = parse(line)
        except Refusal as refusal:
            check_refusal(refusal)
        else:
            require(
                parse(str(value) if parse != KeyCard.from_code else value.code) == value, "a value without its text"
            )


# Files


def _deck(data: bytes, _folder: Path) -> None:
    from duo.deck.file import Deck

    deck = Deck.parse(_decode(data))
    require(Deck.parse(deck.to_json()) == deck, "a deck that reads back as another")
    require(Deck.parse(deck.to_csv()).cards == deck.cards, "a table of cards that reads back as others")


def _pack(data: bytes, _folder: Path) -> None:
    from duo.puzzle.pack import Pack

    pack = Pack.parse(_decode(data))
    require(Pack.parse(str(pack)) == pack, "a pack that reads back as another")


def _campaign(data: bytes, _folder: Path) -> None:
    from duo.table.campaign.campaign import Campaign

    campaign = Campaign.parse(_decode(data))
    require(Campaign.parse(str(campaign)) == campaign, "a campaign that reads back as another")


def _map(data: bytes, _folder: Path) -> None:
    from duo.table.campaign.mission_map import MissionMap

    found = MissionMap.parse(_decode(data))
    require(MissionMap.from_json(found.to_json()) == found, "a map that reads back as another")


def _theme(data: bytes, folder: Path) -> None:
    from duo.paper import theme

    (folder / "theme.toml").write_bytes(data)
    theme.load_theme(str(folder / "theme.toml"))


def _art(data: bytes, folder: Path) -> None:
    """Load a picture or a font of a theme. If it is accepted, print it as well."""
    from duo.paper import pdf, svg
    from duo.paper.art import BackPicture
    from duo.paper.shapes import Page, Picture, Text
    from duo.paper.typeface import Typeface

    art_dir = folder / f"{zlib.crc32(data):x}"  # fonts are cached by path
    art_dir.mkdir(exist_ok=True)
    path = art_dir / "art.ttf"
    path.write_bytes(data)
    try:
        shape: Picture | Text = Picture(0, 0, 60, 40, BackPicture.load(path))
    except Refusal:
        face = Typeface.load(path)
        face.check_letters("A")
        shape = Text((30, 20), "A", 5, typeface=face)
    page = Page(60, 40, (shape,))
    pdf.document([page], "art")
    svg.document(page, "art")
    shutil.rmtree(art_dir)


def _table(data: bytes, _folder: Path) -> None:
    from duo.table.real_table import RealTable

    table = RealTable.parse(_decode(data))
    require(RealTable.parse(str(table)) == table, "a real table that reads back as another")
    table.outcome()


def _draft(data: bytes, folder: Path) -> None:
    """Read a draft that another process wrote, or that was cut off."""
    from duo.puzzle.making.draft import _read_draft

    path = folder / "pack.json.part"
    path.write_bytes(data)
    head = data.partition(b"\n")[0] + b"\n"
    puzzles, end = _read_draft(path, head)
    require(end <= len(data) and (not puzzles or end > len(head)), "puzzles outside the file")


def _lab(data: bytes, _folder: Path) -> None:
    from duo.lab.report import report_run

    json.dumps(report_run(io.BytesIO(data)).figures(), allow_nan=False)


def _diary(data: bytes, _folder: Path) -> None:
    from duo.puzzle.daily import Diary

    diary = Diary.parse(data)
    require(Diary.parse(str(diary)) == diary, "a diary that reads back as another")


def _solver(data: bytes, _folder: Path) -> None:
    """Read a solver, and check that its rating stays valid after another puzzle."""
    from duo.puzzle.solver import Solver

    solver = Solver.parse(data)
    require(Solver.parse(str(solver)) == solver, "a solver that reads back as another")
    for solved in (True, False):
        after = replace(solver, puzzles={}).with_first_try(seeds.puzzles()[0], solved=solved)
        require(np.isfinite([after.player.rating, after.player.deviation, after.player.volatility]).all(), "no rating")
        require(after.suitable_grade in range(1, 6), "no level")


def _wordlist(data: bytes, folder: Path) -> None:
    from duo.words import wordlist

    path = folder / "words.txt"
    path.write_bytes(data)
    listed = wordlist.read_wordlist_source(str(path))
    for line, problem in [
        *wordlist.wordlist_problems(listed)[:MAX_PROBLEMS],
        *wordlist.related_word_warnings(listed)[:MAX_PROBLEMS],
    ]:
        check_refusal(wordlist.add_line_number(line, problem))
    wordlist.load_wordlist(str(path), "en")


def _vectors(data: bytes, folder: Path) -> None:
    from duo.vectors.readers import read_vector_file

    path = folder / "vectors"
    path.write_bytes(data)
    words, rows = read_vector_file(path)
    require(len(words) == len(rows) and rows.ndim == 2, "words without vectors")


def _model(data: bytes, folder: Path) -> None:
    from duo.mind.listener.listener import Listener
    from duo.mind.model.manifest import describe_files
    from duo.mind.model.model import Model

    model_dir = folder / "model"
    shutil.copytree(seeds.COMPAT_DIR / "model", model_dir, dirs_exist_ok=True)
    files = seeds.model_files(model_dir)
    chosen, fix_checksums = files[data[0] % len(files)] if data else files[0], data[1:2] == b"\x01"
    chosen.write_bytes(data[2:])
    manifest = model_dir / "manifest.json"
    if fix_checksums and chosen != manifest:
        content = json.loads(manifest.read_text("utf-8"))
        content["files"] = describe_files(model_dir, list(content["files"]))
        manifest.write_text(json.dumps(content))
    for ear in list(Model.open(model_dir).manifest.ears):
        listener = Listener(Model.open(model_dir, ear))
        require(np.isfinite(listener.touch("ocean", seeds.BOARD)).all(), "a chance that is no number")
        require(np.isfinite(listener.touch_all(seeds.BOARD)).all(), "a chance that is no number")


# The command

_SLOW_COMMANDS = {"selfplay", "import", "print", "deck", "similar", "compare", "play", "make"}


def _command(data: bytes, folder: Path) -> None:
    from click.testing import CliRunner

    from duo.cli.main import duo

    arguments = _decode(data).replace("\0", "").split("\x1f")  # arguments cannot contain NUL
    if not set(seeds.COMMAND_NAMES) & set(arguments) or _SLOW_COMMANDS & set(arguments):
        return
    os.chdir(folder)
    (folder / "file").write_bytes(data)
    environment = {"DUO_HOME": str(folder / "home"), "DUO_MODEL": None}
    result = CliRunner().invoke(duo, arguments, input=data, env=environment)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    require(result.exit_code in {0, 1, 2, 3}, f"exit code {result.exit_code}")
    control_chars = {letter for letter in result.output if has_control_chars(letter) and letter not in "\n\t"}
    require(not control_chars, f"control characters in the output: {control_chars}")


SURFACES = {
    "engine": Surface(seeds.engine_requests, _engine),
    "record": Surface(file_contents("playthroughs/*.duo", "data/compat/records/*.duo"), _record),
    "games": Surface(file_contents("data/compat/home/games/*.duo"), _games),
    "typed": Surface(
        encoded_texts("ocean 2", "ocean 2 (whale, shark)", "why whale", "c3", "7", "/stop", "règles"), _typed
    ),
    "clue": Surface(encoded_texts("OCEAN", "sea-dog", "whaling", "New York", "kingly", "l'eau", "œuvre"), _clue),
    "card": Surface(
        encoded_texts("HDNQXZJ2WH1~", "Cairo 9-5", "gxgg./g...g/ggx../..x../.g..g xg..g/g..gg/....g/g.x.x/..g.g"),
        _cards,
    ),
    "deck": Surface(file_contents("data/compat/decks/*"), _deck),
    "pack": Surface(file_contents("data/compat/packs/*"), _pack),
    "campaign": Surface(
        file_contents("data/compat/home/campaigns/*.json", "data/compat/campaign-export.json"), _campaign
    ),
    "map": Surface(file_contents("data/compat/maps/*", "../missions/map.toml"), _map),
    "theme": Surface(seeds.themes, _theme),
    "art": Surface(seeds.art, _art),
    "table": Surface(seeds.tables, _table),
    "draft": Surface(seeds.drafts, _draft),
    "lab": Surface(file_contents("data/compat/lab/*"), _lab),
    "diary": Surface(file_contents("data/compat/home/daily-en.json"), _diary),
    "solver": Surface(seeds.solvers, _solver),
    "wordlist": Surface(
        encoded_texts("\n".join(seeds.WORDS), ",".join(seeds.WORDS), "# a list\nwhale\nWHALE\n"), _wordlist
    ),
    "vectors": Surface(seeds.vectors, _vectors),
    "model": Surface(seeds.model_cases, _model),
    "command": Surface(seeds.commands, _command),
    "kill": Surface(
        encoded_texts(*kills.VICTIMS), kills.run, max_cpu_seconds=60.0, vary=kills.random_case, is_slow=True
    ),
}
