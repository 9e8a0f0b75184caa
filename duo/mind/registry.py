"""Givers and guessers by name: the built-in ones and those of plugins.

A plugin declares an entry point in the group `duo.givers` or `duo.guessers`. It names a function that takes the
language of the words and a `random.Random` and returns a giver or a guesser. `docs/api.md` has an example.
"""

import random
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from duo.cache import cached_once
from duo.core.refusal import Refusal
from duo.mind.giver.giver import HUMAN_TRUST, ExpectedValueGiver, Giver
from duo.mind.giver.margin import MarginGiver
from duo.mind.guesser.guesser import Guesser, ListeningGuesser, SamplingGuesser
from duo.mind.hit_rates import TouchTally
from duo.mind.listener.listener import Listener
from duo.mind.model.manifest import read_manifest, shipped_model_dir
from duo.mind.model.model import Model
from duo.mind.skill import find_level, find_style
from duo.words import legality

GiverFactory = Callable[[str, random.Random], Giver]
GuesserFactory = Callable[[str, random.Random], Guesser]
_Ear = str | None  # one of the model's ears; None for the usual ear of the player


def listener(lang: str, ear: str | None = None) -> Listener:
    """Return the listener of a language with the default ear or another one. Each is loaded once."""
    path = Model.path(lang, ear)
    return _listener(path, ear or _default_ear(path))


@cached_once
def _default_ear(path: Path) -> str:
    return read_manifest(path).default_ear


@cached_once
def plain_ear(lang: str) -> str:
    """Return the ear of the shipped model that hears with one signal: plain word vectors."""
    ears = read_manifest(shipped_model_dir(lang)).ears
    plain = (name for name, signals in ears.items() if len(signals) == 1)
    return next(plain, next(iter(ears)))


@cached_once
def _listener(path: Path, ear: str) -> Listener:
    return Listener(Model.open(path, ear))


def is_legal(lang: str, clue: str, visible: Sequence[str]) -> bool:
    """Return whether a built-in giver may give this clue.

    The check uses the number 1, which like any small number refuses words that could tell a place on the table.
    """
    return legality.check(clue, 1, visible, lang, strict=True).legal


def ai_giver(
    lang: str,
    level: str = "expert",
    style: str = "balanced",
    trust: float = HUMAN_TRUST,
    ear: _Ear = None,
    tally: TouchTally | None = None,
) -> ExpectedValueGiver:
    return ExpectedValueGiver(
        listener(lang, ear), partial(is_legal, lang), find_level(level), find_style(style), trust, tally
    )


def ai_guesser(lang: str, level: str = "expert", ear: _Ear = None) -> ListeningGuesser:
    return ListeningGuesser(listener(lang, ear), find_level(level))


_GIVERS: dict[str, Callable[[str, _Ear], Giver]] = {
    "expert": lambda lang, ear: ai_giver(lang, ear=ear),
    "regular": lambda lang, ear: ai_giver(lang, "regular", "careful", ear=ear),
    "beginner": lambda lang, ear: ai_giver(lang, "beginner", "careful", ear=ear),
    "careful": lambda lang, ear: ai_giver(lang, style="careful", ear=ear),
    "bold": lambda lang, ear: ai_giver(lang, style="bold", ear=ear),
    "twin": lambda lang, ear: ai_giver(lang, trust=2, ear=ear),
    "margin": lambda lang, ear: MarginGiver(listener(lang, ear or plain_ear(lang)), partial(is_legal, lang)),
}
_GUESSERS: dict[str, Callable[[str, _Ear, random.Random], Guesser]] = {
    "expert": lambda lang, ear, _rng: ai_guesser(lang, ear=ear),
    "regular": lambda lang, ear, _rng: ai_guesser(lang, "regular", ear),
    "beginner": lambda lang, ear, _rng: ai_guesser(lang, "beginner", ear),
    "human-like": lambda lang, ear, rng: SamplingGuesser(listener(lang, ear), rng),
    "glove": lambda lang, ear, _rng: ai_guesser(lang, ear=ear or plain_ear(lang)),
}


def giver_names() -> tuple[str, ...]:
    """Return the names of all givers, plugins included."""
    return (*_GIVERS, *_plugin_entry_points("duo.givers"))


def guesser_names() -> tuple[str, ...]:
    """Return the names of all guessers, plugins included."""
    return (*_GUESSERS, *_plugin_entry_points("duo.guessers"))


def giver(name: str, lang: str, rng: random.Random) -> Giver:
    """Return the giver of this name. `name@ear` is a built-in giver with another of the model's ears."""
    built_in, _, ear = name.partition("@")
    if built_in in _GIVERS:
        return _GIVERS[built_in](lang, ear or None)
    make: GiverFactory | None = _load_plugin("duo.givers", name)
    if make is None:
        raise Refusal("there is no giver {name}; there are {known}", name=name, known=", ".join(giver_names()))
    return make(lang, rng)


def guesser(name: str, lang: str, rng: random.Random) -> Guesser:
    """Return the guesser of this name. `name@ear` is a built-in guesser with another of the model's ears."""
    built_in, _, ear = name.partition("@")
    if built_in in _GUESSERS:
        return _GUESSERS[built_in](lang, ear or None, rng)
    make: GuesserFactory | None = _load_plugin("duo.guessers", name)
    if make is None:
        raise Refusal("there is no guesser {name}; there are {known}", name=name, known=", ".join(guesser_names()))
    return make(lang, rng)


@cache
def _plugin_entry_points(group: str) -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=group)}


def _load_plugin(group: str, name: str) -> Any:
    point = _plugin_entry_points(group).get(name)
    return point.load() if point else None
