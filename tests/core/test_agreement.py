"""The engine against a second referee, and the second referee against broken engines."""

import importlib
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from naive_referee import disagreement

import duo.core

CORE = Path(duo.core.__file__).parent
CHUNK = 500
QUICK_GAMES, ALL_GAMES = 2_000, 20_000
BITES_WITHIN = 1500


def engine(package: str) -> SimpleNamespace:
    def module(name):
        return importlib.import_module(f"{package}.{name}")

    position = module("position")
    return SimpleNamespace(
        Clue=position.Clue,
        Guess=position.Guess,
        Stop=position.Stop,
        Position=position.Position,
        RuleBroken=position.RuleBroken,
        Seat=module("key").Seat,
        KeyCard=module("key").KeyCard,
        Mission=module("mission").Mission,
        figures=module("scoring").figures,
    )


def chunk_of_games(first):
    marks = [pytest.mark.not_for_mutants] * (first > 0) + [pytest.mark.slow] * (first >= QUICK_GAMES)
    return pytest.param(first, marks=marks)


@pytest.mark.parametrize("first", [chunk_of_games(first) for first in range(0, ALL_GAMES, CHUNK)])
def test_the_naive_referee_agrees_with_the_engine(first):
    core = engine("duo.core")
    for seed in range(first, first + CHUNK):
        assert disagreement(core, seed) is None


# name: (module, line of the engine, faulty replacement)
MUTATIONS = {
    "a stop takes a bystander token first": ("mission", "if self.checkmark_side:", "if not self.bystander_side:"),
    "a penalised miss costs one token": (
        "mission",
        "return Bank(0, self.checkmark_side - 2)",
        "return Bank(0, self.checkmark_side - 1)",
    ),
    "two owed with one left is forgiven": ("mission", "if self.checkmark_side > 1:", "if self.checkmark_side > 0:"),
    "tokens lie on the wrong side": (
        "mission",
        "return Bank(self.mistakes, self.tokens - self.mistakes)",
        "return Bank(self.tokens, 0)",
    ),
    "a miss takes a checkmark token": (
        "mission",
        "return Bank(self.bystander_side - 1, self.checkmark_side)",
        "return self.after_stop()",
    ),
    "a guess is judged by the guesser's side": (
        "position",
        "Colour(self.key.side(move.seat.other)[place])",
        "Colour(self.key.side(move.seat)[place])",
    ),
    "an assassin only ends the turn": ("position", "if touch.colour is Colour.ASSASSIN:", "if False:"),
    "a miss marks the word for the giver": (
        "position",
        "self.marks.with_miss(touch.seat, touch.place)",
        "self.marks.with_miss(touch.seat.other, touch.place)",
    ),
    "a two-token miss counts once": (
        "position",
        "bystanders=self.bystanders + self.bank.tokens - bank.tokens",
        "bystanders=self.bystanders + 1",
    ),
    "the winning turn is free": (
        "position",
        "phase=Phase.OVER,\n            bank=self.bank.after_stop(),\n            checks=self.checks + 1,",
        "phase=Phase.OVER,",
    ),
    "a win takes fourteen agents": (
        "position",
        "if marks.agents.bit_count() < AGENT_COUNT:",
        "if marks.agents.bit_count() < AGENT_COUNT - 1:",
    ),
    "a bystander in sudden death is forgiven": (
        "position",
        "if touch.colour is not Colour.GREEN:",
        "if touch.colour is Colour.ASSASSIN:",
    ),
    "sudden death is never won": (
        "position",
        "phase = Phase.SUDDEN_DEATH if marks.agents.bit_count() < AGENT_COUNT else Phase.OVER",
        "phase = Phase.SUDDEN_DEATH",
    ),
    "a penalty is free": ("position", "bank = self.bank.after_penalty()", "bank = self.bank"),
    "a penalty does not start sudden death": (
        "position",
        "phase = Phase.GUESS if bank.tokens else Phase.SUDDEN_DEATH",
        "phase = Phase.GUESS",
    ),
    "a penalty scores as a checkmark": (
        "position",
        "bank=bank, discarded=self.discarded + 1)",
        "bank=bank, checks=self.checks + 1)",
    ),
    "one mark covers a word": (
        "public",
        "return self.agents | self.misses_a & self.misses_b",
        "return self.agents | self.misses_a | self.misses_b",
    ),
    "a missed word stays open": ("referee", "if table.marks.missed_by(guess.seat) & spot:", "if False:"),
    "the finished side goes on giving": ("public", "if seat not in self.finished)\n        if", "if seat)\n        if"),
    "a side is finished with eight": (
        "position",
        "if not _agent_bits(self.key.side(seat)) & ~marks.agents",
        "if (_agent_bits(self.key.side(seat)) & ~marks.agents).bit_count() < 2",
    ),
    "everybody always may give": (
        "public",
        "return (self.clues[-1].guesser,)\n        return able",
        "return able\n        return able",
    ),
    "several clues changes nothing": ("public", "and Variant.SEVERAL_CLUES not in self.variants", ""),
    "a turn may pass without a guess": ("referee", "if not turn.touches:", "if False:"),
    "the seat with nothing left may guess on": ("public", "if seat.other not in self.finished", "if seat"),
    "zero is always allowed": ("referee", "if clue.count == 0 and", "if clue.count < 0 and"),
    "an open turn counts": (
        "public",
        "return guessed - 1 if self.phase is Phase.GUESS and self.clues[-1].touches else guessed",
        "return guessed",
    ),
    "a sudden-death win costs no point": (
        "scoring",
        "return 3 * tokens_left + checks - sudden_death",
        "return 3 * tokens_left + checks",
    ),
}


@pytest.mark.not_for_mutants
@pytest.mark.parametrize("slip", MUTATIONS)
def test_the_naive_referee_catches_an_engine_in_which(slip, tmp_path, monkeypatch):
    module, line, slipped = MUTATIONS[slip]
    package = f"slip{list(MUTATIONS).index(slip)}"
    shutil.copytree(CORE, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (tmp_path / package).glob("*.py"):
        source = path.read_text(encoding="utf-8")
        if path.stem == module:
            assert source.count(line) == 1, "the engine has changed; bring this list up to date"
            source = source.replace(line, slipped)
        path.write_text(source.replace("duo.core", package), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    try:
        broken = engine(package)
        assert any(disagreement(broken, seed) for seed in range(BITES_WITHIN))
    finally:
        for name in [name for name in sys.modules if name.split(".")[0] == package]:
            del sys.modules[name]
