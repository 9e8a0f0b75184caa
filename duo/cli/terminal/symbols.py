"""Symbols and styles of the table. Each role has its own symbol, so that nothing depends on colour alone."""

from collections.abc import Mapping
from dataclasses import dataclass

from duo.cli.terminal import output
from duo.core.key import Colour
from duo.core.position import Outcome
from duo.table import events as game_events
from duo.text import _

COLOUR_STYLES: Mapping[str, str] = {
    "g": "bold bright_white on green4",
    ".": "black on wheat1",
    "x": "bold bright_white on grey11",
    "?": "default",
}
# Styles of touched words and of sentences about touches.
TOUCH_STYLES = {Colour.GREEN: "bold green", Colour.BYSTANDER: "yellow", Colour.ASSASSIN: "bold red"}
_EVENT_STYLES: Mapping[type[game_events.Event], str] = {
    game_events.ClueGiven: "bold",
    game_events.PenaltyPaid: "red",
    game_events.NothingToGoBy: "yellow",
    game_events.TurnStopped: "",
    game_events.SideFinished: "bold cyan",
    game_events.SuddenDeathBegan: "bold red",
    game_events.GameEnded: "bold red",
}


@dataclass(frozen=True, slots=True)
class Symbols:
    """Characters for the roles of a key and for the tokens on the table."""

    colours: Mapping[str, str]
    agent: str
    miss: str
    bystander_side: str
    checkmark_side: str
    dash: str
    ellipsis: str
    timer_arrows: str  # tokens that point to the partner and to you

    def token_mark(self, mark: str) -> str:
        """Translate the arrows of a mark to this terminal's."""
        return mark.translate(str.maketrans("↑↓", self.timer_arrows))

    def touch_sign(self, colour: str) -> str:
        """Return the symbol after a touched word, by the colour it turned out to have."""
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
    """Return the symbols that this terminal can show."""
    return UNICODE if output.supports_unicode() else ASCII


def legend() -> str:
    """Return a sentence that explains the symbols."""
    signs = terminal_symbols()
    return _(
        "Signs: {agent} agent, {bystander} bystander, {assassin} assassin, {found} found, {miss}A missed by A",
        agent=signs.colours["g"],
        bystander=signs.colours["."],
        assassin=signs.colours["x"],
        found=signs.agent,
        miss=signs.miss,
    )


def event_style(event: game_events.Event) -> str:
    match event:
        case game_events.Touched(touch):
            return TOUCH_STYLES[touch.colour]
        case game_events.GameEnded(Outcome.WON):
            return "bold green"
        case _:
            return _EVENT_STYLES[type(event)]
