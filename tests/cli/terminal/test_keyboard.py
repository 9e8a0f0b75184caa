"""Random typing: the game continues or is left in order, and its record replays."""

import contextlib
import random

import pytest
from boards import KEY, WORDS, A, B
from terminals import FakeAdvisor, Terminal

from duo import text
from duo.cli.terminal import prompt
from duo.cli.terminal.client import TerminalClient
from duo.cli.terminal.prompt import CommandName
from duo.cli.terminal.screen import UserQuit
from duo.core.game import Game, read
from duo.core.mission import Mission
from duo.core.position import Clue, Variant
from duo.table.session import ClueRefused, HouseRules, InvalidClues, Session
from duo.table.store.folder import FolderStore

SESSIONS = 1000
PIECES = [
    *WORDS[:9],
    *(word.lower()[:3] for word in WORDS),
    *map(str, range(-1, 28)),
    "a1",
    "e5",
    "c3",
    "f6",
    "1a",
    *CommandName,
    "/stop",
    "?",
    "y",
    "n",
    "",
    " ",
    "ocean 2",
    "xerox 1",
    "ice cream 3",
    "sea 0",
    "sea 26",
    "sea 999999",
    "ocean 2 (whale, shark)",
    "ocean 1 {",
    "why zebra",
    "\x1b[2J",
    "\x00",
    "é" * 300,
    "🐈",
    "[bold]x[/] 1",
    "{x} 1",
    "%s 2",
]


CLUES = ["ocean", "music", "royal", "whales", "first", "ice cream"]


class RandomPlayer:
    def __init__(self, rng):
        self._rng = rng

    def clue(self, view):
        return Clue(view.seat, self._rng.choice(CLUES), self._rng.randint(1, 4))

    def guess(self, view):
        from duo.core.referee import legal_moves

        return self._rng.choice([move for move in legal_moves(view) if move.seat is view.seat])


def typed_lines(rng):
    """Yield up to sixty lines. The input ends after them."""
    for _ in range(rng.randint(1, 60)):
        yield rng.choice(PIECES) if rng.random() < 0.9 else "".join(rng.choices("aé1 :,(){}+~#\t", k=rng.randint(1, 9)))


def _draw_now_and_then(screen, rng):
    """Draw only one screen in ten. Drawing is slow and has its own tests."""
    draw = screen.draw_table
    screen.draw_table = lambda view: draw(view) if rng.random() < 0.1 else None


@pytest.mark.parametrize("part", range(4))
def test_random_sessions_never_fail_and_leave_a_record_that_replays(part, tmp_path, monkeypatch):
    games = FolderStore(tmp_path)
    monkeypatch.setattr("os.fsync", lambda _descriptor: None)
    ended = 0
    for seed in range(part, SESSIONS, 4):
        rng = random.Random(seed)
        text.set_language(rng.choice(text.LANGUAGES))
        tokens = rng.randint(1, 5)
        rules = HouseRules(practice=rng.random() < 0.5, invalid_clues=rng.choice(list(InvalidClues)))
        variants = rng.sample(list(Variant), rng.randint(0, 2))
        game = Game.start(WORDS, KEY, Mission(tokens, rng.randint(0, tokens)), variants)
        size = {"width": rng.choice([40, 80, 130]), "height": rng.choice([10, 24, 50])}
        terminal = Terminal(typed_lines(rng), real=rng.random() < 0.2, **size)
        _draw_now_and_then(terminal.screen, rng)
        partners = {} if rng.random() < 0.3 else {rng.choice([A, B]): RandomPlayer(rng)}
        with games.begin(game) as saved:
            session = Session(game, players=partners, rules=rules, keep=saved.save)
            guided = rng.random() < 0.5
            client = TerminalClient(
                terminal.screen, session, FakeAdvisor(), record_location=saved.location, guided=guided
            )
            with contextlib.suppress(UserQuit, ClueRefused):
                ended += client.play().final.outcome() is not None
            read(saved.path.read_text())
    assert ended > SESSIONS // 40


@pytest.mark.parametrize("seed", range(6))
def test_random_sessions_with_the_real_partner_end_in_order(seed, duo, tmp_path, monkeypatch):
    monkeypatch.setenv("DUO_HOME", str(tmp_path))
    monkeypatch.setenv("DUO_PACE", "0")
    rng = random.Random(seed)
    lines = [prompt.clean_typed_line(line) for line in typed_lines(rng)]
    language = rng.choice(text.LANGUAGES)
    table = ["--lang", "en", "--seed", seed, "--words", ",".join(WORDS), "--tokens", rng.randint(1, 9)]
    ran = duo("--ui", language, "play", "--practice", *table, stdin="\n".join(lines))
    assert ran.code == 0, ran.stderr
    [path] = (tmp_path / "games").glob("*.duo")
    read(path.read_text())
