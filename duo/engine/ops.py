"""What can be asked: hello, guess, clue, check and deal."""

import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from duo import __version__
from duo.core.key import deal as deal_card
from duo.core.position import Variant
from duo.engine import table
from duo.engine.fields import BadField, Fields
from duo.text import LANGUAGES

if TYPE_CHECKING:
    from duo.mind.giver import ExpectingGiver, Suggestion
    from duo.mind.guesser import ListeningGuesser
    from duo.words.wordlist import WordList

Answer = dict[str, Any]

MOST_CLUES = 50
_DIGITS = 5


class UnknownOp(BadField):
    """An operation that the engine does not have."""


def answer(request: Mapping[str, Any]) -> Answer:
    """The answer to a request, told in the language in use; raises a Refusal if there is none."""
    op = request.get("op")
    if not isinstance(op, str) or op not in OPS:
        raise UnknownOp("op: one of {options} is expected", options=", ".join(OPS))
    fields = Fields(request)
    return OPS[op](fields, fields.lang())


def hello(_fields: Fields, _lang: str) -> Answer:
    from duo.mind.files import MANIFEST, home, read_manifest

    homes = {lang: home(lang) for lang in LANGUAGES if (home(lang) / MANIFEST).is_file()}
    manifests = {lang: read_manifest(home) for lang, home in homes.items()}
    models = {lang: {"name": manifest.name, "hash": manifest.digest} for lang, manifest in manifests.items()}
    return {"name": "duo", "version": __version__, "languages": list(models), "model": models}


def guess(fields: Fields, lang: str) -> Answer:
    ranking, touches = _guesser(lang).answer(table.asked_guesser(fields))
    told = [{"word": ranked.word, "p": round(ranked.p, _DIGITS)} for ranked in ranking]
    return {"ranking": told, "stop_after": touches}


def clue(fields: Fields, lang: str) -> Answer:
    from duo.mind.skill import STYLES

    asked = table.asked_giver(fields, fields.words("green", fewest=1), fields.words("tan"), fields.words("black"))
    style = fields.choice("style", tuple(STYLES), "balanced")
    best = _giver(lang, style).answer(asked, fields.number("top", 1, MOST_CLUES) or 5)
    return {"clues": [_told(suggestion) for suggestion in best]}


def check(fields: Fields, lang: str) -> Answer:
    from duo.words import legality

    variants = fields.choices("variants", [*Variant])
    ruling = legality.check(fields.said(), fields.number("count", 0, 25), fields.words("words"), lang, variants)
    return {"legal": ruling.legal, "rule": ruling.rule, "word": ruling.word, "why": ruling.why}


def deal(fields: Fields, lang: str) -> Answer:
    from duo.words import wordlist

    rng = random.Random(fields.seed())
    words = wordlist.draw(_word_list(lang), rng)
    card = deal_card(rng)
    return {"words": list(words), "key": str(card), "number": card.code}


OPS: Mapping[str, Callable[[Fields, str], Answer]] = {
    "hello": hello, "guess": guess, "clue": clue, "check": check, "deal": deal,
}  # fmt: skip


def _told(suggestion: "Suggestion") -> Answer:
    return {
        "word": suggestion.word,
        "count": suggestion.count,
        "targets": list(suggestion.targets),
        "p_all": round(suggestion.p_all, _DIGITS),
        "expected": round(suggestion.expected, _DIGITS),
        "risk": {"black": round(suggestion.black, _DIGITS), "tan": round(suggestion.tan, _DIGITS)},
        "why": suggestion.why,
    }


@cache
def _guesser(lang: str) -> "ListeningGuesser":
    from duo.mind import registry

    return registry.house_guesser(lang)


@cache
def _giver(lang: str, style: str) -> "ExpectingGiver":
    from duo.mind import registry

    return registry.house_giver(lang, style=style)


@cache
def _word_list(lang: str) -> "WordList":
    from duo.words import wordlist

    return wordlist.shipped(lang)
