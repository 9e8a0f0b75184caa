#!/usr/bin/env python3
"""Draw the pictures of docs/tour.md and README.md from the game itself.

    python scripts/docs/tour.py            write docs/pictures/tour-*.svg
    python scripts/docs/tour.py FOLDER     write them to another folder

The pictures show a terminal of 80 by 24. Words and clues come from a game that the AI plays with itself with a fixed
seed, so a new model changes the pictures.
"""

import io
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from duo import text
from duo.cli.terminal.grid import DisplaySettings, screen_lines
from duo.cli.terminal.mission_map import UNICODE_MAP_SYMBOLS as MAP_PEN
from duo.cli.terminal.mission_map import mission_map_lines
from duo.cli.terminal.review_report import review_lines
from duo.cli.terminal.symbols import UNICODE_SYMBOLS, event_style
from duo.core.game import Game
from duo.core.key import Seat
from duo.core.mission import Mission
from duo.core.position import Phase, Position
from duo.mind import registry
from duo.table.advice import ModelAdvisor
from duo.table.campaign.campaign import Campaign, CampaignEntry
from duo.table.campaign.mission_map import shipped_map
from duo.table.dealing import SeatHolder, deal_game
from duo.table.events import ClueGiven, Event, SuddenDeathBegan
from duo.table.narration import Narrator
from duo.table.players import partner
from duo.table.review import review
from duo.table.session import Session
from duo.words import wordlist

SEED = 11
SCREEN = DisplaySettings(80, 24, UNICODE_SYMBOLS)


def main() -> None:
    text.set_language("en")
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[2] / "docs/pictures"
    folder.mkdir(parents=True, exist_ok=True)
    game = play_game(Mission(9, 9))
    pictures = {
        "board": ("duo play", board_lines(game)),
        "advice": ("duo play: hint", advice_lines(game)),
        "sudden-death": ("duo play: sudden death", sudden_death_lines()),
        "review": ("duo review", first_review_lines(game)),
        "map": ("duo campaign map", campaign_lines()),
    }
    for name, (title, lines) in pictures.items():
        path = folder / f"tour-{name}.svg"
        path.write_text(to_svg(lines, title, name), encoding="utf-8")
        print(path)


def play_game(mission: Mission) -> Game:
    """Return a game that the AI played at both seats."""
    seats = {Seat.A: SeatHolder(), Seat.B: SeatHolder("balanced", "expert")}
    game = deal_game(wordlist.shipped_wordlist("en"), SEED, mission=mission, seats=seats, extra_headers={})
    session = Session(game, players={seat: partner("en") for seat in Seat})
    list(session.advance())
    return session.game


def board_lines(game: Game) -> list[Text]:
    """Return the screen in the middle of the game, when seat A has a clue to answer."""
    middle = [p for p in game.positions() if p.phase is Phase.GUESS and p.to_act is Seat.A and not p.clues[-1].touches]
    position = middle[len(middle) // 2]
    clue = position.clues[-1].clue
    given = event_text(ClueGiven(Seat.B, clue.word, clue.count))
    return screen_with_prompt(position, [given], f"{clue.word.upper()} {clue.count}: touch a word: ")


def event_text(event: Event) -> Text:
    """Return an event as described to seat A."""
    return Text(Narrator(Seat.A).describe(event), style=event_style(event))


def advice_lines(game: Game) -> list[Text]:
    """Return the screen when seat A is to give a clue and has asked for three hints."""
    position = next(p for p in game.positions() if p.phase is Phase.CLUE and p.to_act is Seat.A)
    advisor = ModelAdvisor("en")
    hints = [hint for level in (1, 2, 3) for hint in advisor.hint(position.view(Seat.A), level)]
    return screen_with_prompt(
        position, [Text(hint, style="cyan") for hint in hints], "Your clue (a word and a number): "
    )


def sudden_death_lines() -> list[Text]:
    """Return the screen at the start of sudden death, with agents left for both seats."""
    positions = (position for tokens in (4, 3, 2, 1) for position in play_game(Mission(tokens, tokens)).positions())
    position = next(p for p in positions if p.phase is Phase.SUDDEN_DEATH and len(p.guessers) > 1)
    began = event_text(SuddenDeathBegan(position.guessers))
    return screen_with_prompt(position, [began], "Touch a word, or Enter to let your partner go first: ")


def first_review_lines(game: Game) -> list[Text]:
    """Return the first screen of the review."""
    turns = review(game, registry.ai_giver("en"), registry.ai_guesser("en"), [Seat.A])
    console = Console(width=SCREEN.width, file=io.StringIO())
    lines = review_lines(turns, SCREEN.width)
    return [part for line in lines for part in line.wrap(console, SCREEN.width) or [Text()]][: SCREEN.height]


def campaign_lines() -> list[Text]:
    """Return the map of a campaign that has won three cities."""
    campaign = Campaign("Ann and Bob", shipped_map())
    for city in ("Prague", "Cairo", "Berlin"):
        campaign = campaign.with_entry(CampaignEntry(city, "won", "2026-01-01"))
    return mission_map_lines(campaign, SCREEN.width, MAP_PEN)


def screen_with_prompt(position: Position, notes: list[Text], prompt: str) -> list[Text]:
    return [*screen_lines(position.view(Seat.A), notes, SCREEN), Text(prompt)]


def to_svg(lines: Sequence[Text], title: str, name: str) -> str:
    """Return the lines as a self-contained SVG."""
    console = Console(
        record=True, width=SCREEN.width, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    for line in lines:
        console.print(line, no_wrap=True, crop=True, overflow="crop")
    svg = console.export_svg(title=title, unique_id=f"duo-{name}")
    return re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)


if __name__ == "__main__":
    main()
