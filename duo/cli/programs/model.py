"""`duo model`: list, inspect, check and import word models."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from duo import text
from duo.cli.commands import DuoGroup
from duo.cli.errors import NegativeAnswer
from duo.cli.option_types import IntRange, OutputPath, RenamedOption
from duo.cli.options import json_option, lang_option
from duo.cli.safe_output import echo, print_json
from duo.cli.terminal import output
from duo.core.refusal import Refusal
from duo.mind.model import manifest as manifests
from duo.text import N_, _, format_decimal

if TYPE_CHECKING:
    from duo.mind.model.model import Model

_BYTES_PER_MEGABYTE = 1_000_000


@click.group(cls=DuoGroup, help=N_("Word knowledge: list the models, ask them, import your own."))
def model() -> None:
    pass


@model.command("list", help=N_("List the installed models.\n\nExample: duo model list"))
@json_option
def list_models(as_json: bool) -> None:
    summaries = [_manifest_summary(manifests.read_manifest(manifests.model_dir(lang))) for lang in text.LANGUAGES]
    if as_json:
        print_json({"models": summaries})
        return
    for summary in summaries:
        fields = _with_formatted_size(summary) | {"ears": ", ".join(summary["ears"])}
        line = _("{name} ({lang}): {candidates} clues, {megabytes} MB, ears {ears}, content {digest}", **fields)
        echo(line)


@model.command(help=N_("Show what a model is made of.\n\nExample: duo model info --lang fr"))
@lang_option
@json_option
def info(lang: str, as_json: bool) -> None:
    manifest = manifests.read_manifest(manifests.model_dir(lang))
    fields = _manifest_summary(manifest) | {
        "signals": [signal["name"] for signal in manifest.signals],
        "sources": manifest.sources,
    }
    if as_json:
        print_json(fields)
        return
    echo(_("{name}, made {made}, content {digest}", **fields))
    echo(_("{candidates} clues to give, {megabytes} MB", **_with_formatted_size(fields)))
    echo(_("Kinds of knowledge: {names}", names=", ".join(fields["signals"])))
    echo(_("Ears: {names}", names=", ".join(fields["ears"])))
    for source in manifest.sources:
        echo(f"  {source['name']} {source['version']} ({source['licence']}): {source['taken']}")


@model.command(
    help=N_("Check every file against its checksum; exit code 3 if one is damaged.\n\nExample: duo model check")
)
@json_option
def check(as_json: bool) -> None:
    problems: list[str] = []
    for lang in text.LANGUAGES:
        try:
            manifests.check_files(manifests.read_manifest(manifests.model_dir(lang)), thorough=True)
        except Refusal as refusal:
            problems.append(text.format_refusal(refusal))
    if as_json:
        print_json({"valid": not problems, "problems": problems})
    elif not problems:
        echo(_("All models are intact."))
    if problems:
        raise NegativeAnswer("" if as_json else "\n".join(problems))


@model.command(
    "import",
    help=N_(
        "Make a model from word vectors: a word2vec file (text or binary), a GloVe or fastText text file, or the name "
        "of an installed spaCy package. Use it with `duo --model FOLDER ...`.\n\n"
        "Example: duo model import glove.6B.100d.txt --out mymodel"
    ),
)
@click.argument("source")
@click.option(
    "--out", "model_dir", required=True, type=OutputPath(path_type=Path), help=N_("The folder for the model.")
)
@click.option("--name", help=N_("Name of the model (default: that of the file)."))
@lang_option
@json_option
def import_vectors(source: str, model_dir: Path, name: str | None, lang: str, as_json: bool) -> None:
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from duo.vectors.importing import import_model

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeRemainingColumn())
    console = output.console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(_("Reading {source} ...", source=source), total=None)
        imported = import_model(
            source,
            lang,
            name or Path(source).stem,
            model_dir,
            lambda done, total: bar.update(task, completed=done, total=total),
        )
    fields = _manifest_summary(imported.manifest) | {"folder": str(model_dir), "words": len(imported.vocabulary.words)}
    if as_json:
        print_json(fields)
    else:
        echo(_("{name} is in {folder}: {words} words, {candidates} of them clues to give.", **fields))
        echo(_("Use it with `duo --model {folder} ...`.", folder=model_dir))


@model.command(help=N_("Show the clues that suggest a word most strongly.\n\nExample: duo model similar whale"))
@click.argument("word")
@click.option(
    "--count",
    cls=RenamedOption,
    old_names=["--top"],
    type=IntRange(1, 1000),
    default=10,
    show_default=True,
    help=N_("How many clues."),
)
@lang_option
@json_option
def similar(word: str, count: int, lang: str, as_json: bool) -> None:
    word_model = _load_model(lang)
    scores = word_model.associate(word_model.candidates, [word])[:, 0]
    order = [int(place) for place in (-scores).argsort(kind="stable")[: count + 1]]
    places = [place for place in order if word_model.candidates[place] != word.casefold()][:count]
    rows: list[dict[str, Any]] = [
        {"word": word_model.candidates[place], "score": round(float(scores[place]), 3)} for place in places
    ]
    if as_json:
        print_json({"word": word, "similar": rows})
    else:
        for row in rows:
            echo(f"{format_decimal(row['score'], '8.3f')}  {row['word']}")


@model.command(
    help=N_("Show how two words are connected, by each kind of knowledge.\n\nExample: duo model compare ocean whale")
)
@click.argument("first")
@click.argument("second")
@lang_option
@json_option
def compare(first: str, second: str, lang: str, as_json: bool) -> None:
    word_model = _load_model(lang)
    signals = word_model.signals([first], [second])[:, 0, 0]
    values = {name: round(float(value), 4) for name, value in zip(word_model.signal_names, signals, strict=True)}
    blend = round(float(word_model.associate([first], [second])[0, 0]), 4)
    if as_json:
        print_json({"clue": first, "word": second, "score": blend, "signals": values})
        return
    for name, value in values.items():
        echo(f"{format_decimal(value, '8.3f')}  {name}")
    echo(_("{score}  in total", score=format_decimal(blend, "8.3f")))


def _load_model(lang: str) -> "Model":
    from duo.mind.model.model import Model

    return Model.load(lang)


def _with_formatted_size(summary: dict[str, Any]) -> dict[str, Any]:
    return summary | {"megabytes": format_decimal(summary["megabytes"], "g")}


def _manifest_summary(manifest: manifests.Manifest) -> dict[str, Any]:
    size = sum(entry["bytes"] for entry in manifest.files.values())
    return {
        "name": manifest.name,
        "lang": manifest.lang,
        "made": manifest.made,
        "digest": manifest.digest,
        "candidates": manifest.candidates,
        "megabytes": round(size / _BYTES_PER_MEGABYTE, 1),
        "ears": list(manifest.ears),
        "minds": list(manifest.ears),  # the key of version 0.1.0
    }
