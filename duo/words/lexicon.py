"""What the shipped tables know of a language's words: sounds, families, parts, translations, names, acronyms."""

from collections.abc import Mapping
from functools import cached_property

from duo.data import check_language, shipped_data_dir
from duo.words.exceptions import EXCEPTIONS_FILE, WordExceptions
from duo.words.sorted_tsv import SortedTsv
from duo.words.spelling import strip_accents

_COMMONEST_RANK, _SHORT_LENGTH = 2_500, 3


class Lexicon:
    """The tables of one language, corrected by the exceptions for single words."""

    def __init__(self, lang: str, *, exceptions: bool = True) -> None:
        self.lang = check_language(lang)
        self._home = shipped_data_dir("wordlists") / "lexicon"
        self._exceptions = WordExceptions(self._home / EXCEPTIONS_FILE if exceptions else None, lang)
        self.sounds = self._table("sounds", self._exceptions.sounds)  # one character a sound, blanks between ways
        self.parts = self._table("parts", self._exceptions.parts)  # compounds, with the words they are made of
        self.others = self._table("others", self._exceptions.others)  # `word`, `acronym`, `name`, `phrase`
        self._families = self._table("families", {})
        self._translations = self._table("translations", {})

    def _table(self, name: str, changes: Mapping[str, str]) -> SortedTsv:
        return SortedTsv(self._home / self.lang / f"{name}.tsv", changes)

    @cached_property
    def words_by_frequency(self) -> list[str]:
        """Common words, the most common first, names left out."""
        return (self._home / self.lang / "common.txt").read_text(encoding="utf-8").split()

    @cached_property
    def vocabularies(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The common words, and all others that can be said: what an unknown word may be meant for."""
        common = tuple(self.words_by_frequency)
        return common, tuple(sorted(set(self.sounds).difference(common)))

    @cached_property
    def common_words(self) -> frozenset[str]:
        """Common words without accents; short ones only if they are among the commonest."""
        ranked = enumerate(map(strip_accents, self.words_by_frequency))
        return frozenset(
            word
            for rank, word in ranked
            if len(word) > _SHORT_LENGTH or (rank < _COMMONEST_RANK and len(word) == _SHORT_LENGTH)
        )

    def has(self, word: str) -> bool:
        """Whether the word stands in a dictionary, as it is spelt."""
        return word in self.sounds or word in self._families or self.others.get(word) == "word"

    def has_families(self, word: str) -> bool:
        """Whether the tables tell of families that the word belongs to under other names than its own."""
        return word in self._families or word in self._exceptions.kin

    def families(self, word: str) -> set[str]:
        """The names of a known word's families; an inflected form has those of its base form."""
        found, fresh = set[str](), self.listed_families(word)
        while fresh:
            found |= fresh
            heads = {head for name in fresh | {word} for head in self._exceptions.kin.get(name, ())}
            fresh = {name for head in heads for name in self.listed_families(head)} - found
        return found

    def listed_families(self, word: str) -> set[str]:
        """The families that the table itself names, without those that the word does not belong to after all."""
        found = set(self._families.get(word, word).split())
        for form in [name for name in found if name.startswith(">")]:
            base = form.removeprefix(">")
            found.remove(form)
            found.update(name for name in self._families.get(base, base).split() if not name.startswith(">"))
        for name in found | {word}:
            if wrong := self._exceptions.not_kin.get(name):
                found = (found - wrong) | {name}
        return found

    def translations(self, word: str) -> set[str]:
        """The word in other languages, without accents; none is a word of the language itself."""
        return {*self._translations.get(word, "").split(), *self._exceptions.means.get(word, ())}

    def is_borrowed(self, word: str) -> bool:
        """Whether a word that also means something in another language is borrowed all the same."""
        return word in self._exceptions.own

    def is_foreign(self, word: str) -> bool:
        """Whether the word, without accents, is one of another language."""
        return self._translations.has_value(word) or any(word in means for means in self._exceptions.means.values())

    def readings(self, word: str) -> tuple[str, ...]:
        """The words that this one can be: itself, or the words it may stand for with its accents left out."""
        if self.has(word):
            return (word,)
        plain = strip_accents(word)
        if plain != word:
            return (plain,) if self.has(plain) else (word,)
        known = (word,) if word in self.others else ()
        tables = (self.sounds, self._families, self.others)
        return (
            *known,
            *dict.fromkeys(other for table in tables for other in table.accent_variants(word) if other != word),
        )
