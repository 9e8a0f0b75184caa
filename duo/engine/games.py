"""Requests about a whole game: a record, or what one seat sees of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from annotated_types import Interval

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.public import PublicState
from duo.core.refusal import Refusal
from duo.core.view import View
from duo.engine.requests import MAX_CLUES, BadField, Lang, LevelName, StyleName, parse_request
from duo.table.view_parser import read_view
from duo.text import LANGUAGES

_GAME_FIELDS = ("record", "view")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRequest:
    """`seat` says whose decision is asked for, where a record leaves it to either."""

    record: str | None = None
    view: dict[str, Any] | None = None
    seat: Seat | None = None
    lang: Lang | None = None
    level: LevelName = "expert"
    top: Annotated[int, Interval(ge=1, le=MAX_CLUES)] = 5
    style: StyleName = "balanced"
    same: bool = False

    def __post_init__(self) -> None:
        if self.record is not None and self.view is not None:
            raise Refusal("a request has a record or a view, not both")


@dataclass(frozen=True, slots=True)
class GameQuery:
    """A game from the seat that is asked, and how it is to be answered."""

    view: View
    lang: str
    request: GameRequest


def is_about_a_game(request: Mapping[str, Any]) -> bool:
    return any(request.get(name) is not None for name in _GAME_FIELDS)


def read_game_query(request: Mapping[str, Any], action: str) -> GameQuery:
    """The view that a request asks about; refused unless its seat is to `give` or to `guess`, whichever `act` says."""
    asked = parse_request(request, GameRequest)
    try:
        view, lang = _from_record(asked, action) if asked.record is not None else _from_view(asked)
    except Refusal as refusal:
        raise BadField("{problem}", problem=refusal) from refusal
    if view.seat not in _acting_seats(view, action):
        raise Refusal("{seat} cannot do that now: the game is in the phase {phase}", seat=view.seat, phase=view.phase)
    return GameQuery(view, lang, asked)


def _from_view(asked: GameRequest) -> tuple[View, str]:
    view = read_view(asked.view or {})
    if asked.seat not in (None, view.seat):
        raise Refusal("the view is not that of {seat}", seat=asked.seat)
    return view, asked.lang or LANGUAGES[0]


def _from_record(asked: GameRequest, action: str) -> tuple[View, str]:
    game = Game.parse(asked.record or "")
    lang = asked.lang or game.lang
    if lang not in LANGUAGES:
        raise Refusal("lang: one of {options} is expected", options=", ".join(LANGUAGES))
    able = _acting_seats(game.final, action)
    if asked.seat is None and len(able) > 1:
        raise Refusal("seat is missing: either seat may act")
    return game.final.view(asked.seat or (able[0] if able else Seat.A)), lang


def _acting_seats(state: PublicState, action: str) -> tuple[Seat, ...]:
    return state.givers if action == "give" else state.guessers
