"""Symbols and styles of the table. Agents, bystanders and assassins differ in symbol, not only in colour."""

from collections.abc import Mapping
from dataclasses import dataclass

from duo.cli.terminal import output
from duo.core.key import Colour
from duo.core.position import Outcome
from duo.table import events as game_events
from duo.text import _

KEY_COLOUR_STYLES: Mapping[str, str] = {
    "g": "bold bright_white on green4",
    ".": "black on wheat1",
    "x": "bold bright_white on grey11",
    "?": "default",
}
# Styles of touched words and of sentences about touches.
TOUCHED_WORD_STYLES = {Colour.GREEN: "bold green", Colour.BYSTANDER: "yellow", Colour.ASSASSIN: "bold red"}
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
class TerminalSymbols:
    """Characters for the colours of the key and for the tokens on the table."""

    key_colours: Mapping[str, str]
    found_agent: str
    miss: str
    bystander_side: str
    checkmark_side: str
    dash: str
    ellipsis: str
    timer_arrows: str  # tokens that point to the partner and to you

    def adapt_token_arrows(self, mark: str) -> str:
        """Return a token's mark with its arrows replaced by `timer_arrows`."""
        return mark.translate(str.maketrans("↑↓", self.timer_arrows))

    def touch_sign(self, colour: str) -> str:
        """Return the symbol to print after a touched word, given the colour that the touch revealed."""
        return {"g": self.found_agent, ".": self.miss, "x": self.key_colours["x"]}[colour]


UNICODE_SYMBOLS = TerminalSymbols(
    key_colours={"g": "■", ".": "·", "x": "✖", "?": "?"},
    found_agent="✓",
    miss="○",
    bystander_side="●",
    checkmark_side="✓",
    dash="·",
    ellipsis="…",
    timer_arrows="↑↓",
)
ASCII_SYMBOLS = TerminalSymbols(
    key_colours={"g": "#", ".": ".", "x": "X", "?": "?"},
    found_agent="+",
    miss="o",
    bystander_side="o",
    checkmark_side="v",
    dash="-",
    ellipsis="~",
    timer_arrows="^v",
)


def terminal_symbols() -> TerminalSymbols:
    """Return the symbols that this terminal can show."""
    return UNICODE_SYMBOLS if output.supports_unicode() else ASCII_SYMBOLS


def symbol_legend() -> str:
    """Return a sentence that explains the symbols."""
    signs = terminal_symbols()
    return _(
        "Signs: {agent} agent, {bystander} bystander, {assassin} assassin, {found} found, {miss}A missed by A",
        agent=signs.key_colours["g"],
        bystander=signs.key_colours["."],
        assassin=signs.key_colours["x"],
        found=signs.found_agent,
        miss=signs.miss,
    )


def event_style(event: game_events.Event) -> str:
    match event:
        case game_events.Touched(touch):
            return TOUCHED_WORD_STYLES[touch.colour]
        case game_events.GameEnded(Outcome.WON):
            return "bold green"
        case _:
            return _EVENT_STYLES[type(event)]
