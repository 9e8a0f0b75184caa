"""Normalises the spelling of words and clues: invisible characters, accents, ligatures, pieces."""

import re
import unicodedata
from functools import lru_cache

from duo.core.word import fold

MAX_CLUE_LENGTH = 45
_SPECIAL_TO_PLAIN_LETTERS = str.maketrans("øłđıðþæœ", "oldidtao")
# Cyrillic and Greek letters that look like Latin ones, so that mixing scripts does not evade the rules.
_LOOKALIKES_TO_LATIN = str.maketrans("авекмнорстухіјѕαβεικνορτυχ", "abekmhopctyxijsabeiknoptux")
_LETTER_RUN = re.compile(r"[^\W\d_]+")


def normalize(text: str) -> str:
    """Return the text in NFKC form, folded, without invisible characters."""
    if text.isascii() and text.isalpha():
        return text.lower()
    shown = unicodedata.normalize("NFKC", text)
    return fold(
        "".join(c for c in shown if c.isspace() or unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Co", "Cn"})
    )


@lru_cache(maxsize=65536)
def strip_accents(word: str) -> str:
    """Return a folded word without accents: `café` becomes `cafe`. Lookalike letters become Latin."""
    if word.isascii():
        return word
    letters = (c for c in unicodedata.normalize("NFD", word) if unicodedata.category(c) != "Mn")
    plain = "".join(letters).translate(_SPECIAL_TO_PLAIN_LETTERS)
    return plain.translate(_LOOKALIKES_TO_LATIN) if any("a" <= c <= "z" for c in plain) else plain


def letters_only(word: str) -> str:
    """Return the letters without accents, spaces or punctuation: `new york` and `new-york` are both `newyork`."""
    plain = strip_accents(word)
    return plain if plain.isalpha() else "".join(_LETTER_RUN.findall(plain))


def letter_runs(word: str) -> list[str]:
    """Return the runs of letters: `arc-en-ciel` has three, `presqu'île` two."""
    return _LETTER_RUN.findall(word)


def is_speakable(text: str) -> bool:
    """Whether the text consists of letters, spaces, hyphens, apostrophes and full stops, and is not too long."""
    if len(text) > MAX_CLUE_LENGTH or not _LETTER_RUN.search(text):
        return False
    if text.isalpha():
        return True
    return all(c.isalpha() or unicodedata.category(c) in {"Mn", "Zs"} or c in "-'’‑‐." for c in text)  # noqa: RUF001


_FOREIGN_ENDINGS = (
    *(
        ("s", ("",)),
        ("es", ("",)),
        ("ies", ("y",)),
        ("en", ("", "e")),
        ("er", ("",)),
        ("e", ("", "a", "o")),
        ("n", ("",)),
    ),
    *(("i", ("o", "e")), ("ae", ("a",))),
)


def foreign_base_forms(word: str) -> set[str]:
    """Return a foreign word and its possible base forms by spelling alone: dogs, hunde, perros, gatti, koenig."""
    found = {word, word.replace("ae", "a").replace("oe", "o").replace("ue", "u")}
    for ending, bases in _FOREIGN_ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 2:
            found |= {word.removesuffix(ending) + base for base in bases}
    return found
