"""Views and events as JSON, for other programs. `view_parser` reads views back."""

from collections.abc import Iterable
from typing import Any, assert_never

from duo.core.key import Seat, format_side
from duo.core.moves import Touch, Turn
from duo.core.public import places
from duo.core.scoring import figures
from duo.core.view import View
from duo.table import events as game_events

JSON = dict[str, Any]

EVENT_NAMES: dict[type[game_events.Event], str] = {
    game_events.ClueGiven: "clue-given",
    game_events.PenaltyPaid: "penalty-paid",
    game_events.NothingToGoBy: "nothing-to-go-by",
    game_events.Touched: "touched",
    game_events.TurnStopped: "turn-stopped",
    game_events.SideFinished: "side-finished",
    game_events.SuddenDeathBegan: "sudden-death-began",
    game_events.GameEnded: "game-ended",
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
        "agents": _words_at_places(view, view.marks.agents),
        "missed": {seat: _words_at_places(view, view.marks.missed_by(seat)) for seat in Seat},
        "givers": list(view.givers),
        "guessers": list(view.guessers),
        "finished": sorted(view.finished),
        "clues": [_turn_json(turn) for turn in view.clues],
        "sudden": [_touch_json(touch) for touch in view.sudden],
        "gave_up": view.gave_up,
    }


def event_json(event: game_events.Event) -> JSON:
    """An event as JSON: its name and its fields."""
    fields: JSON
    match event:
        case game_events.ClueGiven(seat, word, count):
            fields = {"seat": seat, "word": word, "count": count}
        case game_events.Touched(touch, tokens):
            fields = {**_touch_json(touch), "tokens": tokens}
        case game_events.SuddenDeathBegan(seats):
            fields = {"seats": list(seats)}
        case game_events.GameEnded(outcome):
            fields = {"result": outcome}
        case (
            game_events.PenaltyPaid(seat)
            | game_events.NothingToGoBy(seat)
            | game_events.TurnStopped(seat)
            | game_events.SideFinished(seat)
        ):
            fields = {"seat": seat}
        case _:
            assert_never(event)
    return {"event": EVENT_NAMES[type(event)], **fields}


def events_json(events: Iterable[game_events.Event]) -> list[JSON]:
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


def _words_at_places(view: View, bits: int) -> list[str]:
    return [view.words[place] for place in places(bits)]
