"""`duo lab`: play games between AI partners, and report on them."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from duo.cli.commands import DuoGroup
from duo.cli.option_types import IntRange, OutputPath, RenamedOption
from duo.cli.options import MAX_SEED, json_option, lang_option, words_option
from duo.cli.safe_output import print_json
from duo.cli.terminal import output
from duo.core.mission import STANDARD, Mission
from duo.core.refusal import Refusal
from duo.text import N_, _
from duo.words import wordlist

if TYPE_CHECKING:
    from duo.lab.match import SelfPlayRun
    from duo.lab.report import RunReport

_MAX_SELFPLAY_GAMES = 10_000_000
_MAX_PARALLEL_JOBS = 256


@click.group(cls=DuoGroup, help=N_("Self-play: let partners play by themselves, and count how it went."))
def lab() -> None:
    pass


@lab.command(
    help=N_(
        "Play many games between two partners of the same kind and keep them in a file, one line per game. The same "
        "command resumes an interrupted run. Any number of jobs gives the same file.\n\n"
        "Example: duo lab selfplay --count 400 --seed 1 --guesser human-like --out games.jsonl"
    )
)
@click.option(
    "--count",
    cls=RenamedOption,
    old_names=["--games"],
    type=IntRange(1, _MAX_SELFPLAY_GAMES),
    default=100,
    show_default=True,
    help=N_("How many games."),
)
@click.option(
    "--seed",
    type=IntRange(0, MAX_SEED),
    default=0,
    show_default=True,
    help=N_("Same seed, same result."),
)
@click.option(
    "--jobs", type=IntRange(1, _MAX_PARALLEL_JOBS), default=os.cpu_count() or 1, help=N_("How many games at a time.")
)
@click.option("--giver", default="expert", show_default=True, help=N_("Who gives the clues, in both seats."))
@click.option("--guesser", default="expert", show_default=True, help=N_("Who guesses, in both seats."))
@click.option(
    "--mission", metavar="T-M", default=str(STANDARD), show_default=True, help=N_("Tokens and allowed mistakes.")
)
@lang_option
@words_option
@click.option("--out", type=OutputPath(dir_okay=False), required=True, help=N_("The file to write or to continue."))
@click.option("--scheduler", metavar="ADDRESS", help=N_("Play on the Dask cluster with this scheduler."))
@json_option
def selfplay(
    count: int,
    seed: int,
    jobs: int,
    giver: str,
    guesser: str,
    mission: str,
    lang: str,
    source: str | None,
    out: str,
    scheduler: str | None,
    as_json: bool,
) -> None:
    from duo.lab.match import SelfPlayRun

    words = wordlist.load_wordlist(source, lang) if source else wordlist.shipped_wordlist(lang)
    match = SelfPlayRun.between(giver, guesser, words, seed, Mission.parse(mission))
    _play_games(match, count, jobs, Path(out), scheduler)
    click.get_current_context().invoke(report, files=(out,), as_json=as_json)


def _play_games(match: "SelfPlayRun", games: int, jobs: int, out: Path, scheduler: str | None) -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from duo.lab import executors
    from duo.processes import single_interrupt

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        single_interrupt(),
        Progress(*columns, console=output.console(stderr=True), transient=True) as bar,
        executors.cluster_executor(scheduler) if scheduler else executors.local_executor(jobs) as players,
    ):
        task = bar.add_task(_("Playing"), total=games)
        for done in match.continue_results_file(out, games, players):
            bar.update(task, completed=done)


@lab.command(
    help=N_(
        "Count the games of one or more files. Every further file is compared with the first, table by table, if "
        "both were played at the same tables.\n\nExample: duo lab report ours.jsonl margin.jsonl"
    )
)
@click.argument("files", nargs=-1, required=True, type=click.Path())
@json_option
def report(files: tuple[str, ...], as_json: bool) -> None:
    reports = [_read_run_report(path) for path in files]
    if as_json:
        print_json(_run_reports_json(files, reports))
        return
    from duo.cli.terminal.lab_report import run_comparison_lines, run_report_lines

    out = output.console()
    for path, run in zip(files, reports, strict=True):
        for line in run_report_lines(path, run, out.width):
            out.print(line)
    for path, run in zip(files[1:], reports[1:], strict=True):
        for line in run_comparison_lines(files[0], reports[0], path, run):
            out.print(line)


def _read_run_report(path: str) -> "RunReport":
    from duo.lab.report import report_run

    try:
        with open(path, "rb") as file:  # noqa: PTH123 - a path as the user typed it
            return report_run(file)
    except Refusal as problem:
        raise Refusal("{path}: {problem}", path=path, problem=problem) from problem


def _run_reports_json(files: tuple[str, ...], reports: "list[RunReport]") -> dict[str, Any]:
    from duo.lab.report import compare_runs

    first = reports[0]
    comparisons = [
        {"first": files[0], "second": path, **compare_runs(first, other).figures()}
        for path, other in zip(files[1:], reports[1:], strict=True)
        if first.header.has_same_tables(other.header)
    ]
    runs = [{"file": path, **run.figures()} for path, run in zip(files, reports, strict=True)]
    return {"runs": runs, "comparisons": comparisons}
