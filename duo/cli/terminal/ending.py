"""The end of a mission: result, score, both sides of the key, review and share text."""

from collections.abc import Iterable, Sequence

from rich.text import Text

from duo.cli.terminal import output
from duo.cli.terminal.grid import DisplaySettings, board_lines, clue_history_lines, wrap_message
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


def game_end_lines(game: Game, display: DisplaySettings, lines_below: Sequence[Text] = ()) -> list[Text]:
    """Return the key, the clues and the result of a finished game, followed by `lines_below`.

    The oldest clues are left out if the lines, and a question below them, would not fit the terminal.
    """
    final = game.final
    outcome = final.outcome()
    if outcome is None:
        return []
    end = Text(Narrator().describe(GameEnded(outcome)), style=event_style(GameEnded(outcome)))
    board = board_lines(final, (final.key.a, final.key.b), display.width, display.symbols, airy=False)
    result = [*wrap_message(end, display.width), *wrap_message(_score_line(game), display.width)]
    room = (
        display.height - len(board) - len(result) - len(lines_below) - 2
    )  # a line for the heading, one for the question
    history = clue_history_lines(final, display, max(1, room), unfound_counts_in_game(game, final))
    gap = [Text()] if len(history) + 2 <= room else []
    return [
        Text(_("Both sides of the key, A then B:"), style="bold"),
        *board,
        *gap,
        *history,
        *gap,
        *result,
        *lines_below,
    ]


def show_game_end(screen: Screen, game: Game, record_file: str, news: Iterable[str] = ()) -> None:
    """Show the result of a game and the sentences `news`, offer a review and print the text to share."""
    below = [Text(sentence, style="bold cyan") for sentence in news]
    below.append(Text(_("Record saved as {file}", file=record_file)))
    display = screen.display_settings()
    screen.show_lines(
        game_end_lines(game, display, [line for sentence in below for line in wrap_message(sentence, display.width)])
    )
    if screen.ask_yes_no(_("Review every turn?")):
        from duo.cli.terminal.review_report import review_lines, review_with_progress

        screen.print_below(list(review_lines(review_with_progress(game), display.width)))
    else:
        screen.print_below([Text(_("Run `duo review {file}` to review it later.", file=record_file)), Text()])
    screen.print_below([Text(_("To share:"), style="bold")])
    screen.print_below([Text(line) for line in share_text(game, unicode=output.supports_unicode()).splitlines()])


def _score_line(game: Game) -> Text:
    final = game.final
    if final.outcome() is not Outcome.WON:
        return Text(_("Agents found: {found} of 15.", found=final.found))
    turns = ngettext("It took {count} turn.", "It took {count} turns.", final.turns)
    points = score(final)
    if points is None:
        return Text(turns)
    score_text = ngettext("Score: {count} point", "Score: {count} points", points)
    total = format_score_sum(final.bank.tokens, final.checks, sudden_death=final.sudden_death)
    return Text(f"{turns} {score_text} ({total}). {describe_rating(points, final.mission)}")
