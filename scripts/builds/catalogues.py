#!/usr/bin/env python3
"""Update the translation catalogues: extract all sentences, keep their translations, compile.

    python scripts/builds/catalogues.py          extract, update and compile
    python scripts/builds/catalogues.py --check  exit 1 if a sentence has no translation or a catalogue is stale

A new sentence appears in `duo/text/locale/fr.po` with an empty msgstr. Translate it there and run this again.
"""

import io
import sys
from collections.abc import Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from hatch_build import LOCALE, compile_catalogues  # noqa: E402 - beside pyproject.toml, not in a package

# Functions and exceptions whose first argument, or the numbered one, is a sentence for people.
KEYWORDS = {
    "_": None,
    "translate_to": (2,),
    "N_": None,
    "ngettext": (1, 2),
    "Refusal": None,
    "RuleBroken": None,
    "BadField": None,
    "MalformedRequest": (2,),
    "UnknownOperation": None,
    "RecordBroken": None,
    "Failure": None,
    "UnprovenTask": None,
    "NotSaved": None,
    "DatabaseUnavailable": None,
    "OutdatedGame": None,
    "DamagedModel": None,
    "LimitExceeded": None,
    "UnknownWord": None,
}
# Babel's extraction method for each file type.
EXTRACTORS = {".py": "python", ".html": "jinja2.ext:babel_extract"}
# Location of click's own sentences, which are in the catalogue but in no file of the package.
CLICK_LOCATION = "click"

# Babel's own header has dates, so that every run would change the file.
HEADERS = (
    ("Language", "fr"),
    ("Plural-Forms", "nplurals=2; plural=(n > 1);"),
    ("Content-Type", "text/plain; charset=utf-8"),
)
HEADER = "\n".join(['msgid ""', 'msgstr ""', *(f'"{name}: {value}\\n"' for name, value in HEADERS), "", ""]).encode()


def extract_sentences() -> Catalog:
    """Return all sentences of the package."""
    catalogue = Catalog()
    for suffix, method in EXTRACTORS.items():
        for path in sorted((ROOT / "duo").rglob(f"*{suffix}")):
            place = [(str(path.relative_to(ROOT)), 0)]
            for _line, message, _comments, _context in extract_from_file(
                method, path, keywords=KEYWORDS, options={"silent": "false"}
            ):
                catalogue.add(message, locations=place)
    return catalogue


def update_catalogue(po: Path) -> Catalog:
    """Return the catalogue of a language with exactly the current sentences."""
    catalogue = Catalog(locale=po.stem, project="duo", fuzzy=False)
    found = extract_sentences()
    with po.open("rb") as file:
        for message in read_po(file, locale=po.stem):
            if message.id:
                catalogue[message.id] = message
                if any(place == CLICK_LOCATION for place, _ in message.locations):
                    found.add(message.id, locations=[(CLICK_LOCATION, 0)])
    catalogue.update(found, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def po_bytes(catalogue: Catalog) -> bytes:
    out = io.BytesIO(HEADER)
    out.seek(0, io.SEEK_END)
    write_po(out, catalogue, width=110, omit_header=True, sort_output=True, include_lineno=False)
    return out.getvalue()


def main() -> int:
    check = "--check" in sys.argv[1:]
    faults = []
    for po in LOCALE.glob("*.po"):
        catalogue = update_catalogue(po)
        faults += [f"{po.name}: nothing for {m.id!r}" for m in catalogue if m.id and not all(_translations(m.string))]
        if po.read_bytes() != (data := po_bytes(catalogue)):
            if check:
                faults.append(f"{po.name} is stale: run python scripts/builds/catalogues.py")
            else:
                po.write_bytes(data)
    if not check:
        compile_catalogues()
    print("\n".join(faults) or "every sentence has its translation")
    return 1 if faults else 0


def _translations(string: str | Sequence[str] | None) -> Sequence[str]:
    return [string or ""] if string is None or isinstance(string, str) else string


if __name__ == "__main__":
    sys.exit(main())
