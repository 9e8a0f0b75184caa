"""The lexicon of a language: pronunciations, word families, compounds, translations, names and acronyms."""

from collections.abc import Mapping
from functools import cached_property

from duo.data import check_language, shipped_data_dir
from duo.words.sorted_tsv import SortedTsv
from duo.words.spelling import strip_accents
from duo.words.word_exceptions import EXCEPTIONS_FILE, WordExceptions

_MAX_SHORT_WORD_RANK, _SHORT_WORD_LENGTH = 2_500, 3


class Lexicon:
    """The shipped tables of one language, corrected by `WordExceptions`."""

    def __init__(self, lang: str, *, exceptions: bool = True) -> None:
        self.lang = check_language(lang)
        self._data_dir = shipped_data_dir("wordlists") / "lexicon"
        self._exceptions = WordExceptions(self._data_dir / EXCEPTIONS_FILE if exceptions else None, lang)
        self.sounds = self._open_table("sounds", self._exceptions.sounds)  # one character per sound, space-separated
        self.parts = self._open_table("parts", self._exceptions.parts)  # compounds and their parts
        self.entry_kinds = self._open_table(
            "others", self._exceptions.entry_kinds
        )  # `word`, `acronym`, `name`, `phrase`
        self._families = self._open_table("families", {})
        self._translations = self._open_table("translations", {})

    def _open_table(self, name: str, changes: Mapping[str, str]) -> SortedTsv:
        return SortedTsv(self._data_dir / self.lang / f"{name}.tsv", changes)

    @cached_property
    def words_by_frequency(self) -> list[str]:
        """Common words without names, most frequent first."""
        return (self._data_dir / self.lang / "common.txt").read_text(encoding="utf-8").split()

    @cached_property
    def vocabularies(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The common words, and all other words with a known pronunciation. Typos are matched against both."""
        common = tuple(self.words_by_frequency)
        return common, tuple(sorted(set(self.sounds).difference(common)))

    @cached_property
    def common_words(self) -> frozenset[str]:
        """Common words without accents. Three-letter words are included only if they are very frequent."""
        ranked = enumerate(map(strip_accents, self.words_by_frequency))
        return frozenset(
            word
            for rank, word in ranked
            if len(word) > _SHORT_WORD_LENGTH or (rank < _MAX_SHORT_WORD_RANK and len(word) == _SHORT_WORD_LENGTH)
        )

    def has_word(self, word: str) -> bool:
        """Whether the lexicon has the word with exactly this spelling."""
        return word in self.sounds or word in self._families or self.entry_kinds.get(word) == "word"

    def has_families(self, word: str) -> bool:
        """Whether the tables list families for the word. Any other word is a family by itself."""
        return word in self._families or word in self._exceptions.kin

    def families(self, word: str) -> set[str]:
        """Return the names of the word's families. An inflected form belongs to the families of its base form."""
        found, added = set[str](), self.listed_families(word)
        while added:
            found |= added
            heads = {head for name in added | {word} for head in self._exceptions.kin.get(name, ())}
            added = {name for head in heads for name in self.listed_families(head)} - found
        return found

    def listed_families(self, word: str) -> set[str]:
        """Return the families that the table lists for the word, except those that an exception (`not-kin`) removes."""
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
        """Return the word's translations without accents. None of them is a word of this language."""
        return {*self._translations.get(word, "").split(), *self._exceptions.translations.get(word, ())}

    def is_borrowed(self, word: str) -> bool:
        """Whether this language has borrowed the word, so that it does not count as foreign."""
        return word in self._exceptions.borrowed

    def is_foreign(self, word: str) -> bool:
        """Whether the unaccented word is a word of another language."""
        return self._translations.has_value(word) or any(
            word in translations for translations in self._exceptions.translations.values()
        )

    def readings(self, word: str) -> tuple[str, ...]:
        """Return the words that this spelling may stand for.

        A word that the lexicon has stands for itself. Any other word stands for words with the same letters.
        """
        if self.has_word(word):
            return (word,)
        plain = strip_accents(word)
        if plain != word:
            return (plain,) if self.has_word(plain) else (word,)
        known = (word,) if word in self.entry_kinds else ()
        tables = (self.sounds, self._families, self.entry_kinds)
        return (
            *known,
            *dict.fromkeys(other for table in tables for other in table.accent_variants(word) if other != word),
        )
