"""The end of a mission: result, score, both sides of the key, and a text to share."""

from collections.abc import Iterable, Sequence

from rich.text import Text

from duo.cli.terminal import output
from duo.cli.terminal.grid import DisplaySettings, board_lines, history_lines, wrap_message
from duo.cli.terminal.screen import Screen
from duo.cli.terminal.symbols import event_style
from duo.core.game import Game
from duo.core.position import Outcome
from duo.core.scoring import score
from duo.table.events import GameEnded
from duo.table.narration import Narrator
from duo.table.scorecard import describe_rating, format_score_sum
from duo.table.share import share_text
from duo.table.unfound import unfound_counts_in_game
from duo.text import _, ngettext


def end_lines(game: Game, display: DisplaySettings, below: Sequence[Text] = ()) -> list[Text]:
    """What both players may see now that nothing is secret: the key, how the mission went, how it ended.

    With what stands `below` and a question under it, it fits the terminal; where not every clue does, the last do.
    """
    final = game.final
    outcome = final.outcome()
    if outcome is None:
        return []
    end = Text(Narrator().describe(GameEnded(outcome)), style=event_style(GameEnded(outcome)))
    board = board_lines(final, (final.key.a, final.key.b), display.width, display.symbols, airy=False)
    result = [*wrap_message(end, display.width), *wrap_message(_score_line(game), display.width)]
    room = display.height - len(board) - len(result) - len(below) - 2  # a line for the heading, one for the question
    history = history_lines(final, display, max(1, room), unfound_counts_in_game(game, final))
    gap = [Text()] if len(history) + 2 <= room else []
    return [Text(_("Both sides of the key, A then B:"), style="bold"), *board, *gap, *history, *gap, *result, *below]


def show_end(screen: Screen, game: Game, record_file: str, news: Iterable[str] = ()) -> None:
    """The end on one screen with the news that it brings, the review if it is wanted, and a text to share."""
    told = [Text(sentence, style="bold cyan") for sentence in news]
    told.append(Text(_("The record is {file}", file=record_file)))
    look = screen.display()
    screen.show(end_lines(game, look, [line for sentence in told for line in wrap_message(sentence, look.width)]))
    if screen.ask_yes_no(_("Look back at every turn?")):
        from duo.cli.terminal.review_report import review_lines, review_with_progress

        screen.write(list(review_lines(review_with_progress(game), look.width)))
    else:
        screen.write([Text(_("duo review {file} does that at any time.", file=record_file)), Text()])
    screen.write([Text(_("To share:"), style="bold")])
    screen.write([Text(line) for line in share_text(game, unicode=output.supports_unicode()).splitlines()])


def _score_line(game: Game) -> Text:
    final = game.final
    if final.outcome() is not Outcome.WON:
        return Text(_("Agents found: {found} of 15.", found=final.found))
    turns = ngettext("It took {count} turn.", "It took {count} turns.", final.turns)
    points = score(final)
    if points is None:
        return Text(turns)
    scored = ngettext("Score: {count} point", "Score: {count} points", points)
    total = format_score_sum(final.bank.tokens, final.checks, sudden_death=final.sudden_death)
    return Text(f"{turns} {scored} ({total}). {describe_rating(points, final.mission)}")
