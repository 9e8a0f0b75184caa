#!/usr/bin/env python3
"""Bring the message catalogues up to date: find every sentence, keep its translation, compile.

    python scripts/catalogues.py          find, update and compile
    python scripts/catalogues.py --check  exit 1 if a sentence has no translation or a file is stale

A new sentence appears in its room's .po file with an empty msgstr: translate it there and run this again.
"""

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "duo/text/locale"
# The functions whose first argument (or the one named) is a sentence for people.
KEYWORDS = {
    "say": None,
    "say_in": (2,),
    "mark": None,
    "count": (1, 2),
    "Refusal": None,
    "RuleBroken": None,
    "BadField": None,
    "BadLine": (2,),
    "UnknownOp": None,
    "RecordBroken": None,
    "Failure": None,
    "Unproven": None,
    "NotSaved": None,
    "DamagedModel": None,
    "UnknownWord": None,
}

# Written here and not by the library, whose header has dates that would make every run a change.
HEADERS = (
    ("Language", "fr"),
    ("Plural-Forms", "nplurals=2; plural=(n > 1);"),
    ("Content-Type", "text/plain; charset=utf-8"),
)
HEADER = "\n".join(['msgid ""', 'msgstr ""', *(f'"{name}: {value}\\n"' for name, value in HEADERS), "", ""]).encode()


class Undated(Catalog):
    """A catalogue with this header and no other."""

    mime_headers = HEADERS


def catalogues() -> dict[str, list[Path]]:
    """The name of every catalogue with its source files: one a room, and for the commands one a verb."""
    package = ROOT / "duo"
    found = {"click": [], "duo": sorted(package.glob("*.py"))}
    for room in sorted(path for path in package.iterdir() if (path / "__init__.py").exists()):
        if room.name == "cli":
            found |= {f"cli-{path.stem}": [path] for path in sorted(room.glob("[!_]*.py"))}
            found["cli-terminal"] = sorted((room / "terminal").glob("*.py"))
        elif room.name != "text":
            found[room.name] = sorted(room.rglob("*.py"))
    return found


def sentences(files: list[Path]) -> Catalog:
    """Every sentence of these files."""
    catalogue = Catalog()
    for path in files:
        place = [(str(path.relative_to(ROOT)), 0)]
        for _line, message, _comments, _context in extract_from_file("python", path, keywords=KEYWORDS):
            catalogue.add(message, locations=place)
    return catalogue


def updated(name: str, language: str, files: list[Path]) -> Catalog:
    catalogue = Catalog(locale=language, project="duo", fuzzy=False)
    if (path := po_file(name, language)).exists():
        with path.open("rb") as file:
            for message in read_po(file, locale=language):
                if message.id:
                    catalogue[message.id] = message
    if files:  # the sentences of click, which its own package names, are only compiled
        catalogue.update(sentences(files), no_fuzzy_matching=True)
        catalogue.obsolete.clear()
    return catalogue


def po_file(name: str, language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{name}.po"


def po_bytes(catalogue: Catalog) -> bytes:
    out = io.BytesIO(HEADER)
    out.seek(0, io.SEEK_END)
    write_po(out, catalogue, width=110, omit_header=True, sort_output=True, include_lineno=False)
    return out.getvalue()


def mo_bytes(catalogue: Catalog) -> bytes:
    undated = Undated(locale=catalogue.locale)
    for message in read_po(io.BytesIO(po_bytes(catalogue)), locale=catalogue.locale):
        if message.id:
            undated[message.id] = message
    out = io.BytesIO()
    write_mo(out, undated)
    return out.getvalue()


def main() -> int:
    check = "--check" in sys.argv[1:]
    faults = []
    for name, files in catalogues().items():
        catalogue = updated(name, "fr", files)
        faults += [f"{name}: no French for {m.id!r}" for m in catalogue if m.id and not all(_strings(m.string))]
        if not len(catalogue):
            continue
        po = po_file(name, "fr")
        for path, data in ((po, po_bytes(catalogue)), (po.with_suffix(".mo"), mo_bytes(catalogue))):
            if path.exists() and path.read_bytes() == data:
                continue
            if check:
                faults.append(f"{path.name} is stale: run python scripts/catalogues.py")
            else:
                path.write_bytes(data)
    print("\n".join(faults) or "every sentence has its translation")
    return 1 if faults else 0


def _strings(string: str | tuple[str, ...]) -> tuple[str, ...]:
    return string if isinstance(string, tuple) else (string,)


if __name__ == "__main__":
    sys.exit(main())
