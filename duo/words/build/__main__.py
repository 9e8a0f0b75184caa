"""Builds `wordlists/lexicon`: python -m duo.words.build."""

import sys
from collections.abc import Callable, Iterable, Mapping

from rich.progress import track

from duo.data import folder
from duo.words.build import compounds_en, english, french, names_en, translations
from duo.words.build.tables import write, write_list

TABLES: dict[str, Callable[[], Mapping[str, Iterable[str]]]] = {
    "en/sounds": english.shipped_sounds,
    "en/families": english.shipped_families,
    "en/parts": compounds_en.parts,
    "en/others": names_en.others,
    "en/translations": translations.english,
    "fr/sounds": french.sounds,
    "fr/families": french.shipped_families,
    "fr/parts": french.parts,
    "fr/others": french.others,
    "fr/translations": translations.french,
}


LISTS: dict[str, Callable[[], Iterable[str]]] = {"en/common": names_en.common, "fr/common": french.common}


def main() -> None:
    chosen = sys.argv[1:] or [*TABLES, *LISTS]
    home = folder("wordlists") / "lexicon"
    for name in track(chosen, description="lexicon"):
        if name in LISTS:
            write_list(home / f"{name}.txt", LISTS[name]())
        else:
            write(home / f"{name}.tsv", TABLES[name]())


if __name__ == "__main__":
    main()
