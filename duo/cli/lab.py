"""`duo lab`: games of the partner with itself, played and counted."""

from typing import TYPE_CHECKING, Any

import click

from duo.cli import shell
from duo.core.refusal import Refusal
from duo.text import mark

if TYPE_CHECKING:
    from duo.lab.report import Report


@click.group(cls=shell.Group, help=mark("Self-play: let partners play by themselves, and count how it went."))
def lab() -> None:
    pass


@lab.command(
    help=mark(
        "Count the games of one or more files. Every further file is compared with the first, table by table, if "
        "both were played at the same tables.\n\nExample: duo lab report ours.jsonl margin.jsonl"
    )
)
@click.argument("files", nargs=-1, required=True, type=click.Path())
@shell.json_option
def report(files: tuple[str, ...], as_json: bool) -> None:
    reports = [_counted(path) for path in files]
    if as_json:
        shell.answer(_answer(files, reports))
        return
    from duo.cli.counts import comparison_lines, report_lines

    out = shell.console()
    for path, counted in zip(files, reports, strict=True):
        for line in report_lines(path, counted, out.width):
            out.print(line)
    for path, counted in zip(files[1:], reports[1:], strict=True):
        for line in comparison_lines(files[0], reports[0], path, counted):
            out.print(line)


def _counted(path: str) -> "Report":
    from duo.lab.report import report

    try:
        with open(path, "rb") as file:  # noqa: PTH123 - a path as the user typed it
            return report(file)
    except Refusal as problem:
        raise Refusal("{path}: {problem}", path=path, problem=problem) from problem


def _answer(files: tuple[str, ...], reports: "list[Report]") -> dict[str, Any]:
    from duo.lab.report import compare

    first = reports[0]
    pairs = [
        {"first": files[0], "second": path, **compare(first, other).figures()}
        for path, other in zip(files[1:], reports[1:], strict=True)
        if first.header.same_tables(other.header)
    ]
    told = [{"file": path, **counted.figures()} for path, counted in zip(files, reports, strict=True)]
    return {"runs": told, "comparisons": pairs}
