"""What can be asked: hello, guess, clue, check and deal."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from duo import __version__
from duo.cache import made_once
from duo.engine import games
from duo.engine.answers import Answer, clues_json, ranking_json, ruling_json
from duo.engine.requests import (
    BadField,
    CheckRequest,
    ClueRequest,
    DealRequest,
    GuessRequest,
    Request,
    check_size,
    read,
)
from duo.text import LANGUAGES

if TYPE_CHECKING:
    from duo.words.wordlist import WordList


class UnknownOp(BadField):
    """An operation that the engine does not have."""


def answer(request: Mapping[str, Any]) -> Answer:
    """The answer to a request, told in the language in use; raises a Refusal if there is none."""
    check_size(request)
    op = request.get("op")
    if not isinstance(op, str) or op not in OPS:
        raise UnknownOp("op: one of {options} is expected", options=", ".join(OPS))
    return OPS[op](request)


def hello(request: Mapping[str, Any]) -> Answer:
    from duo.mind.model.manifest import MANIFEST, home, read_manifest

    read(request, Request)
    homes = {lang: home(lang) for lang in LANGUAGES if (home(lang) / MANIFEST).is_file()}
    manifests = {lang: read_manifest(home) for lang, home in homes.items()}
    models = {lang: {"name": manifest.name, "hash": manifest.digest} for lang, manifest in manifests.items()}
    return {"name": "duo", "version": __version__, "languages": list(models), "model": models}


def guess(request: Mapping[str, Any]) -> Answer:
    from duo.mind import registry
    from duo.mind.guesser.query import question

    if games.is_about_a_game(request):
        seen = games.seen(request, "guess")
        lang, level, asked = seen.lang, seen.request.level, question(seen.view)
    else:
        told = read(request, GuessRequest)
        lang, level, asked = told.lang, told.level, told.question()
    return ranking_json(*registry.house_guesser(lang, level).answer(asked))


def clue(request: Mapping[str, Any]) -> Answer:
    from duo.mind import registry
    from duo.mind.giver import alternatives
    from duo.mind.giver.giver import task

    wanted: games.GameRequest | ClueRequest
    if games.is_about_a_game(request):
        seen = games.seen(request, "give")
        lang, wanted, asked = seen.lang, seen.request, task(seen.view)
    else:
        wanted = read(request, ClueRequest)
        lang, asked = wanted.lang, wanted.task()
    giver = registry.house_giver(lang, wanted.level, wanted.style)
    return clues_json(
        giver.answer(asked, wanted.top) if wanted.same else alternatives.different(giver, asked, wanted.top)
    )


def check(request: Mapping[str, Any]) -> Answer:
    from duo.words import legality

    asked = read(request, CheckRequest)
    ruling = legality.check(
        asked.clue, asked.count, asked.visible, asked.lang, asked.variants, asked.meant, strict=asked.strict
    )
    return ruling_json(ruling)


def deal(request: Mapping[str, Any]) -> Answer:
    from duo.table.dealing import laid

    asked = read(request, DealRequest)
    words, card = laid(_word_list(asked.lang), asked.seed)
    return {"words": list(words), "key": str(card), "number": card.code}


OPS: Mapping[str, Callable[[Mapping[str, Any]], Answer]] = {
    "hello": hello, "guess": guess, "clue": clue, "check": check, "deal": deal,
}  # fmt: skip


@made_once
def _word_list(lang: str) -> "WordList":
    from duo.words import wordlist

    return wordlist.shipped(lang)
