"""Requests about a whole game: a record, a position in text form, or what one seat sees."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from annotated_types import Interval

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.position import Position
from duo.core.public import PublicState
from duo.core.refusal import Refusal
from duo.core.view import View
from duo.engine.requests import MAX_CLUES, BadField, Lang, LevelName, StyleName
from duo.table.view_parser import read_view
from duo.text import LANGUAGES

_GAME_FIELDS = ("record", "view", "position")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRequest:
    """`seat` says whose decision is asked for, where a record or a position leaves it to either."""

    record: str | None = None
    view: dict[str, Any] | None = None
    position: str | None = None
    seat: Seat | None = None
    lang: Lang | None = None
    level: LevelName = "expert"
    top: Annotated[int, Interval(ge=1, le=MAX_CLUES)] = 5
    style: StyleName = "balanced"
    same: bool = False

    def __post_init__(self) -> None:
        if sum(value is not None for value in (self.record, self.view, self.position)) > 1:
            raise Refusal("a request has one of {fields}, not several", fields=", ".join(_GAME_FIELDS))


@dataclass(frozen=True, slots=True)
class GameQuery:
    """A game from the seat that is asked, and how it is to be answered."""

    view: View
    lang: str
    request: GameRequest


def is_about_a_game(request: Mapping[str, Any]) -> bool:
    return any(request.get(name) is not None for name in _GAME_FIELDS)


def resolve_game(asked: GameRequest, action: str) -> GameQuery:
    """The view that a request asks about; refused unless its seat is to `give` or to `guess`, whichever `act` says."""
    try:
        view, lang = _from_view(asked) if asked.view is not None else _from_position(asked, action)
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


def _from_position(asked: GameRequest, action: str) -> tuple[View, str]:
    position, lang = _parse_position(asked)
    if lang not in LANGUAGES:
        raise Refusal("lang: one of {options} is expected", options=", ".join(LANGUAGES))
    able = _acting_seats(position, action)
    if asked.seat is None and len(able) > 1:
        raise Refusal("seat is missing: either seat may act")
    return position.view(asked.seat or (able[0] if able else Seat.A)), lang


def _parse_position(asked: GameRequest) -> tuple[Position, str]:
    if asked.record is None:
        return Position.parse(asked.position or ""), asked.lang or LANGUAGES[0]
    game = Game.parse(asked.record)
    return game.final, asked.lang or game.lang


def _acting_seats(state: PublicState, action: str) -> tuple[Seat, ...]:
    return state.givers if action == "give" else state.guessers
