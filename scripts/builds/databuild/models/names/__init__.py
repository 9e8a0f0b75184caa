"""Well-known names with what they bring to mind, written for this project."""

from collections.abc import Collection
from pathlib import Path

from duo.core.word import fold
from duo.vectors.writer import Vocabulary


def name_associations(lang: str, vocabulary: Vocabulary, dealt: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Names with words of the vocabulary; what people give as a clue or find on a card in small letters is no name."""
    common = {*vocabulary.words[: vocabulary.candidates], *dealt}
    return {name: brought for name, brought in read_names(lang, vocabulary).items() if name not in common}


def read_names(lang: str, vocabulary: Vocabulary) -> dict[str, tuple[str, ...]]:
    """All names of the list, those too that are written like another word."""
    words = set(vocabulary.words)
    found = {}
    for line in Path(__file__).with_name(f"{lang}.tsv").read_text("utf-8").splitlines():
        name, _, brought = line.partition("\t")
        known = (vocabulary.forms.get(word, word) for word in map(fold, brought.split()))
        found[fold(name)] = tuple(word for word in known if word in words)
    return {name: brought for name, brought in found.items() if brought}
