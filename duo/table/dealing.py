"""Set up a game: seats, words, key card and mission."""

import hashlib
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Self

from duo.core.game import Game
from duo.core.key import KeyCard, Seat
from duo.core.key import deal as deal_card
from duo.core.mission import STANDARD, Mission
from duo.core.word import BOARD_SIZE
from duo.mind.skill import LEVELS, STYLES
from duo.table.campaign.mission_map import shipped_map
from duo.words import wordlist as lists
from duo.words.wordlist import WordList, draw_words

_PERSON_NAME = "person"
_AI_NAME = "duo"


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """Who holds a seat: a person, or an AI partner with a style and a level."""

    style: str = ""
    level: str = ""

    @property
    def is_person(self) -> bool:
        return not self.style

    @classmethod
    def parse(cls, text: str) -> Self:
        """A holder from a record's header. Any name that is not an AI partner's is a person."""
        parts = text.split()
        if len(parts) == 3 and parts[0] == _AI_NAME and parts[1] in STYLES and parts[2] in LEVELS:
            return cls(parts[1], parts[2])
        return cls()

    def __str__(self) -> str:
        return _PERSON_NAME if self.is_person else f"{_AI_NAME} {self.style} {self.level}"


def seat_holders(game: Game) -> dict[Seat, SeatHolder]:
    """The holder of each seat, from the headers A and B of the record."""
    return {seat: SeatHolder.parse(game.header(seat)) for seat in Seat}


def deal_words_and_card(wordlist: WordList, seed: int | str | None) -> tuple[tuple[str, ...], KeyCard]:
    """The words and the key card of a seed, or random ones if the seed is None."""
    rng = random.Random(seed)
    return draw_words(wordlist, rng), deal_card(rng)


def deal(
    lang: str = "en",
    seed: int | None = None,
    *,
    words: Sequence[str] | None = None,
    key: KeyCard | None = None,
    mission: Mission = STANDARD,
    variants: Iterable[str] = (),
) -> Game:
    """A new game in this language. The same seed deals the same words and key card.

    With 25 `words` these lie on the table in their order. With more, the seed draws 25 of them.
    """
    chosen = random_seed() if seed is None else seed
    wordlist = lists.shipped_wordlist(lang) if words is None else lists.wordlist_from_words(words, lang)
    return deal_game(wordlist, chosen, key=key, mission=mission, variants=variants)


def deal_game(
    wordlist: WordList,
    seed: int,
    *,
    key: KeyCard | None = None,
    mission: Mission = STANDARD,
    variants: Iterable[str] = (),
    seats: Mapping[Seat, SeatHolder] | None = None,
    extra_headers: Mapping[str, str] | None = None,
) -> Game:
    """Deal a new game by its seed.

    A list of exactly 25 words is used as it is. A given `key` replaces the card of the seed.
    """
    drawn_words, dealt_card = deal_words_and_card(wordlist, seed)
    words = wordlist.words if len(wordlist.words) == BOARD_SIZE else drawn_words
    holders = {str(seat): str(holder) for seat, holder in (seats or {}).items()}
    headers = holders | {"Seed": str(seed)} | dict(extra_headers or {})
    return Game.start(words, key or dealt_card, mission, variants, lang=wordlist.lang, extra_headers=headers)


def provenance_headers(wordlist: WordList, seats: Mapping[Seat, SeatHolder]) -> dict[str, str]:
    """Headers for the date of a game, its word list and its model."""
    headers = {"Date": today(), "Wordlist": wordlist.digest}
    if not all(holder.is_person for holder in seats.values()):
        headers["Model"] = model_digest(wordlist.lang)
    return headers


def today() -> str:
    """The current date in UTC, so that the daily game is the same everywhere."""
    return f"{datetime.now(UTC):%Y-%m-%d}"


def model_digest(lang: str) -> str:
    from duo.mind.model.manifest import model_dir, read_manifest

    return read_manifest(model_dir(lang)).digest


def choose_mission(text: str | None, tokens: int | None, mistakes: int | None) -> Mission:
    """Return the mission of a text such as `Cairo` or `9-5`. `tokens` and `mistakes` override its numbers."""
    base = _parse_mission(text) if text else STANDARD
    if tokens is None and mistakes is None:
        return base
    wanted_mistakes = tokens if mistakes is None and base is STANDARD else mistakes
    count = base.tokens if tokens is None else tokens
    return Mission(count, min(base.mistakes, count) if wanted_mistakes is None else wanted_mistakes, base.name)


def _parse_mission(text: str) -> Mission:
    """Read `Cairo 9-5` by its numbers, and look up `Cairo` on the shipped map."""
    return Mission.parse(text) if any(map(str.isdigit, text)) else shipped_map().city(text).mission


def daily_name(wordlist: WordList) -> str:
    """The name of today's game. It is the same for everybody with the same words and model."""
    return f"{today()} {wordlist.lang} {wordlist.digest[:6]} {model_digest(wordlist.lang)[:6]}"


def seed_from_name(name: str) -> int:
    """Return the seed of the game with this name, such as a daily game: 6 bytes of the name's SHA-256."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:6])


def random_seed() -> int:
    """A seed from the operating system's random source."""
    return random.SystemRandom().randrange(1 << 32)
