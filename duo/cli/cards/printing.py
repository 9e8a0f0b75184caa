"""Options, progress bar and file output shared by the commands that print."""

import re
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import click

from duo.cli.errors import Failure, Misuse
from duo.cli.safe_output import echo, print_json
from duo.cli.terminal import output
from duo.core.refusal import Refusal
from duo.files import store
from duo.paper import theme
from duo.paper.shapes import Page
from duo.paper.size import CARD_SIZES, PAGE_SIZES, Size
from duo.paper.theme import Theme
from duo.text import N_, _, format_refusal

_REQUIRED_PACKAGES = {"fpdf": "fpdf2", "PIL": "pillow", "segno": "segno"}
ResultT = TypeVar("ResultT")
ItemT = TypeVar("ItemT")
_MILLIMETRES_PATTERN = re.compile(r"(-?\d{1,4}(?:\.\d{1,4})?)\s*(?:mm)?", re.IGNORECASE)


def _make_size_option(*names: str, sizes: dict[str, Size], default: str, help: str) -> Callable[..., Any]:  # noqa: A002
    """Return a click option whose value is one of the named sizes, or a size in millimetres."""

    def parse_size(text: str) -> Size:
        try:
            return Size.parse(text, sizes)
        except Refusal as refusal:
            raise click.BadParameter(format_refusal(refusal)) from refusal

    metavar = "|".join([*sizes, "WxHmm"])
    return click.option(*names, type=parse_size, metavar=metavar, default=default, show_default=True, help=help)


def card_size_option(default: Size) -> Callable[..., Any]:
    return _make_size_option(
        "--card", "size", sizes=CARD_SIZES, default=str(default), help=N_("Size of the cut card, width first.")
    )


def parse_millimetres(text: str) -> float:
    """Parse a length in millimetres. Click calls this function as the type of an option."""
    if not (match := _MILLIMETRES_PATTERN.fullmatch(text.strip())):
        raise click.BadParameter(_("{value} is not a length in millimetres", value=repr(text[:20])))
    return float(match[1])


def page_size_option(function: Callable[..., Any]) -> Callable[..., Any]:
    option: Callable[..., Any] = _make_size_option(
        "--page",
        sizes=PAGE_SIZES,
        default="a4",
        help=N_("Size of the paper (pdf, svg); write a landscape page like 297x210mm."),
    )
    return option(function)  # type: ignore[no-any-return]


def _load_theme(name: str) -> Theme:
    try:
        return theme.load_theme(name)
    except Refusal as refusal:
        raise click.BadParameter(format_refusal(refusal)) from refusal


def theme_option(function: Callable[..., Any]) -> Callable[..., Any]:
    option = click.option(
        "--theme",
        type=_load_theme,
        metavar="NAME|FILE",
        default=None,
        help=N_("A theme: a TOML file of your own, or noir, blueprint or garden."),
    )
    return option(function)


def sheet_layout_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that every command with printed pages has."""
    for option in (
        click.option(
            "--crop-marks/--no-crop-marks", default=True, show_default=True, help=N_("Mark where to cut (pdf, svg).")
        ),
        click.option(
            "--margin",
            type=parse_millimetres,
            metavar="MM",
            default="10",
            show_default=True,
            help=N_("Margin of the paper (pdf, svg)."),
        ),
        click.option(
            "--gap",
            type=parse_millimetres,
            metavar="MM",
            help=N_("Distance between cuts; twice the bleed by default (pdf, svg)."),
        ),
        page_size_option,
    ):
        function = option(function)
    return function


def refuse_wrong_extension(out: Path, kind: str) -> None:
    """Refuse the output file `out` if its extension belongs to another format than `kind`."""
    if out.suffix.lower() not in ("", f".{kind}"):
        raise Misuse(_("{file} does not end in .{kind}, which is what would be written.", file=out.name, kind=kind))


def require_print_packages() -> None:
    """Raise `Failure` if a package that printing needs is not installed."""
    if missing := [package for module, package in _REQUIRED_PACKAGES.items() if find_spec(module) is None]:
        raise Failure(
            _("Printing needs {packages}. Install them with: pip install 'duo[print]'", packages=", ".join(missing))
        )


def build_or_raise_misuse(build: Callable[[], ResultT]) -> ResultT:
    """Return the result of `build`. If it raises `Refusal`, raise `Misuse`, because the options were wrong."""
    try:
        return build()
    except Refusal as refusal:
        raise Misuse(format_refusal(refusal)) from refusal


def with_progress_bar(items: Iterable[ItemT], total: int | None, label: str) -> Iterator[ItemT]:
    """Yield the items, and show on standard error a progress bar that advances with each."""
    from rich.progress import Progress

    console = output.console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(label, total=total)
        for item in items:
            yield item
            bar.advance(task)


def write_pages_as_svg(pages: Iterable[Page], out: Path, title: str) -> list[Path]:
    """Write one SVG file per page and return the paths.

    A single page is written as deck.svg, several pages as deck-01.svg, deck-02.svg and so on.
    """
    from duo.paper import svg

    documents = [svg.document(page, title) for page in pages]
    base = out.with_suffix("") if out.suffix.lower() == ".svg" else out
    digits = max(2, len(str(len(documents))))
    files = [base.with_name(f"{base.name}-{number:0{digits}d}.svg") for number in range(1, len(documents) + 1)]
    if len(documents) == 1:
        files = [base.with_name(f"{base.name}.svg")]
    for path, text in zip(files, documents, strict=True):
        write_file(path, text.encode())
    return files


def write_file(path: Path, data: bytes) -> Path:
    """Write a file atomically and return its path."""
    store.write_atomically(path, data)
    return path


def print_written_files(files: list[Path], facts: dict[str, Any], *, as_json: bool) -> None:
    """Print the names of the written files. With `as_json`, print `facts` and the names as JSON.

    Without `as_json`, the middle of a long list is left out.
    """
    if as_json:
        print_json({**facts, "files": [str(path) for path in files]})
        return
    names = [str(path) for path in files]
    if len(names) > 4:
        names = [names[0], names[1], "…", names[-1]]
    echo(_("Written: {files}", files=", ".join(names)), err=True)
