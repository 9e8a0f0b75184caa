"""`duo puzzle`: make and check packs of puzzles. `solve` and `booklet` have its commands that solve and print."""

import os
import secrets
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from duo.cli.commands import DuoGroup
from duo.cli.errors import NegativeAnswer, format_problems
from duo.cli.option_types import IntRange, OutputPath
from duo.cli.options import json_option, lang_option, seed_option
from duo.cli.puzzle.booklet import print_pack
from duo.cli.puzzle.solve import daily_puzzle, solve
from duo.cli.safe_output import echo, print_json
from duo.cli.terminal import output
from duo.core.refusal import Refusal
from duo.files.reading import read_text
from duo.puzzle import pack as packs
from duo.puzzle.kinds.registry import TASK_PARSERS, ear_digests
from duo.puzzle.puzzle import GRADES, Kind, PuzzleOrigin
from duo.text import N_, _, format_refusal, ngettext

if TYPE_CHECKING:
    from duo.puzzle.making.make import PuzzleOrder
    from duo.puzzle.pack import Pack

_MAX_PARALLEL_JOBS = 256


@click.group(cls=DuoGroup, help=N_("Puzzles: make, solve, check and print them; one a day for everybody."))
def puzzle() -> None:
    pass


puzzle.add_command(solve)
puzzle.add_command(daily_puzzle)
puzzle.add_command(print_pack)


@puzzle.command(
    help=N_(
        "Make a pack of puzzles. Run the same command again to resume an interrupted run.\n\n"
        "Example: duo puzzle make --kind read --count 50 --seed 7 --out pack.json"
    )
)
@click.option(
    "--kind",
    "kinds",
    type=click.Choice([kind.value for kind in TASK_PARSERS]),
    multiple=True,
    default=[next(iter(TASK_PARSERS)).value],
    show_default=True,
    help=N_("Kind of puzzle; may be repeated, and the kinds take turns."),
)
@click.option(
    "--grade",
    "grades",
    type=IntRange(GRADES[0], GRADES[-1]),
    multiple=True,
    help=N_("From 1 (easy) to 5; may be repeated (default: all five in turn)."),
)
@click.option(
    "--count",
    "size",
    type=IntRange(1, packs.MAX_PACK_PUZZLES),
    default=10,
    show_default=True,
    help=N_("How many puzzles."),
)
@seed_option
@lang_option
@click.option("--avoid", type=click.Path(), multiple=True, help=N_("Leave out puzzles that this pack already has."))
@click.option(
    "--jobs",
    type=IntRange(1, _MAX_PARALLEL_JOBS),
    default=lambda: os.cpu_count() or 1,
    help=N_("Number of processes (default: one per core); the pack does not depend on it."),
)
@click.option("--out", type=OutputPath(dir_okay=False), required=True, help=N_("The pack to write, a .json file."))
@json_option
def make(
    kinds: tuple[str, ...],
    grades: tuple[int, ...],
    size: int,
    seed: int | None,
    lang: str,
    avoid: tuple[str, ...],
    jobs: int,
    out: str,
    as_json: bool,
) -> None:
    from duo.puzzle.making.make import PuzzleOrder

    chosen_kinds = tuple(dict.fromkeys(Kind(kind) for kind in kinds))
    used_seed = secrets.randbits(32) if seed is None else seed
    order = PuzzleOrder(lang, str(used_seed), chosen_kinds, tuple(sorted(set(grades))) or tuple(GRADES))
    pack = _make_pack(
        Path(out),
        order,
        size,
        jobs,
        packs.all_traits_of(known_puzzle for path in avoid for known_puzzle in read_pack(path).puzzles),
    )
    grade_counts = dict(sorted(Counter(puzzle.proof.grade for puzzle in pack.puzzles).items()))
    sentence = ngettext(
        "{count} puzzle, seed {seed}, written to {out}.",
        "{count} puzzles, seed {seed}, written to {out}.",
        size,
        seed=used_seed,
        out=out,
    )
    echo(sentence, err=True)
    if as_json:
        print_json({"out": out, "count": size, "seed": used_seed, "lang": lang, "grades": grade_counts})


def read_pack(path: str) -> "Pack":
    """Read a pack of puzzles from a file, or from standard input if `path` is `-`."""
    return packs.Pack.parse(read_text(path, packs.MAX_PACK_BYTES))


def _make_pack(out: Path, order: "PuzzleOrder", size: int, jobs: int, avoid: set[str]) -> "Pack":
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from duo.files import store
    from duo.processes import single_interrupt
    from duo.puzzle.making.draft import draft_path, generate_with_draft
    from duo.puzzle.making.make import get_puzzle_resources

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    puzzles = []
    with (
        single_interrupt(),
        Progress(*columns, console=output.console(stderr=True), transient=True) as bar,
        closing(generate_with_draft(out, order, size, jobs, avoid)) as generated,
    ):
        task = bar.add_task(_("Making puzzles"), total=size)
        for puzzle in generated:
            puzzles.append(puzzle)
            bar.advance(task)
    resources = get_puzzle_resources(order.lang)
    ears = tuple(dict.fromkeys(digest for kind in order.kinds for digest in ear_digests(kind, resources)))
    pack = packs.Pack(order.lang, PuzzleOrigin(order.seed, resources.wordlist.digest, ears), tuple(puzzles))
    store.write_atomically(out, str(pack))
    draft_path(out).unlink()
    return pack


@puzzle.command(
    help=N_(
        "Prove every puzzle of a pack again; exit code 3 if one fails, with what is wrong.\n\n"
        "Example: duo puzzle check pack.json"
    )
)
@click.argument("pack")
@json_option
def check(pack: str, as_json: bool) -> None:
    text = read_text(pack, packs.MAX_PACK_BYTES)
    try:
        parsed = packs.Pack.parse(text)
        problems = _find_pack_problems(parsed)
        size = len(parsed.puzzles)
    except Refusal as refusal:
        problems, size = [{"puzzle": None, "problem": format_refusal(problem)} for problem in refusal.all_problems()], 0
    if as_json:
        print_json({"valid": not problems, "puzzles": size, "problems": problems})
    elif not problems:
        echo(ngettext("{count} puzzle is proven.", "All {count} puzzles are proven.", size))
    if problems:
        sentences = [
            _("puzzle {place}: {problem}", place=problem["puzzle"], problem=problem["problem"])
            if problem["puzzle"]
            else problem["problem"]
            for problem in problems
        ]
        raise NegativeAnswer("" if as_json else format_problems(sentences))


def _find_pack_problems(pack: "Pack") -> list[dict[str, Any]]:
    from rich.progress import Progress

    from duo.puzzle.making.make import get_puzzle_resources

    entries = []
    with Progress(console=output.console(stderr=True), transient=True) as bar:
        task = bar.add_task(_("Proving puzzles"), total=len(pack.puzzles))
        for number, problems in packs.find_pack_problems(pack, get_puzzle_resources(pack.lang)):
            entries += [{"puzzle": number, "problem": format_refusal(problem)} for problem in problems]
            bar.advance(task)
    return entries
