"""The operations of the engine: hello, guess, clue, check and deal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from duo import __version__
from duo.cache import cached_once
from duo.engine.answers import Answer, clues_json, ranking_json, ruling_json
from duo.engine.games import GameRequest, is_about_a_game, resolve_game
from duo.engine.requests import (
    BadField,
    CheckRequest,
    ClueRequest,
    DealRequest,
    GuessRequest,
    Request,
    apply_schema,
    check_request_size,
    unknown_fields,
)
from duo.files.schema import format_value
from duo.text import LANGUAGES

if TYPE_CHECKING:
    from duo.words.wordlist import WordList


class UnknownOperation(BadField):
    """The error for a request whose `op` names no operation of the engine."""


ParsedRequest = GameRequest | GuessRequest | ClueRequest | CheckRequest | DealRequest | Request


def validate_request(request: Mapping[str, Any]) -> tuple[str, ParsedRequest, list[str]]:
    """Validate a request; return its operation, the typed request, and the names of unknown fields.

    Every request to the engine is validated here and nowhere else. Raises a Refusal that names every problem.
    """
    check_request_size(request)
    op = request.get("op")
    if not isinstance(op, str) or op not in OPERATIONS:
        raise UnknownOperation("op: one of {options} is expected", options=", ".join(OPERATIONS))
    schema: type[ParsedRequest] = OPERATIONS[op].schema
    if OPERATIONS[op].takes_games and is_about_a_game(request):
        schema = GameRequest
    parsed = apply_schema(request, schema)
    ignored = unknown_fields(request, schema)
    if ignored and isinstance(parsed, GuessRequest) and parsed.clue is None:
        raise BadField(
            "{fields}: no such field; leave it out to ask about sudden death, or give clue and count",
            fields=", ".join(map(format_value, ignored)),
        )
    return op, parsed, ignored


def answer(request: Mapping[str, Any]) -> Answer:
    """Answer a request. Sentences are in the current language. Raises a Refusal if the request is invalid."""
    op, parsed, ignored = validate_request(request)
    content = OPERATIONS[op].answer(parsed)
    return content | {"ignored": [format_value(name) for name in ignored]} if ignored else content


def hello(_request: Request) -> Answer:
    from duo.mind.model.manifest import MANIFEST_FILE, model_dir, read_manifest

    folders = {lang: model_dir(lang) for lang in LANGUAGES if (model_dir(lang) / MANIFEST_FILE).is_file()}
    manifests = {lang: read_manifest(folder) for lang, folder in folders.items()}
    models = {lang: {"name": manifest.name, "hash": manifest.digest} for lang, manifest in manifests.items()}
    return {"name": "duo", "version": __version__, "languages": list(models), "model": models}


def guess(request: GuessRequest | GameRequest) -> Answer:
    from duo.mind import registry
    from duo.mind.guesser.query import guess_query_from_view

    if isinstance(request, GameRequest):
        game = resolve_game(request, "guess")
        lang, query = game.lang, guess_query_from_view(game.view)
    else:
        lang, query = request.lang, request.to_query()
    return ranking_json(*registry.ai_guesser(lang, request.level).answer(query))


def clue(request: ClueRequest | GameRequest) -> Answer:
    from duo.mind import registry
    from duo.mind.giver import alternatives
    from duo.mind.giver.query import clue_query_from_view

    if isinstance(request, GameRequest):
        game = resolve_game(request, "give")
        lang, query = game.lang, clue_query_from_view(game.view)
    else:
        lang, query = request.lang, request.to_query()
    giver = registry.ai_giver(lang, request.level, request.style)
    if request.same:
        return clues_json(giver.answer(query, request.top))
    return clues_json(alternatives.diverse_clues(giver, query, request.top))


def check(request: CheckRequest) -> Answer:
    from duo.words import legality

    ruling = legality.check(
        request.clue,
        request.count,
        request.visible_words,
        request.lang,
        request.variants,
        request.meant,
        strict=request.strict,
    )
    return ruling_json(ruling)


def deal(request: DealRequest) -> Answer:
    from duo.table.dealing import deal_words_and_card

    words, card = deal_words_and_card(_shipped_word_list(request.lang), request.seed)
    return {"words": list(words), "key": str(card), "number": card.code}


@dataclass(frozen=True, slots=True)
class Operation:
    """The schema of an operation's request, and the function that answers it.

    If `takes_games`, a request may hold a whole game (see `GameRequest`) instead of the fields of the schema.
    """

    schema: type[Any]
    answer: Callable[[Any], Answer]
    takes_games: bool = False


OPERATIONS: Mapping[str, Operation] = {
    "hello": Operation(Request, hello),
    "guess": Operation(GuessRequest, guess, takes_games=True),
    "clue": Operation(ClueRequest, clue, takes_games=True),
    "check": Operation(CheckRequest, check),
    "deal": Operation(DealRequest, deal),
}


@cached_once
def _shipped_word_list(lang: str) -> "WordList":
    from duo.words import wordlist

    return wordlist.shipped_wordlist(lang)
