"""A view read back from its JSON form, as another program tells it."""

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
from duo.files.schema import Check, read_value, shown
from duo.table.consistent_position import Known, fitting_position
from duo.table.json_views import view_json
from duo.table.real_table import side

# Forms of the same that are read alike.
_WRITTEN_OTHERWISE = {"own", "mission", "variants"}


@dataclass(frozen=True, slots=True)
class _Touch:
    seat: Seat
    word: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class _Turn:
    giver: Seat
    word: str
    count: int
    invalid: bool = False
    meant: tuple[str, ...] = ()
    touches: tuple[_Touch, ...] = ()
    stopped: bool = False

    def moves(self) -> Iterator[Move]:
        yield Clue(self.giver, self.word, self.count, self.invalid, self.meant)
        yield from (Guess(touch.seat, touch.word) for touch in self.touches)
        if self.stopped:
            yield Stop(self.giver.other)


@dataclass(frozen=True, slots=True)
class _View:
    """What a view is made of; the rest of its JSON follows from this, and is checked if it is there."""

    seat: Seat
    words: Annotated[tuple[str, ...], Len(CELLS, CELLS)]
    own: Annotated[str, Check(side)]
    mission: str = str(STANDARD)
    variants: tuple[Variant, ...] = ()
    clues: tuple[_Turn, ...] = ()
    sudden: tuple[_Touch, ...] = ()
    gave_up: bool = False
    finished: tuple[Seat, ...] = ()

    def moves(self) -> Iterator[Move]:
        for turn in self.clues:
            yield from turn.moves()
        yield from (Guess(touch.seat, touch.word) for touch in self.sudden)
        if self.gave_up:
            yield Stop(self.seat)

    def touches(self) -> Iterator[_Touch]:
        for turn in self.clues:
            yield from turn.touches
        yield from self.sudden


def read_view(told: dict[str, Any]) -> View:
    """The view that this JSON tells; every rule and every field is checked."""
    form = read_value(told, _View, where="view", extra=True)
    shown_to_seat = {touch.word: touch.colour for touch in form.touches() if touch.seat is form.seat}
    position = fitting_position(
        Known(
            seat=form.seat, words=form.words, own=form.own, moves=tuple(form.moves()), shown=shown_to_seat,
            finished=form.seat.other in form.finished, mission=Mission.parse(form.mission), variants=form.variants,
        )
    )  # fmt: skip
    view = position.view(form.seat)
    _check(told, view_json(view))
    return view


def _check(told: dict[str, Any], due: dict[str, Any]) -> None:
    for name in sorted(told.keys() & due.keys() - _WRITTEN_OTHERWISE):
        if not _agrees(told[name], due[name]):
            raise Refusal(
                "view: {field} is {told}, and by the moves it is {due}",
                field=name, told=shown(told[name]), due=shown(due[name]),
            )  # fmt: skip


def _agrees(told: Any, due: Any) -> bool:
    """Whether everything told is so; fields that are left out are not missed."""
    if isinstance(told, dict) and isinstance(due, dict):
        return all(name not in due or _agrees(value, due[name]) for name, value in told.items())
    if isinstance(told, list) and isinstance(due, list):
        return len(told) == len(due) and all(map(_agrees, told, due))
    return bool(told == due)
