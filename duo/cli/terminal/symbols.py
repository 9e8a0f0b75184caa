"""The signs and colours of the table. Each colour has a sign of its own, so that none is told by colour alone."""

from collections.abc import Mapping
from dataclasses import dataclass

from duo.cli.terminal import output
from duo.core.key import Colour
from duo.core.position import Outcome
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
from duo.text import _

COLOUR_STYLES: Mapping[str, str] = {
    "g": "bold bright_white on green4",
    ".": "black on wheat1",
    "x": "bold bright_white on grey11",
    "?": "default",
}
# Of the words and sentences that tell of a touch.
TOUCH_STYLES = {Colour.GREEN: "bold green", Colour.BYSTANDER: "yellow", Colour.ASSASSIN: "bold red"}
_EVENT_STYLES: Mapping[type[Event], str] = {
    ClueGiven: "bold",
    PenaltyPaid: "red",
    NothingToGoBy: "yellow",
    TurnStopped: "",
    SideFinished: "bold cyan",
    SuddenDeathBegan: "bold red",
    GameEnded: "bold red",
}


@dataclass(frozen=True, slots=True)
class Symbols:
    """What stands for what: the three colours of a key, and what lies on the table."""

    colours: Mapping[str, str]
    agent: str
    miss: str
    bystander_side: str
    checkmark_side: str
    dash: str
    ellipsis: str
    timer_arrows: str  # the signs of tokens that point to the partner and to you

    def token_mark(self, mark: str) -> str:
        """A mark with the signs that this terminal has for tokens."""
        return mark.translate(str.maketrans("↑↓", self.timer_arrows))

    def touch_sign(self, colour: str) -> str:
        """The sign beside a word that was touched and turned out to have this colour."""
        return {"g": self.agent, ".": self.miss, "x": self.colours["x"]}[colour]


UNICODE = Symbols(
    colours={"g": "■", ".": "·", "x": "✖", "?": "?"},
    agent="✓",
    miss="○",
    bystander_side="●",
    checkmark_side="✓",
    dash="·",
    ellipsis="…",
    timer_arrows="↑↓",
)
ASCII = Symbols(
    colours={"g": "#", ".": ".", "x": "X", "?": "?"},
    agent="+",
    miss="o",
    bystander_side="o",
    checkmark_side="v",
    dash="-",
    ellipsis="~",
    timer_arrows="^v",
)


def terminal_symbols() -> Symbols:
    """Those that this terminal can show."""
    return UNICODE if output.supports_unicode() else ASCII


def legend() -> str:
    """What each sign means."""
    signs = terminal_symbols()
    return _(
        "Signs: {agent} agent, {bystander} bystander, {assassin} assassin, {found} found, {miss}A missed by A",
        agent=signs.colours["g"],
        bystander=signs.colours["."],
        assassin=signs.colours["x"],
        found=signs.agent,
        miss=signs.miss,
    )


def event_style(event: Event) -> str:
    """The style in which an event is told."""
    match event:
        case Touched(touch):
            return TOUCH_STYLES[touch.colour]
        case GameEnded(Outcome.WON):
            return "bold green"
        case _:
            return _EVENT_STYLES[type(event)]
