"""What can be asked: hello, guess, clue, check and deal."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from duo import __version__
from duo.cache import cached_once
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
    parse_request,
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
    from duo.mind.model.manifest import MANIFEST, model_dir, read_manifest

    parse_request(request, Request)
    homes = {lang: model_dir(lang) for lang in LANGUAGES if (model_dir(lang) / MANIFEST).is_file()}
    manifests = {lang: read_manifest(home) for lang, home in homes.items()}
    models = {lang: {"name": manifest.name, "hash": manifest.digest} for lang, manifest in manifests.items()}
    return {"name": "duo", "version": __version__, "languages": list(models), "model": models}


def guess(request: Mapping[str, Any]) -> Answer:
    from duo.mind import registry
    from duo.mind.guesser.query import guess_query_from_view

    if games.is_about_a_game(request):
        seen = games.read_game_query(request, "guess")
        lang, level, asked = seen.lang, seen.request.level, guess_query_from_view(seen.view)
    else:
        told = parse_request(request, GuessRequest)
        lang, level, asked = told.lang, told.level, told.to_query()
    return ranking_json(*registry.ai_guesser(lang, level).answer(asked))


def clue(request: Mapping[str, Any]) -> Answer:
    from duo.mind import registry
    from duo.mind.giver import alternatives
    from duo.mind.giver.giver import clue_query_from_view

    wanted: games.GameRequest | ClueRequest
    if games.is_about_a_game(request):
        seen = games.read_game_query(request, "give")
        lang, wanted, asked = seen.lang, seen.request, clue_query_from_view(seen.view)
    else:
        wanted = parse_request(request, ClueRequest)
        lang, asked = wanted.lang, wanted.to_query()
    giver = registry.ai_giver(lang, wanted.level, wanted.style)
    return clues_json(
        giver.answer(asked, wanted.top) if wanted.same else alternatives.diverse_clues(giver, asked, wanted.top)
    )


def check(request: Mapping[str, Any]) -> Answer:
    from duo.words import legality

    asked = parse_request(request, CheckRequest)
    ruling = legality.check(
        asked.clue, asked.count, asked.visible_words, asked.lang, asked.variants, asked.meant, strict=asked.strict
    )
    return ruling_json(ruling)


def deal(request: Mapping[str, Any]) -> Answer:
    from duo.table.dealing import deal_words_and_card

    asked = parse_request(request, DealRequest)
    words, card = deal_words_and_card(_word_list(asked.lang), asked.seed)
    return {"words": list(words), "key": str(card), "number": card.code}


OPS: Mapping[str, Callable[[Mapping[str, Any]], Answer]] = {
    "hello": hello,
    "guess": guess,
    "clue": clue,
    "check": check,
    "deal": deal,
}


@cached_once
def _word_list(lang: str) -> "WordList":
    from duo.words import wordlist

    return wordlist.shipped_wordlist(lang)
