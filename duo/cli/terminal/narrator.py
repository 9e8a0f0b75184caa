"""Says what happened, the way somebody at the table would."""

from typing import assert_never

from duo.core.key import Colour, Seat
from duo.core.position import Outcome, Touch
from duo.table.events import (
    ClueGiven,
    Event,
    GameEnded,
    PenaltyPaid,
    SideFinished,
    SuddenDeathBegan,
    Touched,
    TurnStopped,
)
from duo.text import mark, say

STYLES = {Colour.GREEN: "bold green", Colour.BYSTANDER: "yellow", Colour.ASSASSIN: "bold red"}

_ENDS = {
    Outcome.WON: mark("Mission accomplished: all 15 agents are found!"),
    Outcome.ASSASSIN: mark("Mission failed: that was an assassin."),
    Outcome.SUDDEN_DEATH: mark("Mission failed in sudden death: agents are still missing."),
    Outcome.TOKENS: mark("Mission failed: the mistake costs two tokens and only one is left."),
}
_TOUCHES = {
    Colour.GREEN: (
        mark("You touch {word}: an agent!"),
        mark("Your partner touches {word}: an agent!"),
        mark("{seat} touches {word}: an agent!"),
    ),
    Colour.BYSTANDER: (
        mark("You touch {word}: a bystander."),
        mark("Your partner touches {word}: a bystander."),
        mark("{seat} touches {word}: a bystander."),
    ),
    Colour.ASSASSIN: (
        mark("You touch {word}: an ASSASSIN!"),
        mark("Your partner touches {word}: an ASSASSIN!"),
        mark("{seat} touches {word}: an ASSASSIN!"),
    ),
}


class Narrator:
    """Speaks to one seat of "you" and "your partner", or of both seats by their letters."""

    def __init__(self, to: Seat | None = None) -> None:
        self._to = to

    def tell(self, event: Event) -> tuple[str, str]:
        """The sentence for an event, and the style in which it is shown."""
        match event:
            case ClueGiven() | PenaltyPaid():
                return self._tell_clue(event)
            case Touched(touch, tokens):
                return self._touch(touch, tokens), STYLES[touch.colour]
            case TurnStopped(seat):
                return self._stop(seat), ""
            case SideFinished(seat):
                return self._finished(seat), "bold cyan"
            case SuddenDeathBegan(seats):
                return self._sudden(seats), "bold red"
            case GameEnded(outcome):
                return say(_ENDS[outcome]), "bold green" if outcome is Outcome.WON else "bold red"
            case _:
                assert_never(event)

    def _voice(self, seat: Seat, you: str, partner: str, by_letter: str, **fields: object) -> str:
        if self._to is None:
            return say(by_letter, seat=seat, **fields)
        template = you if seat is self._to else partner
        return say(template, **fields) if fields else say(template)

    def _tell_clue(self, event: ClueGiven | PenaltyPaid) -> tuple[str, str]:
        if isinstance(event, PenaltyPaid):
            return say("The clue is invalid: a token is discarded, and the turn goes on."), "red"
        sentence = self._voice(
            event.seat, mark("Your clue: {word} {count}"), mark("Your partner's clue: {word} {count}"),
            mark("{seat}'s clue: {word} {count}"), word=event.word.upper(), count=event.count,
        )  # fmt: skip
        return sentence, "bold"

    def _touch(self, touch: Touch, tokens: int) -> str:
        sentence = self._voice(touch.seat, *_TOUCHES[touch.colour], word=touch.word)
        if touch.colour is Colour.BYSTANDER and tokens == 1:
            return sentence + " " + say("The turn ends, and a token lies on the word.")
        if touch.colour is Colour.BYSTANDER and tokens > 1:
            return sentence + " " + say("No token is left for mistakes, so this one costs two. The turn ends.")
        return sentence

    def _stop(self, seat: Seat) -> str:
        return self._voice(
            seat, mark("You stop: the turn ends with a checkmark."),
            mark("Your partner stops: the turn ends with a checkmark."),
            mark("{seat} stops: the turn ends with a checkmark."),
        )  # fmt: skip

    def _finished(self, seat: Seat) -> str:
        return self._voice(
            seat, mark("All nine agents of your side are covered: only your partner gives clues now."),
            mark("All nine agents of your partner's side are covered: only you give clues now."),
            mark("All nine agents of side {seat} are covered: only the other seat gives clues now."),
        )  # fmt: skip

    def _sudden(self, seats: tuple[Seat, ...]) -> str:
        start = say("The bank is empty: SUDDEN DEATH! No more clues, and the first miss loses.")
        if len(seats) > 1:
            return start + " " + say("Both seats still have words to find.")
        who = self._voice(
            seats[0], mark("Only you still have words to find."), mark("Only your partner still has words to find."),
            mark("Only {seat} still has words to find."),
        )  # fmt: skip
        return f"{start} {who}"
