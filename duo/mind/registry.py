"""Givers and guessers by name: the built-in ones and those of plugins.

A plugin declares an entry point in the group `duo.givers` or `duo.guessers`. It names a function that takes the
language of the words and a `random.Random` and returns a giver or a guesser. `docs/api.md` has an example.

A signal is one source of association scores in a model, such as word vectors. An ear is the set of a model's signals
that a listener uses. Each model has several ears, with names such as `duo` and `glove`, and one of them is the default.
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
_EarName = str | None  # None for the ear that a player has by default


def listener(lang: str, ear: str | None = None) -> Listener:
    """Return the listener of a language that uses the ear of this name, or the model's default ear.

    Each listener is loaded once.
    """
    path = Model.path(lang, ear)
    return _load_listener(path, ear or _default_ear(path))


@cached_once
def _default_ear(path: Path) -> str:
    return read_manifest(path).default_ear


@cached_once
def single_signal_ear(lang: str) -> str:
    """Return the name of the shipped model's ear that has only one signal, which is plain word vectors."""
    ears = read_manifest(shipped_model_dir(lang)).ears
    plain = (name for name, signals in ears.items() if len(signals) == 1)
    return next(plain, next(iter(ears)))


@cached_once
def _load_listener(path: Path, ear: str) -> Listener:
    return Listener(Model.open(path, ear))


def is_legal(lang: str, clue: str, visible: Sequence[str]) -> bool:
    """Return whether a built-in giver may give this clue on a table with these visible words.

    The rules are the strict ones. The clue is checked with the number 1, because a clue with a small number must not
    be a word that could point to a place on the table.
    """
    return legality.check(clue, 1, visible, lang, strict=True).legal


def ai_giver(
    lang: str,
    level: str = "expert",
    style: str = "balanced",
    trust: float = HUMAN_TRUST,
    ear: _EarName = None,
    tally: TouchTally | None = None,
) -> ExpectedValueGiver:
    """Return the built-in giver of this level and style. `ExpectedValueGiver` explains `trust` and `tally`."""
    return ExpectedValueGiver(
        listener(lang, ear), partial(is_legal, lang), find_level(level), find_style(style), trust, tally
    )


def ai_guesser(lang: str, level: str = "expert", ear: _EarName = None) -> ListeningGuesser:
    """Return the built-in guesser of this level."""
    return ListeningGuesser(listener(lang, ear), find_level(level))


_BUILT_IN_GIVERS: dict[str, Callable[[str, _EarName], Giver]] = {
    "expert": lambda lang, ear: ai_giver(lang, ear=ear),
    "regular": lambda lang, ear: ai_giver(lang, "regular", "careful", ear=ear),
    "beginner": lambda lang, ear: ai_giver(lang, "beginner", "careful", ear=ear),
    "careful": lambda lang, ear: ai_giver(lang, style="careful", ear=ear),
    "bold": lambda lang, ear: ai_giver(lang, style="bold", ear=ear),
    "twin": lambda lang, ear: ai_giver(lang, trust=2, ear=ear),
    "margin": lambda lang, ear: MarginGiver(listener(lang, ear or single_signal_ear(lang)), partial(is_legal, lang)),
}
_BUILT_IN_GUESSERS: dict[str, Callable[[str, _EarName, random.Random], Guesser]] = {
    "expert": lambda lang, ear, _rng: ai_guesser(lang, ear=ear),
    "regular": lambda lang, ear, _rng: ai_guesser(lang, "regular", ear),
    "beginner": lambda lang, ear, _rng: ai_guesser(lang, "beginner", ear),
    "human-like": lambda lang, ear, rng: SamplingGuesser(listener(lang, ear), rng),
    "glove": lambda lang, ear, _rng: ai_guesser(lang, ear=ear or single_signal_ear(lang)),
}


def giver_names() -> tuple[str, ...]:
    """Return the names of all givers, plugins included."""
    return (*_BUILT_IN_GIVERS, *_plugin_entry_points("duo.givers"))


def guesser_names() -> tuple[str, ...]:
    """Return the names of all guessers, plugins included."""
    return (*_BUILT_IN_GUESSERS, *_plugin_entry_points("duo.guessers"))


def giver(name: str, lang: str, rng: random.Random) -> Giver:
    """Return the giver of this name, built-in or of a plugin. Raises Refusal if there is none.

    The name of a built-in giver may be followed by `@` and the name of an ear, as in `expert@glove`. The giver then
    uses this ear instead of its default one.
    """
    built_in, _, ear = name.partition("@")
    if built_in in _BUILT_IN_GIVERS:
        return _BUILT_IN_GIVERS[built_in](lang, ear or None)
    make: GiverFactory | None = _load_plugin("duo.givers", name)
    if make is None:
        raise Refusal("there is no giver {name}; there are {known}", name=name, known=", ".join(giver_names()))
    return make(lang, rng)


def guesser(name: str, lang: str, rng: random.Random) -> Guesser:
    """Return the guesser of this name, built-in or of a plugin. Raises Refusal if there is none.

    The name of a built-in guesser may be followed by `@` and the name of an ear, as in `expert@glove`. The guesser then
    uses this ear instead of its default one.
    """
    built_in, _, ear = name.partition("@")
    if built_in in _BUILT_IN_GUESSERS:
        return _BUILT_IN_GUESSERS[built_in](lang, ear or None, rng)
    make: GuesserFactory | None = _load_plugin("duo.guessers", name)
    if make is None:
        raise Refusal("there is no guesser {name}; there are {known}", name=name, known=", ".join(guesser_names()))
    return make(lang, rng)


@cache
def _plugin_entry_points(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of installed plugins in this group, by name."""
    return {point.name: point for point in entry_points(group=group)}


def _load_plugin(group: str, name: str) -> Any:
    """Return the function that the plugin of this name declares, or None if there is no such plugin."""
    point = _plugin_entry_points(group).get(name)
    return point.load() if point else None
