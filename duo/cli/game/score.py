"""`duo score`: compute the score of game records, or of a game at a real table from its tokens."""

import click

from duo.cli.commands import DuoCommand
from duo.cli.errors import Failure, Misuse, describe_os_error
from duo.cli.game.record_files import read_record
from duo.cli.option_types import IntRange
from duo.cli.options import json_option
from duo.cli.safe_output import echo, print_json
from duo.cli.terminal import output
from duo.core.position import Position
from duo.core.refusal import Refusal
from duo.core.scoring import figures, rating, score_from_figures
from duo.core.word import printable
from duo.table.scorecard import describe_rating, format_figure, format_score_sum
from duo.text import N_, _, format_refusal, ngettext


@click.command(
    cls=DuoCommand,
    help=N_(
        "Score recorded games, or a game won with nine tokens at a real table.\n\n"
        "Example: duo score monday.duo tuesday.duo\n\nExample: duo score --tokens-left 2 --checks 5"
    ),
)
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--tokens-left", type=IntRange(), help=N_("Tokens left in the bank after the winning turn."))
@click.option("--checks", type=IntRange(), help=N_("Checkmark tokens in front of the two players."))
@click.option("--sudden-death", is_flag=True, help=N_("The game was won in sudden death."))
@json_option
def score(
    files: tuple[str, ...], tokens_left: int | None, checks: int | None, sudden_death: bool, as_json: bool
) -> None:
    by_figures = tokens_left is not None or checks is not None or sudden_death
    if bool(files) == by_figures:
        raise Misuse(_("Give either files or the figures of a game: --tokens-left and --checks."))
    if files:
        _score_records(files, as_json=as_json)
    elif sudden_death and tokens_left is None and checks is not None:
        _score_real_table(0, checks, sudden_death=True, as_json=as_json)  # sudden death begins with an empty bank
    elif tokens_left is None or checks is None:
        raise Misuse(_("A score needs both --tokens-left and --checks."))
    else:
        _score_real_table(tokens_left, checks, sudden_death=sudden_death, as_json=as_json)


def _score_real_table(tokens_left: int, checks: int, *, sudden_death: bool, as_json: bool) -> None:
    points = score_from_figures(tokens_left, checks, sudden_death=sudden_death)
    if as_json:
        print_json(
            {
                "tokens_left": tokens_left,
                "checks": checks,
                "sudden_death": sudden_death,
                "score": points,
                "rating": rating(points),
            }
        )
    else:
        score = ngettext("Score: {count} point", "Score: {count} points", points)
        echo(f"{score} ({format_score_sum(tokens_left, checks, sudden_death=sudden_death)}). {describe_rating(points)}")


def _score_records(files: tuple[str, ...], *, as_json: bool) -> None:
    """Print the score of every record that can be read.

    If some files cannot be read, raise `Failure` with their problems at the end.
    """
    games: list[tuple[str, Position]] = []
    problems = []
    for file in files:
        try:
            games.append((file, read_record(file).final))
        except Refusal as refusal:
            problems.append(format_refusal(refusal))
        except OSError as error:
            problems.append(describe_os_error(error))
    if as_json and len(files) == 1 and games:
        print_json(figures(games[0][1]))
    elif as_json and len(files) > 1:
        print_json({"games": [{"file": file, **figures(final)} for file, final in games]})
    elif games:
        _print_score_table(games)
    if problems:
        message = "\n".join(problems)
        raise Failure(message)


def _print_score_table(games: list[tuple[str, Position]]) -> None:
    """Print one line per game. The file name is the last column and never shortened, so that it can be copied."""
    rows = [(_("Score"), _("Sum"), _("Turns"), _("Result"), _("Game"))]
    for file, final in games:
        rows.append((*_score_table_row(final), printable(file)))
    from rich.cells import cell_len, set_cell_size
    from rich.text import Text

    out = output.console()
    widths = [max(cell_len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    for number, row in enumerate(rows):
        cells = (set_cell_size(cell, width) for cell, width in zip(row, widths, strict=False))
        out.print(Text("  ".join([*cells, row[-1]]), style="" if number else "bold"), soft_wrap=True)


def _score_table_row(final: Position) -> tuple[str, str, str, str]:
    """Return four cells: points, the sum that gives the points, number of turns, and result with rating."""
    values = figures(final)
    result, turns = format_figure("result", values["result"]), str(final.turns)
    points = values["score"]
    if not isinstance(points, int):
        return "-", "-", turns, result
    total = format_score_sum(final.bank.tokens, final.checks, sudden_death=final.sudden_death)
    return str(points), total, turns, f"{result}. {describe_rating(points, final.mission)}"
