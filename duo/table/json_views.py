"""Views and events as JSON, for other programs. `view_parser` reads views back."""

from collections.abc import Iterable
from typing import Any, assert_never

from duo.core.key import Seat, format_side
from duo.core.moves import Touch, Turn
from duo.core.public import places
from duo.core.scoring import figures
from duo.core.view import View
from duo.table.events import (
    ClueGiven,
    Event,
    GameEnded,
    NothingToGoBy,
    PenaltyPaid,
    SideFinished,
    SuddenDeathBegan,
    Touched,
    TurnStopped,
)

JSON = dict[str, Any]

EVENT_NAMES: dict[type[Event], str] = {
    ClueGiven: "clue-given",
    PenaltyPaid: "penalty-paid",
    NothingToGoBy: "nothing-to-go-by",
    Touched: "touched",
    TurnStopped: "turn-stopped",
    SideFinished: "side-finished",
    SuddenDeathBegan: "sudden-death-began",
    GameEnded: "game-ended",
}


def view_json(view: View) -> JSON:
    """The view as JSON. It holds only what its seat may know."""
    return {
        "seat": view.seat,
        "words": list(view.words),
        "own": format_side(view.own),
        "seen": format_side(view.seen),
        "mission": str(view.mission),
        "variants": sorted(view.variants),
        **figures(view),
        "tokens": {"bystander_side": view.bank.bystander_side, "checkmark_side": view.bank.checkmark_side},
        "agents": _words(view, view.marks.agents),
        "missed": {seat: _words(view, view.marks.missed_by(seat)) for seat in Seat},
        "givers": list(view.givers),
        "guessers": list(view.guessers),
        "finished": sorted(view.finished),
        "clues": [_turn_json(turn) for turn in view.clues],
        "sudden": [_touch_json(touch) for touch in view.sudden],
        "gave_up": view.gave_up,
    }


def event_json(event: Event) -> JSON:
    """An event as JSON: its name and its fields."""
    fields: JSON
    match event:
        case ClueGiven(seat, word, count):
            fields = {"seat": seat, "word": word, "count": count}
        case Touched(touch, tokens):
            fields = {**_touch_json(touch), "tokens": tokens}
        case SuddenDeathBegan(seats):
            fields = {"seats": list(seats)}
        case GameEnded(outcome):
            fields = {"result": outcome}
        case PenaltyPaid(seat) | NothingToGoBy(seat) | TurnStopped(seat) | SideFinished(seat):
            fields = {"seat": seat}
        case _:
            assert_never(event)
    return {"event": EVENT_NAMES[type(event)], **fields}


def events_json(events: Iterable[Event]) -> list[JSON]:
    return [event_json(event) for event in events]


def _turn_json(turn: Turn) -> JSON:
    clue = turn.clue
    return {
        "giver": clue.seat,
        "word": clue.word,
        "count": clue.count,
        "invalid": clue.invalid,
        "meant": list(clue.meant),
        "touches": [_touch_json(touch) for touch in turn.touches],
        "stopped": turn.stopped,
    }


def _touch_json(touch: Touch) -> JSON:
    return {"seat": touch.seat, "word": touch.word, "colour": touch.colour}


def _words(view: View, bits: int) -> list[str]:
    return [view.words[place] for place in places(bits)]
