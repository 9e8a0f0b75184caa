"""Options that several commands share."""

from collections.abc import Callable
from typing import Any

import click

from duo import text
from duo.cli.option_types import IntRange, RepeatableOption
from duo.core.public import Variant
from duo.text import N_

MAX_SEED = (1 << 64) - 1  # a record keeps no more digits


def json_option(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--json", "as_json", is_flag=True, help=N_("Answer with one JSON object."))(function)


def lang_option(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--lang",
        type=click.Choice(text.LANGUAGES),
        callback=lambda _context, _parameter, lang: lang or text.current_language(),
        help=N_("Language of the words (default: that of the interface)."),
    )(function)


def words_option(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--words",
        "source",
        metavar="FILE|WORDS|-",
        help=N_("A file with one word per line, words separated by commas, or - for standard input."),
    )(function)


def seed_option(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--seed", type=IntRange(0, MAX_SEED), help=N_("Same seed, same result."))(function)


def variant_option(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--variant",
        "variants",
        cls=RepeatableOption,
        old_names=["--variants"],
        multiple=True,
        type=click.Choice([variant.value for variant in Variant]),
        help=N_("A variant; may be repeated."),
    )(function)
