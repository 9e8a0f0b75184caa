"""Read the view of one seat from JSON. `json_views.view_json` writes it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from annotated_types import Len

from duo.core.key import CELLS, Colour, Seat
from duo.core.mission import STANDARD, Mission
from duo.core.moves import Clue, Guess, Move, Stop
from duo.core.public import Variant
from duo.core.refusal import Refusal
from duo.core.view import View
from duo.files.schema import Check, format_value, read_value
from duo.table.consistent_position import SeatKnowledge, reconstruct_position
from duo.table.json_views import view_json
from duo.table.real_table import parse_side

# Fields with several accepted spellings, which are not compared as text.
_FREE_FORM_FIELDS = {"own", "mission", "variants"}


@dataclass(frozen=True, slots=True)
class _TouchFields:
    seat: Seat
    word: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class _TurnFields:
    giver: Seat
    word: str
    count: int
    invalid: bool = False
    meant: tuple[str, ...] = ()
    touches: tuple[_TouchFields, ...] = ()
    stopped: bool = False

    def moves(self) -> Iterator[Move]:
        yield Clue(self.giver, self.word, self.count, self.invalid, self.meant)
        yield from (Guess(touch.seat, touch.word) for touch in self.touches)
        if self.stopped:
            yield Stop(self.giver.other)


@dataclass(frozen=True, slots=True)
class _ViewFields:
    """The JSON fields that define a view. All other fields of a view can be derived from these."""

    seat: Seat
    words: Annotated[tuple[str, ...], Len(CELLS, CELLS)]
    own: Annotated[str, Check(parse_side)]
    mission: str = str(STANDARD)
    variants: tuple[Variant, ...] = ()
    clues: tuple[_TurnFields, ...] = ()
    sudden: tuple[_TouchFields, ...] = ()
    gave_up: bool = False
    finished: tuple[Seat, ...] = ()

    def moves(self) -> Iterator[Move]:
        for turn in self.clues:
            yield from turn.moves()
        yield from (Guess(touch.seat, touch.word) for touch in self.sudden)
        if self.gave_up:
            yield Stop(self.seat)

    def touches(self) -> Iterator[_TouchFields]:
        for turn in self.clues:
            yield from turn.touches
        yield from self.sudden


def read_view(data: dict[str, Any]) -> View:
    """Return the view that a JSON object describes.

    Raises Refusal if the moves break a rule, or if a derived field contradicts them.
    """
    form = read_value(data, _ViewFields, where="view", extra=True)
    shown_to_seat = {touch.word: touch.colour for touch in form.touches() if touch.seat is form.seat}
    position = reconstruct_position(
        SeatKnowledge(
            seat=form.seat,
            words=form.words,
            own=form.own,
            moves=tuple(form.moves()),
            revealed=shown_to_seat,
            partner_finished=form.seat.other in form.finished,
            mission=Mission.parse(form.mission),
            variants=form.variants,
        )
    )
    view = position.view(form.seat)
    _check_derived_fields(data, view_json(view))
    return view


def _check_derived_fields(data: dict[str, Any], expected: dict[str, Any]) -> None:
    for name in sorted(data.keys() & expected.keys() - _FREE_FORM_FIELDS):
        if not _fields_agree(data[name], expected[name]):
            raise Refusal(
                "view: {field} is {told}, but by the moves it is {due}",
                field=name,
                told=format_value(data[name]),
                due=format_value(expected[name]),
            )


def _fields_agree(given: Any, expected: Any) -> bool:
    """Return whether every field in `given` has its expected value. Missing fields are accepted."""
    if isinstance(given, dict) and isinstance(expected, dict):
        return all(name not in expected or _fields_agree(value, expected[name]) for name, value in given.items())
    if isinstance(given, list) and isinstance(expected, list):
        return len(given) == len(expected) and all(map(_fields_agree, given, expected))
    return bool(given == expected)
