"""Well-known names with their associations, written for this project."""

from collections.abc import Collection
from pathlib import Path

from duo.core.word import fold
from duo.vectors.writer import Vocabulary


def name_associations(lang: str, vocabulary: Vocabulary, dealt: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the associations of names. Names that are also clue candidates or board words are left out."""
    common = {*vocabulary.words[: vocabulary.candidates], *dealt}
    return {name: associations for name, associations in read_names(lang, vocabulary).items() if name not in common}


def read_names(lang: str, vocabulary: Vocabulary) -> dict[str, tuple[str, ...]]:
    """Read all names of the list, with the associations that the vocabulary knows."""
    words = set(vocabulary.words)
    names = {}
    for line in Path(__file__).with_name(f"{lang}.tsv").read_text("utf-8").splitlines():
        name, _, associations = line.partition("\t")
        known = (vocabulary.forms.get(word, word) for word in map(fold, associations.split()))
        names[fold(name)] = tuple(word for word in known if word in words)
    return {name: associations for name, associations in names.items() if associations}
