"""`duo score`: what a game is worth."""

from typing import Any

import click

from duo.cli import shell
from duo.cli.records import read_record
from duo.cli.terminal import output
from duo.core.refusal import Refusal
from duo.core.scoring import figures, rating, score_of_figures
from duo.table.scorecard import FIGURES, rated, shown
from duo.text import N_, _, ngettext, tell


@click.command(
    cls=shell.Command,
    help=N_(
        "Score recorded games, or a game won with nine tokens at a real table.\n\n"
        "Example: duo score monday.duo tuesday.duo\n\nExample: duo score --tokens-left 2 --checks 5"
    ),
)
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--tokens-left", type=int, help=N_("Tokens left in the bank after the winning turn."))
@click.option("--checks", type=int, help=N_("Checkmark tokens before the two players."))
@click.option("--sudden-death", is_flag=True, help=N_("The game was won in sudden death."))
@shell.json_option
def score(
    files: tuple[str, ...], tokens_left: int | None, checks: int | None, sudden_death: bool, as_json: bool
) -> None:
    by_figures = tokens_left is not None or checks is not None or sudden_death
    if bool(files) == by_figures:
        raise shell.Misuse(_("Give either files or the figures of a game: --tokens-left and --checks."))
    if files:
        _score_files(files, as_json=as_json)
    elif tokens_left is None or checks is None:
        raise shell.Misuse(_("A score needs both --tokens-left and --checks."))
    else:
        _score_figures(tokens_left, checks, sudden_death=sudden_death, as_json=as_json)


def _score_figures(tokens_left: int, checks: int, *, sudden_death: bool, as_json: bool) -> None:
    points = score_of_figures(tokens_left, checks, sudden_death=sudden_death)
    if as_json:
        shell.answer(
            {"tokens_left": tokens_left, "checks": checks, "sudden_death": sudden_death,
             "score": points, "rating": rating(points)}
        )  # fmt: skip
    else:
        shell.echo(ngettext("Score: {count} point.", "Score: {count} points.", points) + " " + rated(points))


def _score_files(files: tuple[str, ...], *, as_json: bool) -> None:
    """Every file that can be read is scored; the others are named, and then the command fails."""
    games: list[tuple[str, dict[str, Any]]] = []
    problems = []
    for file in files:
        try:
            games.append((file, figures(read_record(file).final)))
        except Refusal as refusal:
            problems.append(tell(refusal))
        except OSError as error:
            problems.append(f"{file}: {error.strerror}")
    if as_json and len(files) == 1 and games:
        shell.answer(games[0][1])
    elif as_json and len(files) > 1:
        shell.answer({"games": [{"file": file, **told} for file, told in games]})
    elif games:
        _print_table(games)
    if problems:
        told = "\n".join(problems)
        raise shell.Failure(told)


def _print_table(games: list[tuple[str, dict[str, Any]]]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False)
    columns = ("score", "turns", "tokens_left", "checks", "sudden_death", "result")
    for name in columns:
        table.add_column(_(FIGURES[name]), justify="left" if name == "result" else "right")
    table.add_column(_("Game"), overflow="fold")
    for file, told in games:
        table.add_row(*(shown(name, told[name]) for name in columns), Text(file))
    out = output.console()
    out.print(table)
    if len(games) == 1 and (points := games[0][1]["score"]) is not None:
        out.print(rated(points))
