"""What the commands that print share: their options, their measures and how files are written."""

import re
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import click

from duo.cli import shell
from duo.cli.terminal import output
from duo.core.refusal import Refusal
from duo.files import store
from duo.paper import theme
from duo.paper.shapes import Page
from duo.paper.size import CARDS, PAGES, Size
from duo.paper.theme import Theme
from duo.text import N_, _, format_refusal

_REQUIRED_PACKAGES = {"fpdf": "fpdf2", "PIL": "pillow", "segno": "segno"}
ResultT = TypeVar("ResultT")
ItemT = TypeVar("ItemT")
_LENGTH_PATTERN = re.compile(r"(-?\d{1,4}(?:\.\d{1,4})?)\s*(?:mm)?", re.IGNORECASE)


def _size_option(*names: str, sizes: dict[str, Size], default: str, help: str) -> Callable[..., Any]:  # noqa: A002
    """An option for a named size or one in millimetres."""

    def size(text: str) -> Size:
        try:
            return Size.parse(text, sizes)
        except Refusal as refusal:
            raise click.BadParameter(format_refusal(refusal)) from refusal

    metavar = "|".join([*sizes, "WxHmm"])
    return click.option(*names, type=size, metavar=metavar, default=default, show_default=True, help=help)


def card_option(default: Size) -> Callable[..., Any]:
    return _size_option(
        "--card", "size", sizes=CARDS, default=str(default), help=N_("Size of the cut card, width first.")
    )


def parse_length(text: str) -> float:
    """The type of an option in millimetres."""
    if not (match := _LENGTH_PATTERN.fullmatch(text.strip())):
        raise click.BadParameter(_("{value} is not a length in millimetres", value=repr(text[:20])))
    return float(match[1])


def page_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """The size of the paper."""
    option: Callable[..., Any] = _size_option(
        "--page",
        sizes=PAGES,
        default="a4",
        help=N_("Size of the paper (pdf, svg); write a landscape page like 297x210mm."),
    )
    return option(function)  # type: ignore[no-any-return]


def _load_theme(name: str) -> Theme:
    try:
        return theme.load(name)
    except Refusal as refusal:
        raise click.BadParameter(format_refusal(refusal)) from refusal


def theme_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """The look of the cards, by a theme's name or file."""
    option = click.option(
        "--theme",
        type=_load_theme,
        metavar="NAME|FILE",
        default=None,
        help=N_("A theme: a TOML file of your own, or noir, blueprint or garden."),
    )
    return option(function)


def sheet_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of everything that is printed on pages."""
    for option in (
        click.option(
            "--crop-marks/--no-crop-marks", default=True, show_default=True, help=N_("Mark where to cut (pdf, svg).")
        ),
        click.option(
            "--margin",
            type=parse_length,
            metavar="MM",
            default="10",
            show_default=True,
            help=N_("Margin of the paper (pdf, svg)."),
        ),
        click.option(
            "--gap",
            type=parse_length,
            metavar="MM",
            help=N_("Distance between cuts; twice the bleed by default (pdf, svg)."),
        ),
        page_option,
    ):
        function = option(function)
    return function


def check_extension(out: Path, kind: str) -> None:
    """Refuse a file name whose ending promises something else than what is written."""
    if out.suffix.lower() not in ("", f".{kind}"):
        raise shell.Misuse(
            _("{file} does not end in .{kind}, which is what would be written.", file=out.name, kind=kind)
        )


def require_print_extra() -> None:
    """Refuse early where the libraries for printing are not installed."""
    if missing := [package for module, package in _REQUIRED_PACKAGES.items() if find_spec(module) is None]:
        raise shell.Failure(
            _("Printing needs {packages}. Install them with: pip install 'duo[print]'", packages=", ".join(missing))
        )


def build_or_misuse(build: Callable[[], ResultT]) -> ResultT:
    """What options ask for, or their refusal as wrong usage."""
    try:
        return build()
    except Refusal as refusal:
        raise shell.Misuse(format_refusal(refusal)) from refusal


def with_progress_bar(items: Iterable[ItemT], total: int | None, label: str) -> Iterator[ItemT]:
    """The items, with a bar on the terminal that grows as they are taken."""
    from rich.progress import Progress

    console = output.console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(label, total=total)
        for item in items:
            yield item
            bar.advance(task)


def write_pages_as_svg(pages: Iterable[Page], out: Path, title: str) -> list[Path]:
    """One file a page: deck.svg if it is the only one, else deck-01.svg and so on."""
    from duo.paper import svg

    drawn = [svg.document(page, title) for page in pages]
    base = out.with_suffix("") if out.suffix.lower() == ".svg" else out
    digits = max(2, len(str(len(drawn))))
    files = [base.with_name(f"{base.name}-{place:0{digits}d}.svg") for place in range(1, len(drawn) + 1)]
    if len(drawn) == 1:
        files = [base.with_name(f"{base.name}.svg")]
    for path, text in zip(files, drawn, strict=True):
        write_file(path, text.encode())
    return files


def write_file(path: Path, data: bytes) -> Path:
    """A file that is whole on the disk before it takes the place of the old one."""
    store.write(path, data)
    return path


def report_files(files: list[Path], facts: dict[str, Any], *, as_json: bool) -> None:
    """Say what was written; a long list by its first and last."""
    if as_json:
        shell.print_json({**facts, "files": [str(path) for path in files]})
        return
    names = [str(path) for path in files]
    if len(names) > 4:
        names = [names[0], names[1], "…", names[-1]]
    shell.echo(_("Written: {files}", files=", ".join(names)), err=True)
