"""Givers and guessers by name: those of the house, and those that other packages bring.

An entry point of the group `duo.givers` or `duo.guessers` names a function that takes the language of the words and
a `random.Random`, and returns a giver or a guesser. `docs/api.md` shows one.
"""

import random
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from duo.core.refusal import Refusal
from duo.mind.giver import PERSON, ExpectingGiver, Giver
from duo.mind.guesser import Guesser, ListeningGuesser, SamplingGuesser
from duo.mind.listener import Listener
from duo.mind.margin import MarginGiver
from duo.mind.model import Model
from duo.mind.skill import LEVELS, STYLES
from duo.words import legality

PLAIN = {"en": "glove", "fr": "news"}  # the mind that knows nothing but plain word vectors

MakeGiver = Callable[[str, random.Random], Giver]
MakeGuesser = Callable[[str, random.Random], Guesser]


@cache
def listener(lang: str, mind: str | None = None) -> Listener:
    """The house's ear in this language, or that of another mind; loaded once."""
    return Listener(Model.load(lang, mind))


def _legal(lang: str, clue: str, visible: Sequence[str]) -> bool:
    return legality.check(clue, 1, visible, lang).legal  # with 1, as with any small number, a word may tell a place


def house_giver(lang: str, level: str = "expert", style: str = "balanced", accord: float = PERSON) -> ExpectingGiver:
    return ExpectingGiver(listener(lang), partial(_legal, lang), LEVELS[level], STYLES[style], accord)


def house_guesser(lang: str, level: str = "expert") -> ListeningGuesser:
    return ListeningGuesser(listener(lang), LEVELS[level])


_GIVERS: dict[str, MakeGiver] = {
    "expert": lambda lang, _rng: house_giver(lang),
    "regular": lambda lang, _rng: house_giver(lang, "regular", "careful"),
    "beginner": lambda lang, _rng: house_giver(lang, "beginner", "careful"),
    "careful": lambda lang, _rng: house_giver(lang, style="careful"),
    "bold": lambda lang, _rng: house_giver(lang, style="bold"),
    "twin": lambda lang, _rng: house_giver(lang, accord=2),
    "margin": lambda lang, _rng: MarginGiver(listener(lang, PLAIN[lang]), partial(_legal, lang)),
}
_GUESSERS: dict[str, MakeGuesser] = {
    "expert": lambda lang, _rng: house_guesser(lang),
    "regular": lambda lang, _rng: house_guesser(lang, "regular"),
    "beginner": lambda lang, _rng: house_guesser(lang, "beginner"),
    "human-like": lambda lang, rng: SamplingGuesser(listener(lang), rng),
    "glove": lambda lang, _rng: ListeningGuesser(listener(lang, PLAIN[lang])),
    "human-like-glove": lambda lang, rng: SamplingGuesser(listener(lang, PLAIN[lang]), rng),
}


def givers() -> tuple[str, ...]:
    """The names of all givers there are."""
    return (*_GIVERS, *_brought("duo.givers"))


def guessers() -> tuple[str, ...]:
    """The names of all guessers there are."""
    return (*_GUESSERS, *_brought("duo.guessers"))


def giver(name: str, lang: str, rng: random.Random) -> Giver:
    make: MakeGiver | None = _GIVERS.get(name) or _loaded("duo.givers", name)
    if make is None:
        raise Refusal("there is no giver {name}; there are {known}", name=name, known=", ".join(givers()))
    return make(lang, rng)


def guesser(name: str, lang: str, rng: random.Random) -> Guesser:
    make: MakeGuesser | None = _GUESSERS.get(name) or _loaded("duo.guessers", name)
    if make is None:
        raise Refusal("there is no guesser {name}; there are {known}", name=name, known=", ".join(guessers()))
    return make(lang, rng)


@cache
def _brought(group: str) -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=group)}


def _loaded(group: str, name: str) -> Any:
    point = _brought(group).get(name)
    return point.load() if point else None
