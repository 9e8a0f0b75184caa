"""How a game is set up: who sits where, which words, which card, which mission."""

import hashlib
import random
from collections.abc import Iterable, Mapping
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
    """Who holds a seat: a person, or a partner of the house with its style and level."""

    style: str = ""
    level: str = ""

    @property
    def is_person(self) -> bool:
        return not self.style

    @classmethod
    def parse(cls, text: str) -> Self:
        """A holder as a record's header tells it; whoever is not ours is a person."""
        parts = text.split()
        if len(parts) == 3 and parts[0] == _AI_NAME and parts[1] in STYLES and parts[2] in LEVELS:
            return cls(parts[1], parts[2])
        return cls()

    def __str__(self) -> str:
        return _PERSON_NAME if self.is_person else f"{_AI_NAME} {self.style} {self.level}"


def seat_holders(game: Game) -> dict[Seat, SeatHolder]:
    """Who sits where, as the record's headers A and B tell."""
    return {seat: SeatHolder.parse(game.header(seat)) for seat in Seat}


def deal_words_and_card(wordlist: WordList, seed: int | str | None) -> tuple[tuple[str, ...], KeyCard]:
    """The words and the card that a seed deals; others each time without one."""
    rng = random.Random(seed)
    return draw_words(wordlist, rng), deal_card(rng)


def deal(
    lang: str = "en", seed: int | None = None, *, mission: Mission = STANDARD, variants: Iterable[str] = ()
) -> Game:
    """A game with words of this language and a card, nothing said yet; the same seed deals the same."""
    chosen = random_seed() if seed is None else seed
    return deal_game(lists.shipped_wordlist(lang), chosen, mission=mission, variants=variants)


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
    """A game laid out: words and card are drawn with the seed, unless just 25 words or a card are given."""
    drawn, dealt = deal_words_and_card(wordlist, seed)
    words = wordlist.words if len(wordlist.words) == BOARD_SIZE else drawn
    holders = {str(seat): str(holder) for seat, holder in (seats or {}).items()}
    headers = holders | {"Seed": str(seed)} | dict(extra_headers or {})
    return Game.start(words, key or dealt, mission, variants, lang=wordlist.lang, extra_headers=headers)


def provenance_headers(wordlist: WordList, seats: Mapping[Seat, SeatHolder]) -> dict[str, str]:
    """The headers that tell when a game was laid, and out of what."""
    told = {"Date": today(), "Wordlist": wordlist.digest}
    if not all(holder.is_person for holder in seats.values()):
        told["Model"] = model_digest(wordlist.lang)
    return told


def today() -> str:
    """The date that everybody shares."""
    return f"{datetime.now(UTC):%Y-%m-%d}"


def model_digest(lang: str) -> str:
    from duo.mind.model.manifest import model_dir, read_manifest

    return read_manifest(model_dir(lang)).digest


def choose_mission(text: str | None, tokens: int | None, mistakes: int | None) -> Mission:
    """The mission asked for by its text or city, its two numbers, or both; without any, the standard one."""
    named = _parse_mission(text) if text else STANDARD
    if tokens is None and mistakes is None:
        return named
    allowed = tokens if mistakes is None and named is STANDARD else mistakes
    count = named.tokens if tokens is None else tokens
    return Mission(count, min(named.mistakes, count) if allowed is None else allowed, named.name)


def _parse_mission(text: str) -> Mission:
    """`Cairo 9-5` by its numbers, `Cairo` by our map."""
    return Mission.parse(text) if any(map(str.isdigit, text)) else shipped_map().city(text).mission


def daily_name(wordlist: WordList) -> str:
    """The name of today's game: the same for everybody with the same words and model."""
    return f"{today()} {wordlist.lang} {wordlist.digest[:6]} {model_digest(wordlist.lang)[:6]}"


def seed_from_name(name: str) -> int:
    """The seed that a name stands for."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:6])


def random_seed() -> int:
    """A seed nobody chose."""
    return random.SystemRandom().randrange(1 << 32)
