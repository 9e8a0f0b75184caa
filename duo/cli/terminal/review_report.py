"""The review of a game, which comments on its turns, as lines of text."""

from collections.abc import Iterable, Iterator

from rich.text import Text

from duo.cli.terminal import output
from duo.cli.terminal.symbols import TOUCHED_WORD_STYLES, terminal_symbols
from duo.core.game import Game
from duo.core.key import Colour
from duo.table.dealing import seat_holders
from duo.table.explanation_text import stop_sentence
from duo.table.review import TouchReview, TurnReview, review
from duo.text import _, wrap_text

_MIN_REVIEW_TEXT_WIDTH = 20
_SENTENCE_INDENT = "   "


def review_with_progress(game: Game, *, everyone: bool = False) -> Iterator[TurnReview]:
    """Yield the review of each turn and show a progress bar. With `everyone`, the AI's clues are reviewed too."""
    from rich.progress import Progress

    from duo.mind import registry

    seats = [seat for seat, holder in seat_holders(game).items() if everyone or holder.is_person]
    bar = Progress(console=output.console(stderr=True), transient=True, redirect_stdout=False, redirect_stderr=False)
    with bar as progress:
        task = progress.add_task(_("Reviewing ..."), total=len(game.final.clues) + bool(game.final.sudden))
        for turn in review(game, registry.ai_giver(game.lang), registry.ai_guesser(game.lang), seats):
            yield turn
            progress.advance(task)


def review_lines(turns: Iterable[TurnReview], width: int) -> Iterator[Text]:
    for turn in turns:
        yield _turn_heading(turn)
        for touch in turn.touches:
            yield _touch_line(touch)
        if turn.clue and turn.early_stop:
            stop_lines = wrap_text(
                stop_sentence(turn.early_stop), max(_MIN_REVIEW_TEXT_WIDTH, width - len(_SENTENCE_INDENT) - 2)
            )
            yield Text(f"{_SENTENCE_INDENT}{turn.clue.seat.other} {stop_lines[0]}")
            yield from (Text(f"{_SENTENCE_INDENT}  {part}") for part in stop_lines[1:])
        for index, suggestion in enumerate(turn.alternatives):
            label = "" if index else _("Instead:")
            intro = f"   {label:<12}"
            clue = f"{suggestion.word.upper()} {suggestion.count}"
            first, *rest = wrap_text(f"{clue}  {suggestion.why}", max(_MIN_REVIEW_TEXT_WIDTH, width - len(intro)))
            line = Text().append(intro, style="dim").append(first)
            line.stylize("bold", len(intro), len(intro) + len(clue))
            yield line
            yield from (Text(" " * len(intro) + part) for part in rest)
        yield Text()


def _turn_heading(turn: TurnReview) -> Text:
    if turn.clue is None:
        return Text(_("Sudden death"), style="bold red")
    heading = Text().append(f"{turn.number}{turn.clue.seat} ", style="dim")
    heading.append(f"{turn.clue.word.upper()} {turn.clue.count}", style="bold")
    if turn.clue.invalid:
        heading.append(" (" + _("penalty") + ")", style="red")
    if turn.clue.meant:
        heading.append("  " + _("meant: {words}", words=", ".join(turn.clue.meant)))
    return heading


def _touch_line(touch: TouchReview) -> Text:
    from duo.mind.giver.reason import format_percent

    line = Text(f"{_SENTENCE_INDENT}{touch.seat} ")
    line.append(
        f"{touch.word}{terminal_symbols().touch_sign(touch.colour)}", style=TOUCHED_WORD_STYLES[Colour(touch.colour)]
    )
    line.append("  " + _("{chance} likely to be an agent", chance=format_percent(touch.p)))
    if touch.better:
        line.append(
            "  " + _("({word} with {chance})", word=touch.better, chance=format_percent(touch.better_p)), style="dim"
        )
    return line
